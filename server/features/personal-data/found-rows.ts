import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';

/** Rows of a table that were found before they are locked. */
export interface FoundRows {
  table: string;
  /** The columns of the primary key. */
  key: string[];
  /** The primary keys of the rows, by column. */
  keys: object[];
}

const columnsOf = (key: readonly string[]) => sql.join(key.map((column) => sql.ref(column)));

/** Finds rows by a condition. */
export async function findRows(
  database: Queryable,
  table: string,
  condition: RawBuilder<unknown>,
): Promise<FoundRows> {
  const { rows: columns } = await sql<{ name: string }>`
    select attname as name from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
    where indrelid = ${table}::regclass and indisprimary order by attnum`.execute(database);
  const key = columns.map(({ name }) => name);
  const { rows } = await sql<{ key: object }>`
    select to_jsonb(keys) as key
    from (select ${columnsOf(key)} from ${sql.table(table)} where ${condition}) keys`.execute(database);
  return { table, key, keys: rows.map((row) => row.key) };
}

/** SQL condition: a row is among those that were found. It is read by the primary key. */
export const isAmong = ({ table, key, keys }: FoundRows) =>
  sql<boolean>`(${columnsOf(key)}) in (
    select ${columnsOf(key)} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(keys)}::jsonb))`;

/** Locks rows that were found, in the order of their keys. */
export async function lockFoundRows(transaction: Queryable, rows: FoundRows): Promise<void> {
  await sql`
    select 1 from ${sql.table(rows.table)} where ${isAmong(rows)} order by ${columnsOf(rows.key)} for update`.execute(
    transaction,
  );
}
