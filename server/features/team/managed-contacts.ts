import { operatorRole, teamRoles } from '@mailcall/contract/rules/team-roles.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { notFound, notPossible } from '../../platform/http/problems.ts';
import type { Viewer } from '../identity/index.ts';
import { teamAccounts } from './team-accounts.ts';

type TeamViewer = Pick<Viewer, 'team'>;

const linkedAccounts = (condition: RawBuilder<SqlBool>) => sql<SqlBool>`exists (
  select 1 from contact_accounts linked join accounts held on held.id = linked.account_id and not held.deleted
  where linked.contact_id = person.id and ${condition})`;

/**
 * SQL condition for a contact's id: all accounts of the contact are the viewer's. False for people of the provider, and, unless the
 * viewer works for all accounts, for contacts without one.
 */
export function contactsWithin(viewer: TeamViewer, column: string): RawBuilder<SqlBool> {
  if (!viewer.team) return sql<SqlBool>`false`;
  const own = teamAccounts(viewer, 'held.id');
  const others = viewer.team.scope === 'all' ? sql<SqlBool>`true` : linkedAccounts(own);
  return sql<SqlBool>`${sql.ref(column)} in (
    select person.id from contacts person
    where not person.deleted and not person.portal_roles && ${[...teamRoles]}::text[]
      and person.id not in (select contact_id from team_members)
      and ${others} and not ${linkedAccounts(sql<SqlBool>`not ${own}`)})`;
}

export const managedElsewhere =
  'This person also has offices that are not yours. An operator can change them.';

/**
 * Operators of the team manage everyone, account managers the contacts of {@link contactsWithin}.
 * @throws {Problem} 422 for a contact who has other accounts, too; 404 for others
 */
export async function requireManagedContact(
  database: Queryable,
  viewer: TeamViewer,
  contactId: string,
): Promise<void> {
  const { rows } = await sql<{ mine: boolean; shared: boolean }>`
    select ${contactsWithin(viewer, 'person.id')} as mine,
      not person.portal_roles && ${[...teamRoles]}::text[] and person.id not in (select contact_id from team_members)
        and ${linkedAccounts(teamAccounts(viewer, 'held.id'))} as shared
    from contacts person where person.id = ${contactId} and not person.deleted`.execute(database);
  const [found] = rows;
  if (found && (found.mine || viewer.team?.roles.has(operatorRole))) return;
  if (found?.shared) throw notPossible(managedElsewhere);
  throw notFound(`Contact ${contactId} not found`);
}
