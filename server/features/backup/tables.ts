import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type BackupTable, jobsSchema, type Manifest } from './manifest.ts';

export interface StoredTable extends Omit<BackupTable, 'rows'> {
  readonly sql: string;
}

/** Tables that a restored database fills itself, and bodies of events, whose limit of 30 days a backup would not keep. */
const leftOutTables: ReadonlySet<string> = new Set(['migrations', 'connection_call_events']);

/** Values as text that reads back as the same, whatever the server's settings. */
export async function useExactText(client: pg.ClientBase): Promise<void> {
  await client.query(
    `set local statement_timeout = 0; set local lock_timeout = 0; set local timezone = 'UTC';
    set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres'; set local extra_float_digits = 3;
    set local client_encoding = 'UTF8'`,
  );
}

/** With the columns that are not computed from others. */
export async function listTables(client: pg.ClientBase): Promise<StoredTable[]> {
  const { rows } = await client.query<StoredTable>(
    `select case nspname when $1 then 'jobs' else 'record' end as part, relname as name,
      format('%I.%I', nspname, relname) as sql,
      array_agg(attname::text order by attnum) as columns
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
    where relkind = 'r' and nspname in (current_schema(), $1)
    group by nspname, relname order by 1 desc, 2`,
    [jobsSchema],
  );
  return rows.filter(({ name }) => !leftOutTables.has(name));
}

/** Used sequences; those behind identity columns have the same names in every database. */
export async function listSequences(client: pg.ClientBase): Promise<Manifest['sequences']> {
  const { rows } = await client.query<Manifest['sequences'][number]>(
    `select case schemaname when $1 then 'jobs' else 'record' end as part, sequencename as name, last_value::text as value
    from pg_sequences where schemaname in (current_schema(), $1) and last_value is not null order by 1, 2`,
    [jobsSchema],
  );
  return rows;
}

const quoted = (names: readonly string[]) =>
  names.map((name) => `"${name.replaceAll('"', '""')}"`).join(', ');

export const copyTarget = (table: Pick<StoredTable, 'sql' | 'columns'>): string =>
  `${table.sql} (${quoted(table.columns)})`;

/** PostgreSQL's text format of COPY; `rowCount` is known at the end. */
export const rowsOf = (client: pg.ClientBase, table: StoredTable) =>
  client.query(copyTo(`copy ${copyTarget(table)} to stdout`));
