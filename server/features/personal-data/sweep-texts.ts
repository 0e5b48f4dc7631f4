import { defaultScope, scopeToAddress } from '@mailcall/contract/scope/scope.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import type { FoundPerson } from './find-person.ts';
import { byAccount, findRows, type FoundRows, isAmong, keyObject } from './found-rows.ts';
import {
  expressionOf,
  isFreeText,
  likePatternsOf,
  listTextColumns,
  patternOf,
  type TextColumn,
} from './text-columns.ts';

export const replacement = 'removed';

/** SQL pattern of the number and address, which are unique; names are not. */
export const everywhere = ({ marks }: FoundPerson): string => patternOf({ ...marks, names: [] });

/** SQL condition. Views without a selection, or with exceptions, are about all accounts of owner and office. */
function isViewOfTheirs({ accountIds, accountIdsAbove, colleagueIds }: FoundPerson) {
  const written = accountIdsAbove.map(
    (id) => scopeToAddress({ ...defaultScope, accountIds: [id] }).accounts ?? '',
  );
  return sql<SqlBool>`(account_id = any(${accountIds}::text[])
    or case coalesce(address ->> 'accounts', '*')
      when '*' then account_id = any(${accountIdsAbove}::text[]) or contact_id = any(${colleagueIds}::text[])
      else string_to_array(address ->> 'accounts', ',') && ${written}::text[] end)`;
}

function isTheirs({ table, owned }: TextColumn, found: FoundPerson): RawBuilder<SqlBool> {
  const ids = sql`${found.accountIds}::text[]`;
  if (table === 'saved_views') return isViewOfTheirs(found);
  if (table === 'exports') return sql<SqlBool>`account_ids && ${ids}`;
  return owned ? sql<SqlBool>`account_id = any(${ids})` : sql<SqlBool>`false`;
}

/** SQL condition; by name only in rows of the person's accounts. */
export function namesPerson(column: TextColumn, found: FoundPerson) {
  const text = sql`${sql.ref(column.column)}::text`;
  return sql`(${text} ~* ${everywhere(found)} or (${isTheirs(column, found)} and ${text} ~* ${patternOf(found.marks)}))`;
}

const tablesOf = (columns: readonly TextColumn[]) => [...Map.groupBy(columns, ({ table }) => table)];

export function anyNames(columns: readonly TextColumn[], found: FoundPerson) {
  const text = sql`concat_ws(' ', ${sql.join(columns.map(({ column }) => sql.ref(column)))})`;
  const any = sql.join(
    columns.map((column) => namesPerson(column, found)),
    sql` or `,
  );
  return sql`${text} ilike any(${likePatternsOf(found.marks)}::text[]) and (${any})`;
}

export interface FoundTexts extends FoundRows {
  columns: TextColumn[];
}

export async function findTexts(database: Queryable, found: FoundPerson): Promise<FoundTexts[]> {
  const texts: FoundTexts[] = [];
  for (const [table, columns] of tablesOf((await listTextColumns(database)).filter(isFreeText))) {
    const rows = await findRows(database, table, anyNames(columns, found));
    for (const ofAccount of byAccount(rows)) texts.push({ ...ofAccount, columns });
  }
  return texts;
}

async function countIn(
  database: Queryable,
  {
    table,
    columns,
    condition,
  }: { table: string; columns: readonly TextColumn[]; condition: RawBuilder<unknown> },
  found: FoundPerson,
): Promise<number[]> {
  const counts = columns.map((column) => sql`count(*) filter (where ${namesPerson(column, found)})`);
  const { rows } = await sql<{ counts: number[] }>`
    select array[${sql.join(counts)}]::int[] as counts from ${sql.table(table)} where ${condition}`.execute(
    database,
  );
  return rows[0]?.counts ?? [];
}

export async function countTexts(
  database: Queryable,
  texts: readonly FoundTexts[],
  found: FoundPerson,
): Promise<number> {
  let count = 0;
  for (const text of texts) {
    const counts = await countIn(database, { ...text, condition: isAmong(text) }, found);
    count += counts.reduce((sum, one) => sum + one, 0);
  }
  return count;
}

interface NamingColumn {
  table: string;
  column: string;
  count: number;
}

