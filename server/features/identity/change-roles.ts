import { limitedRole } from '@mailcall/contract/identity.ts';
import { operatorRole } from '@mailcall/contract/rules/roles.ts';
import { sql } from 'kysely';
import type { Database } from '../../platform/database.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import { contactByEmail } from './contacts.ts';

/** The roles that have a meaning here. */
const knownRoles: readonly string[] = [operatorRole, limitedRole];

/** A contact's roles by where they come from. */
export interface ContactRoles {
  contactId: string;
  email: string;
  /** Given by the feed. */
  feedRoles: string[];
  /** Given with the command line. */
  portalRoles: string[];
}

/**
 * Gives or takes roles, and answers with those that the contact has then. Without changes it only answers. The contact's
 * sessions notice at their next request.
 * @throws {OperatorProblem} when there is no such contact or role, or the role to take is the feed's
 */
export async function changeRoles(
  database: Pick<Database, 'transaction'>,
  email: string,
  change: { add?: string | undefined; remove?: string | undefined },
): Promise<ContactRoles> {
  for (const role of [change.add, change.remove])
    if (role !== undefined && !knownRoles.includes(role))
      throw new OperatorProblem(`There is no role ${role}. The roles are ${knownRoles.join(' and ')}.`);
  return database.transaction(async (transaction) => {
    const contact = await contactByEmail(transaction, email);
    const { rows } = await sql<ContactRoles>`
      select id as "contactId", email, roles as "feedRoles", portal_roles as "portalRoles"
      from contacts where id = ${contact.id} for update`.execute(transaction);
    const [found] = rows;
    if (!found) throw new OperatorProblem(`No contact has the email address ${email}.`);
    const { add, remove } = change;
    if (remove !== undefined && !found.portalRoles.includes(remove))
      throw new OperatorProblem(
        found.feedRoles.includes(remove)
          ? `The feed gives ${found.email} the role ${remove}. Remove it there.`
          : `${found.email} does not have the role ${remove}.`,
      );
    const portalRoles = [...new Set([...found.portalRoles, ...(add === undefined ? [] : [add])])]
      .filter((role) => role !== remove)
      .sort();
    await sql`update contacts set portal_roles = ${portalRoles}::text[] where id = ${found.contactId}`.execute(
      transaction,
    );
    return { ...found, portalRoles };
  });
}
