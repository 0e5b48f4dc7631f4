import { type RawBuilder, sql } from 'kysely';
import type { Queryable, Schema } from '../../platform/database.ts';

/** Tables whose rows belong to an account and have an id. */
type OwnedTable = {
  [Table in keyof Schema]: 'account_id' | 'id' extends keyof Schema[Table] ? Table : never;
}[keyof Schema];

/**
 * Those of some accounts that have rows that meet a condition, in the order of the database, in which imports lock them; one
 * account alone is not looked at. In a database of several machines, rows can be locked only by a statement that names one account:
 * so they are found first, and locked then.
 */
export async function accountsWithRows(
  database: Queryable,
  table: OwnedTable,
  accountIds: Iterable<string>,
  condition: RawBuilder<unknown>,
): Promise<string[]> {
  const among = [...accountIds];
  if (among.length <= 1) return among;
  const { rows } = await sql<{ id: string }>`
    select distinct account_id as id from ${sql.table(table)} where account_id = any(${among}) and ${condition}
    order by account_id`.execute(database);
  return rows.map(({ id }) => id);
}

/**
 * Locks the rows of some accounts that meet a condition until the transaction ends, in the order of account and id. Read them again
 * afterwards: others may have changed them meanwhile.
 */
export async function lockInAccounts(
  transaction: Queryable,
  table: OwnedTable,
  accountIds: Iterable<string>,
  condition: RawBuilder<unknown>,
): Promise<void> {
  for (const accountId of await accountsWithRows(transaction, table, accountIds, condition))
    await sql`
      select 1 from ${sql.table(table)} where account_id = ${accountId} and ${condition} order by id for update`.execute(
      transaction,
    );
}
