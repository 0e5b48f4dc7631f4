import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import type { FoundPerson } from './find-person.ts';
import { expressionOf, isFreeText, listTextColumns, patternOf, type TextColumn } from './text-columns.ts';

/** What stands in a text in the place of what named the person. */
export const replacement = 'removed';

/** The number and the address name the person everywhere; others can have the same name. */
export const everywhere = ({ marks }: FoundPerson): string => patternOf({ ...marks, names: [] });

/** SQL condition: a column names the person; by name only in rows of their accounts. */
export function namesPerson({ table, column, owned }: TextColumn, found: FoundPerson) {
  const text = sql`${sql.ref(column)}::text`;
  const ids = sql`${found.accountIds}::text[]`;
  const isTheirs =
    table === 'exports' ? sql`account_ids && ${ids}` : owned ? sql`account_id = any(${ids})` : sql`false`;
  return sql`(${text} ~* ${everywhere(found)} or (${isTheirs} and ${text} ~* ${patternOf(found.marks)}))`;
}

async function countIn(database: Queryable, column: TextColumn, found: FoundPerson): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(column.table)} where ${namesPerson(column, found)}`.execute(
    database,
  );
  return rows[0]?.count ?? 0;
}

/** Counts the texts in which the person is replaced. */
export async function countTexts(database: Queryable, found: FoundPerson): Promise<number> {
  let count = 0;
  for (const column of (await listTextColumns(database)).filter(isFreeText))
    count += await countIn(database, column, found);
  return count;
}

/** Where the person is named outside of texts, which is not changed: `table.column` with the number of rows. */
export async function findLeft(database: Queryable, found: FoundPerson): Promise<Record<string, number>> {
  const left: Record<string, number> = {};
  for (const column of await listTextColumns(database)) {
    const count = await countIn(database, column, found);
    if (count > 0) left[`${column.table}.${column.column}`] = count;
  }
  return left;
}

/** Replaces the marks in the texts of a JSON value; keys and numbers stay. */
function replaceIn(value: unknown, marks: RegExp): unknown {
  if (typeof value === 'string') return value.replace(marks, replacement);
  if (Array.isArray(value)) return value.map((item) => replaceIn(item, marks));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaceIn(item, marks)]));
}

/** Replaces what names the person in a column; returns the ids of the rows. */
async function sweepColumn(
  transaction: Queryable,
  column: TextColumn,
  found: FoundPerson,
): Promise<{ id: string | null; accountId: string | null }[]> {
  const { table, type, owned } = column;
  const name = sql.ref(column.column);
  const swept = sql`to_jsonb(${sql.table(table)}) ->> 'id' as id, ${owned ? sql`account_id` : sql`null::text`} as "accountId"`;
  if (type === 'jsonb') {
    const { rows } = await sql<{ row: string; value: unknown; id: string | null; accountId: string | null }>`
      select ctid::text as row, ${name} as value, ${swept} from ${sql.table(table)} where ${namesPerson(column, found)} for update`.execute(
      transaction,
    );
    for (const { row, value } of rows)
      await sql`
        update ${sql.table(table)} set ${name} = ${JSON.stringify(replaceIn(value, expressionOf(found.marks)))}::jsonb
        where ctid = ${row}::tid`.execute(transaction);
    return rows;
  }
  const { rows } = await sql<{ id: string | null; accountId: string | null }>`
    update ${sql.table(table)} set ${name} = regexp_replace(${name}::text, ${patternOf(found.marks)}, ${replacement}, 'gi')::${sql.raw(type)}
    where ${namesPerson(column, found)} returning ${swept}`.execute(transaction);
  return rows;
}

/**
 * Replaces what names the person in every other text: names in the person's accounts, the number and the address everywhere.
 * @returns the accounts whose texts have changed
 */
export async function sweepTexts(transaction: Queryable, found: FoundPerson): Promise<string[]> {
  const accountIds = new Set<string>();
  const callIds: string[] = [];
  for (const column of (await listTextColumns(transaction)).filter(isFreeText)) {
    for (const { id, accountId } of await sweepColumn(transaction, column, found)) {
      if (accountId !== null) accountIds.add(accountId);
      if (column.table === 'calls' && id !== null) callIds.push(id);
    }
  }
  await sql`
    insert into erased_texts select distinct id from unnest(${callIds}::text[]) id on conflict do nothing`.execute(
    transaction,
  );
  return [...accountIds];
}
