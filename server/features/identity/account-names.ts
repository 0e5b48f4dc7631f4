import { distinctNames, type NamedAccount } from '@mailcall/contract/rules/account-names.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { hasRight, ownAccounts } from './access.ts';

export async function accountNamesOf(
  database: Queryable,
  accountIds: Iterable<string>,
): Promise<Map<string, string>> {
  const { rows } = await sql<NamedAccount>`
    select id, name, address from accounts where id = any(${[...accountIds]}) and not deleted
    order by lower(name), name, id`.execute(database);
  return distinctNames(rows);
}

/** Leaves out accounts that only a grant shows. */
export async function accountNamesOfContact(
  database: Queryable,
  contactId: string,
): Promise<Map<string, string>> {
  const { rows } = await sql<NamedAccount>`
    with recursive ${ownAccounts(contactId)}
    select accounts.id, name, address from own join accounts on accounts.id = own.id`.execute(database);
  return distinctNames(rows);
}

/** A quick prefilter; `distinctNames` decides which names are alike. */
const withoutSpaces = sql`lower(translate(name, E' \\t\\n\u00a0', ''))`;

async function accountsNamedLike(
  database: Queryable,
  accountIds: readonly string[],
): Promise<NamedAccount[]> {
  if (accountIds.length === 0) return [];
  const { rows } = await sql<NamedAccount>`
    select id, name, address from accounts
    where not deleted and ${withoutSpaces} in (select ${withoutSpaces} from accounts where id = any(${[...accountIds]}))`.execute(
    database,
  );
  return rows;
}

export const accountNamesForOperators = async (
  database: Queryable,
  accountIds: readonly string[],
): Promise<Map<string, string>> => distinctNames(await accountsNamedLike(database, accountIds));

/** Distinct among accounts that the viewer can see; null for a deleted account. */
export async function accountNameAmong(
  database: Queryable,
  accountId: string,
  visibleIds: ReadonlySet<string>,
): Promise<string | null> {
  const alike = await accountsNamedLike(database, [accountId]);
  return distinctNames(alike.filter(({ id }) => visibleIds.has(id))).get(accountId) ?? null;
}

/** Names by contact id, distinct among the contact's own accounts. */
export async function accountNamesFor(
  database: Queryable,
  accountId: string,
  contactIds: Iterable<string>,
): Promise<Map<string, string>> {
  const contacts = [...new Set(contactIds)];
  if (contacts.length === 0) return new Map();
  const alike = await accountsNamedLike(database, [accountId]);
  const bare = alike.find(({ id }) => id === accountId)?.name ?? '';
  if (alike.length < 2) return new Map(contacts.map((id) => [id, bare]));
  const { rows } = await sql<{ contactId: string; accountId: string }>`
    select contact.id as "contactId", account.id as "accountId"
    from unnest(${contacts}::text[]) as contact (id) cross join unnest(${alike.map(({ id }) => id)}::text[]) as account (id)
    where ${hasRight({ contactId: 'contact.id', accountId: 'account.id' })}`.execute(database);
  const visible = Map.groupBy(rows, ({ contactId }) => contactId);
  return new Map(
    contacts.map((contactId) => {
      const ids = new Set((visible.get(contactId) ?? []).map((row) => row.accountId));
      return [contactId, distinctNames(alike.filter(({ id }) => ids.has(id))).get(accountId) ?? bare];
    }),
  );
}
