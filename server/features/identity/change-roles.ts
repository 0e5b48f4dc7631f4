import { limitedRole } from '@mailcall/contract/identity.ts';
import { isTeamRole, operatorRole } from '@mailcall/contract/rules/team-roles.ts';
import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable } from '../../platform/database.ts';
import { machineUser } from '../../platform/machine-user.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import { type PageRequest, pageLimit } from '../../platform/paging.ts';
import { contactByEmail } from './contacts.ts';

const knownRoles: readonly string[] = [operatorRole, limitedRole];

export interface ContactRoles {
  contactId: string;
  email: string;
  feedRoles: string[];
  portalRoles: string[];
}

interface RecordedChange {
  /** `team` for joining and leaving the team, and for other accounts. */
  role: string;
  given: boolean;
  /** Of the role `team`; `*` for all. */
  accountIds?: readonly string[];
}

export async function recordRoleChanges(
  transaction: Queryable,
  contactId: string,
  at: Date,
  changes: readonly RecordedChange[],
  by: string | null = machineUser(),
): Promise<void> {
  for (const { role, given, accountIds = null } of changes)
    await sql`
      insert into role_changes (contact_id, role, given, account_ids, made_by, made_at)
      values (${contactId}, ${role}, ${given}, ${accountIds && [...accountIds]}::text[], ${by}, ${at})`.execute(
      transaction,
    );
}

/** Returns the resulting roles. @throws {OperatorProblem} if the contact or role does not exist, or a role to revoke is the feed's */
export async function changeRoles(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
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
    if (remove === operatorRole && !portalRoles.some(isTeamRole)) await refuseMember(transaction, found);
    await sql`update contacts set portal_roles = ${portalRoles}::text[] where id = ${found.contactId}`.execute(
      transaction,
    );
    const changes = [
      ...(add !== undefined && !found.portalRoles.includes(add) ? [{ role: add, given: true }] : []),
      ...(remove === undefined ? [] : [{ role: remove, given: false }]),
    ];
    await recordRoleChanges(transaction, found.contactId, clock.now(), changes);
    return { ...found, portalRoles };
  });
}

/** Team members need a role. @throws {OperatorProblem} */
async function refuseMember(transaction: Queryable, { contactId, email }: ContactRoles): Promise<void> {
  const { rows } = await sql`select 1 from team_members where contact_id = ${contactId}`.execute(transaction);
  if (rows.length > 0)
    throw new OperatorProblem(
      `${email} is in the team and has no other role. Use: npm run cli -- team remove ${email}`,
    );
}

/** For people who are erased, with their place in the team. */
export async function recordTakenRoles(
  transaction: Queryable,
  contactIds: readonly string[],
  at: Date,
): Promise<void> {
  const { rows } = await sql<{ id: string; portalRoles: string[]; isMember: boolean }>`
    select contacts.id, portal_roles as "portalRoles", team_members.contact_id is not null as "isMember"
    from contacts left join team_members on team_members.contact_id = contacts.id
    where contacts.id = any(${[...contactIds]}::text[])`.execute(transaction);
  for (const { id, portalRoles, isMember } of rows) {
    const roles = [...portalRoles, ...(isMember ? ['team'] : [])];
    await recordRoleChanges(
      transaction,
      id,
      at,
      roles.map((role) => ({ role, given: false })),
    );
  }
}

export interface RoleChange {
  at: Date;
  contactId: string;
  /** Null if the contact was removed. */
  email: string | null;
  role: string;
  given: boolean;
  /** Of the role `team`; `*` for all, null for other roles. */
  accountIds: string[] | null;
  by: string | null;
}

export async function listRoleChanges(database: Queryable, page: PageRequest): Promise<RoleChange[]> {
  const { rows } = await sql<RoleChange>`
    select made_at as at, contact_id as "contactId", contacts.email, role, given, account_ids as "accountIds", made_by as by
    from role_changes left join contacts on contacts.id = contact_id and not contacts.deleted
    order by role_changes.id desc ${pageLimit(page)}`.execute(database);
  return rows;
}
