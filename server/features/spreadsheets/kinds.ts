import {
  mayDropKind,
  type RememberedHeaders,
  type SpreadsheetKind,
  spreadsheetHeaderKey,
} from '@mailcall/contract/rules/spreadsheet-kinds.ts';
import type { FeedFileName } from '@mailcall/contract/rules/api-key-scopes.ts';
import { operatorRole, type TeamRole } from '@mailcall/contract/rules/team-roles.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { feedFiles, keyColumns } from '../ingest/index.ts';

export const allKinds: readonly SpreadsheetKind[] = feedFiles.map((file) => ({
  kind: file.name,
  columns: file.columns.map(({ name }) => name).filter((name) => name !== 'id' || !file.idOf),
  keys: keyColumns(file),
  required: file.columns.filter(({ required }) => required).map(({ name }) => name),
}));

export interface Importer {
  roles: ReadonlySet<TeamRole>;
  scope: 'all' | ReadonlySet<string>;
}

export function kindsFor({ roles, scope }: Importer): readonly SpreadsheetKind[] {
  const person = { isOperator: roles.has(operatorRole), worksForAll: scope === 'all' };
  return allKinds.filter(({ kind }) => mayDropKind(kind, person));
}

export async function rememberedHeaders(
  database: Queryable,
): Promise<(kind: FeedFileName) => RememberedHeaders> {
  const rows = await database
    .selectFrom('spreadsheet_columns')
    .select(['kind', 'header', 'column_name'])
    .execute();
  const byKind = Map.groupBy(rows, ({ kind }) => kind);
  return (kind) =>
    Object.fromEntries((byKind.get(kind) ?? []).map(({ header, column_name }) => [header, column_name]));
}

export async function rememberHeaders(
  database: Queryable,
  {
    kind,
    headers,
    columns,
    at,
  }: { kind: FeedFileName; headers: string[]; columns: (string | null)[]; at: Date },
): Promise<void> {
  const byHeader = new Map(
    headers.flatMap((header, place) => {
      const key = spreadsheetHeaderKey(header);
      return key === '' ? [] : [[key, columns[place] ?? null] as const];
    }),
  );
  await sql`
    insert into spreadsheet_columns (kind, header, column_name, chosen_at)
    select ${kind}, header, column_name, ${at} from unnest(${[...byHeader.keys()]}::text[], ${[...byHeader.values()]}::text[])
      as chosen (header, column_name)
    on conflict (kind, header) do update set column_name = excluded.column_name, chosen_at = excluded.chosen_at`.execute(
    database,
  );
  await sql`
    delete from spreadsheet_columns where kind = ${kind} and header not in (
      select header from spreadsheet_columns where kind = ${kind} order by chosen_at desc, header limit ${maxHeaders})`.execute(
    database,
  );
}

/** Per kind. */
const maxHeaders = 500;
