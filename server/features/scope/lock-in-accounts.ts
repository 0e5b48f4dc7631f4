import { type RawBuilder, sql } from 'kysely';
import type { Queryable, Schema } from '../../platform/database.ts';

type OwnedTable = {
  [Table in keyof Schema]: 'account_id' | 'id' extends keyof Schema[Table] ? Table : never;
}[keyof Schema];

/** In the order in which imports lock; does not check a single account. Distributed databases lock rows only of one account a statement. */
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

/** Read the rows again afterwards, because they may have changed meanwhile. */
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
