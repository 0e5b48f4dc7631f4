import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';

/** A column of the record that can hold a text about somebody. */
export interface TextColumn {
  table: string;
  column: string;
  type: 'text' | 'jsonb' | 'text[]';
  /** Whether the rows of the table belong to accounts. */
  owned: boolean;
}

/** Every column of texts, lists of texts and JSON, without ids and what the database computes. */
export async function listTextColumns(database: Queryable): Promise<TextColumn[]> {
  const { rows } = await sql<TextColumn>`
    select columns.table_name as table, columns.column_name as column,
      case when data_type = 'ARRAY' then 'text[]' when data_type = 'jsonb' then 'jsonb' else 'text' end as type,
      exists (select from information_schema.columns other where other.table_schema = 'public'
        and other.table_name = columns.table_name and other.column_name = 'account_id') as owned
    from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER'
      and (data_type in ('text', 'jsonb') or (data_type = 'ARRAY' and columns.udt_name = '_text'))
      and table_name not in ('migrations', 'command_runs', 'erased_persons', 'erasure_salt', 'picklists',
        -- the provider's and the offices' own names and numbers
        'accounts', 'staff', 'tracking_lines', 'sales_contacts', 'contacts', 'dimension_values', 'webhooks', 'api_keys')
      and column_name <> 'id' and column_name !~ '_(id|ids|hash|key)$' and column_name <> 'key'
    order by 1, 2`.execute(database);
  return rows;
}

/** A regular expression of PostgreSQL that finds any of the texts, in any case. */
export const patternOf = (marks: readonly string[]): string =>
  marks
    .map((mark) => mark.replace(/[^\p{L}\p{N}]/gu, (sign) => (/\s/.test(sign) ? '\\s+' : `\\${sign}`)))
    .join('|');
