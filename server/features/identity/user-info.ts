import { contactClaim, limitedRole, rolesClaim } from '@mailcall/contract/identity.ts';
import type { Queryable } from '../../platform/database.ts';
import { notSignedIn } from '../../platform/http/problems.ts';
import { rolesOfContact } from './access.ts';
import type { Viewer } from './viewer.ts';

/** OpenID Connect profile. A guest only learns whose link it is. @throws {Problem} 401 if the contact was removed meanwhile */
export async function userInfoOf(database: Queryable, viewer: Viewer) {
  const person = await database
    .selectFrom('contacts')
    .select(({ eb }) => [
      'id as sub',
      'name',
      'email',
      'picture',
      rolesOfContact.as('roles'),
      eb('password_hash', 'is not', null).$castTo<boolean>().as('activated'),
    ])
    .where('id', '=', viewer.contactId)
    .where('deleted', '=', false)
    .executeTakeFirst();
  if (!person) throw notSignedIn();
  const { roles, activated, picture, ...name } = person;
  const profile = viewer.byGrant ? { ...name, picture: null } : { ...name, picture, activated };
  return {
    ...profile,
    // limited although fully signed in
    ...(viewer.lacksSecondFactor && { second_factor_missing: true }),
    [rolesClaim]: viewer.byGrant ? roles.filter((role) => role === limitedRole) : roles,
    [contactClaim]: person.sub,
  };
}
