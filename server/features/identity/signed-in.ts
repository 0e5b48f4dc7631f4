import { refreshScope } from '@mailcall/contract/identity.ts';
import type { Queryable } from '../../platform/database.ts';
import type { SignInContact } from './contacts.ts';
import { maxSessionSeconds, type Realm, type StartedSession, startSession } from './sessions.ts';
import type { TokenRequest, TokenRequestOrigin } from './sign-in-dependencies.ts';

/** The person that a grant identified, and the session that began. */
export interface SignedIn {
  contact: SignInContact;
  session: StartedSession;
}

/** The scopes that a request for tokens names. */
export const scopesOf = ({ scope }: Pick<TokenRequest, 'scope'>) => scope.split(/\s+/);

/** Begins the session of the person that a grant identified. */
export async function signedIn(
  transaction: Queryable,
  contact: SignInContact,
  realm: Realm,
  { request, origin }: { request: TokenRequest; origin: TokenRequestOrigin },
  now: Date,
): Promise<SignedIn> {
  const session = await startSession(
    transaction,
    {
      contactId: contact.id,
      roles: contact.roles,
      realm,
      lifetime: maxSessionSeconds,
      renewable: scopesOf(request).includes(refreshScope),
      place: origin.place,
    },
    now,
  );
  return { contact, session };
}
