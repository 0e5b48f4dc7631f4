import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';

export interface FoundRows {
  table: string;
  key: string[];
  types: string[];
  keys: object[];
  /** Absent if the rows have several accounts or none. */
  accountId?: string;
}

const columnsOf = (key: readonly string[]) => sql.join(key.map((column) => sql.ref(column)));

export const keyObject = (key: readonly string[]) =>
  sql`jsonb_build_object(${sql.join(key.map((column) => sql`${column}::text, ${sql.ref(column)}`))})`;

export async function findRows(
  database: Queryable,
  table: string,
  condition: RawBuilder<unknown>,
): Promise<FoundRows> {
  const { rows: columns } = await sql<{ name: string; type: string }>`
    select attname as name, format_type(atttypid, atttypmod) as type from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
    where indrelid = ${table}::regclass and indisprimary order by attnum`.execute(database);
  const key = columns.map(({ name }) => name);
  const { rows } = await sql<{ key: object }>`
    select ${keyObject(key)} as key from ${sql.table(table)} where ${condition} order by ${columnsOf(key)}`.execute(
    database,
  );
  const types = columns.map(({ type }) => type);
  return { table, key, types, keys: rows.map((row) => row.key) };
}

/** A distributed database keeps an account's rows on one machine. Rows without an account stay together. */
export function byAccount(rows: FoundRows): FoundRows[] {
  if (!rows.key.includes('account_id')) return rows.keys.length === 0 ? [] : [rows];
  const accountOf = (key: object) => String((key as { account_id: unknown }).account_id);
  return [...Map.groupBy(rows.keys, accountOf)].map(([accountId, keys]) => ({ ...rows, keys, accountId }));
}

export const isAmong = ({ key, types, keys, accountId }: FoundRows) => {
  const columns = sql.join(
    key.map((column, index) => sql`${sql.ref(column)} ${sql.raw(types[index] ?? '')}`),
  );
  return sql<boolean>`
    ${accountId === undefined ? sql`true` : sql`account_id = ${accountId}`} and (${columnsOf(key)}) in (
      select ${columnsOf(key)} from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as found (${columns}))`;
};

/** Takes locks in the order of the keys. */
export async function lockFoundRows(transaction: Queryable, rows: FoundRows): Promise<void> {
  await sql`
    select 1 from ${sql.table(rows.table)} where ${isAmong(rows)} order by ${columnsOf(rows.key)} for update`.execute(
    transaction,
  );
}