export async function findLeft(database: Queryable, found: FoundPerson): Promise<NamingColumn[]> {
  const left: NamingColumn[] = [];
  for (const [table, columns] of tablesOf(await listTextColumns(database))) {
    const counts = await countIn(database, { table, columns, condition: anyNames(columns, found) }, found);
    for (const [index, { column }] of columns.entries()) {
      const count = counts[index] ?? 0;
      if (count > 0) left.push({ table, column, count });
    }
  }
  return left;
}

export interface Mention {
  table: string;
  id: string | null;
  texts: Record<string, unknown>;
}

/** At most 1,000 rows per table. */
export async function findMentions(
  database: Queryable,
  found: FoundPerson,
  hidden: readonly string[],
): Promise<Mention[]> {
  const mentions: Mention[] = [];
  const shown = (await listTextColumns(database)).filter(({ column }) => !hidden.includes(column));
  for (const [table, columns] of tablesOf(shown)) {
    const texts = columns.map(
      (column) =>
        sql`${column.column}::text, case when ${namesPerson(column, found)} then to_jsonb(${sql.ref(column.column)}) end`,
    );
    const { rows } = await sql<Mention>`
      select ${table}::text as table, to_jsonb(${sql.table(table)}) ->> 'id' as id,
        jsonb_strip_nulls(jsonb_build_object(${sql.join(texts)})) as texts
      from ${sql.table(table)} where ${anyNames(columns, found)} limit 1000`.execute(database);
    mentions.push(...rows);
  }
  return mentions;
}

/** Keys and numbers stay. */
function replaceIn(value: unknown, marks: RegExp): unknown {
  if (typeof value === 'string') return value.replace(marks, replacement);
  if (Array.isArray(value)) return value.map((item) => replaceIn(item, marks));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaceIn(item, marks)]));
}

async function sweepColumn(
  transaction: Queryable,
  rows: FoundTexts,
  column: TextColumn,
  found: FoundPerson,
): Promise<{ id: string | null; accountId: string | null }[]> {
  const { table, type, owned } = column;
  const condition = sql`${isAmong(rows)} and ${namesPerson(column, found)}`;
  const name = sql.ref(column.column);
  const swept = sql`${rows.key.includes('id') ? sql`id::text` : sql`null::text`} as id, ${owned ? sql`account_id` : sql`null::text`} as "accountId"`;
  if (type === 'jsonb') {
    const { rows: named } = await sql<{
      key: object;
      value: unknown;
      id: string | null;
      accountId: string | null;
    }>`
      select ${keyObject(rows.key)} as key, ${name} as value, ${swept} from ${sql.table(table)}
      where ${condition} for update`.execute(transaction);
    for (const { key: keyOfRow, value } of named)
      await sql`
        update ${sql.table(table)} set ${name} = ${JSON.stringify(replaceIn(value, expressionOf(found.marks)))}::jsonb
        where ${isAmong({ ...rows, keys: [keyOfRow] })}`.execute(transaction);
    return named;
  }
  const { rows: named } = await sql<{ id: string | null; accountId: string | null }>`
    update ${sql.table(table)} set ${name} = regexp_replace(${name}::text, ${patternOf(found.marks)}, ${replacement}, 'gi')::${sql.raw(type)}
    where ${condition} returning ${swept}`.execute(transaction);
  return named;
}

/** Replaces names in the person's accounts, and the number and address everywhere. Returns the accounts with changed texts. */
export async function sweepTexts(
  transaction: Queryable,
  texts: readonly FoundTexts[],
  found: FoundPerson,
): Promise<string[]> {
  const accountIds = new Set<string>();
  const callIds: string[] = [];
  for (const rows of texts) {
    for (const column of rows.columns) {
      for (const { id, accountId } of await sweepColumn(transaction, rows, column, found)) {
        if (accountId !== null) accountIds.add(accountId);
        if (column.table === 'transcript_turns' && id !== null)
          callIds.push(id.slice(0, id.lastIndexOf(':')));
        if ((column.table === 'calls' || column.table === 'call_scores') && id !== null) callIds.push(id);
      }
    }
  }
  await sql`
    insert into erased_texts select distinct id from unnest(${callIds}::text[]) id on conflict do nothing`.execute(
    transaction,
  );
  return [...accountIds];
}
