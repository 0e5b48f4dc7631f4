import { createHash } from 'node:crypto';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';

/** CTE `own`: accounts linked to a contact, and those below. */
export const ownAccounts = (contactId: string | RawBuilder<unknown>) => sql`
  own (id, parent_id) as (
    select accounts.id, accounts.parent_id from contact_accounts join accounts on accounts.id = contact_accounts.account_id
    where contact_accounts.contact_id = ${contactId} and not accounts.deleted
    union
    select accounts.id, accounts.parent_id from own join accounts on accounts.parent_id = own.id where not accounts.deleted
  )`;

/** CTE `primary_accounts`: accounts with this primary contact, and their sub-accounts. */
export const primaryAccounts = (contactId: string) => sql`
  primary_accounts (id) as (
    select accounts.id from contact_accounts join accounts on accounts.id = contact_accounts.account_id
    where contact_accounts.contact_id = ${contactId} and contact_accounts.is_primary and not accounts.deleted
    union
    select accounts.id from primary_accounts join accounts on accounts.parent_id = primary_accounts.id
    where not accounts.deleted
  )`;

/** For distributed queries, which cannot contain a recursive CTE. */
export async function readPrimaryAccounts(database: Queryable, contactId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive ${primaryAccounts(contactId)} select id from primary_accounts`.execute(database);
  return rows.map(({ id }) => id);
}

/** CTE `above`: an account and those above it, whose contacts have access. */
export const accountAndAbove = (accountId: unknown) => sql`
  above (id, parent_id) as (
    select id, parent_id from accounts where id = ${accountId} and not deleted
    union
    select accounts.id, accounts.parent_id from above join accounts on accounts.id = above.parent_id
    where not accounts.deleted
  )`;

/** SQL condition: a contact is linked to an account or one above it. Grants do not count. */
export const hasRight = (columns: {
  contactId: string;
  accountId: string;
}): RawBuilder<SqlBool> => sql<SqlBool>`
  exists (
    with recursive ${accountAndAbove(sql.ref(columns.accountId))}
    select 1 from above join contact_accounts linked on linked.account_id = above.id
    where linked.contact_id = ${sql.ref(columns.contactId)}
  )`;

export const rolesOfContact = sql<string[]>`contacts.roles || contacts.portal_roles`;

export interface Access {
  roles: readonly string[];
  accountIds: readonly string[];
  grantedIds?: readonly string[] | null;
  /** Accounts chosen for a member of the team; new sub-accounts change no version. Null for others. */
  team?: 'all' | readonly string[] | null;
}

/** Computed from the values, so that every change is noticed. */
export function versionOfAccess({ roles, accountIds, grantedIds, team = null }: Access): string {
  const parts = [
    [...roles].sort(),
    accountIds,
    ...(grantedIds ? [grantedIds] : []),
    ...(team ? [{ team }] : []),
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 16);
}

export async function accessVersionOf(database: Queryable, contactId: string): Promise<string> {
  const { rows } = await sql<{
    roles: string[];
    accountIds: string[];
    allAccounts: boolean | null;
    chosen: string[];
  }>`
    with recursive ${ownAccounts(contactId)}
    select ${rolesOfContact} as roles, coalesce((select array_agg(id order by id) from own), '{}') as "accountIds",
      (select all_accounts from team_members where contact_id = ${contactId}) as "allAccounts",
      array(select account_id from team_member_accounts where contact_id = ${contactId} order by account_id) as chosen
    from contacts where id = ${contactId}
  `.execute(database);
  const [row] = rows;
  if (!row) return versionOfAccess({ roles: [], accountIds: [] });
  const { roles, accountIds, allAccounts, chosen } = row;
  if (allAccounts === null) return versionOfAccess({ roles, accountIds });
  return versionOfAccess({ roles, accountIds: [], team: allAccounts ? 'all' : chosen });
}
