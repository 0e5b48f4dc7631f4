import { operatorRole } from '@mailcall/contract/rules/team-roles.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { notFound, notPossible } from '../../platform/http/problems.ts';
import { contactsWithin, isOutsideTeam, sharesAccount, type Viewer } from '../identity/index.ts';

export const managedElsewhere =
  'This person also has offices that are not yours. An operator can change them.';

/**
 * Operators of the team manage everyone, account managers the contacts of {@link contactsWithin}.
 * @throws {Problem} 422 for a contact who has other accounts, too; 404 for others
 */
export async function requireManagedContact(
  database: Queryable,
  viewer: Pick<Viewer, 'team'>,
  contactId: string,
): Promise<void> {
  const { rows } = await sql<{ mine: boolean; shared: boolean }>`
    select ${contactsWithin(viewer, 'person.id')} as mine, ${isOutsideTeam} and ${sharesAccount(viewer)} as shared
    from contacts person where person.id = ${contactId} and not person.deleted`.execute(database);
  const [found] = rows;
  if (found && (found.mine || viewer.team?.roles.has(operatorRole))) return;
  if (found?.shared) throw notPossible(managedElsewhere);
  throw notFound(`Contact ${contactId} not found`);
}
