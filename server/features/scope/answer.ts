import type { VersionMeta } from '@mailcall/contract/wire/page.ts';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import type { CheckedScope } from './checked-scope.ts';

/** The rows of a question and the version of the data that they were read at. */
export interface VersionedRows<Row> {
  /** Sum of the versions of the accounts asked about; rises with every change to one of them. */
  version: number;
  rows: Row[];
}

/** The rows of one page, how many rows the whole list has, and the version of the data. */
export interface VersionedPage<Row> extends VersionedRows<Row> {
  /** Rows in the whole list. */
  total: number;
}

/** The sum of the accounts' versions: a table of one row. */
const versionOf = (accountIds: readonly string[]) =>
  sql`(select cast(coalesce(sum(v), 0) as double precision) as version from account_clock where account_id = any(${[...accountIds]})) as clock`;

/**
 * Asks a question about some accounts together with the version of their data, in one statement and so in one
 * snapshot: no answer is older or newer than its version says. The rows come in no order.
 */
async function queryAtVersion<Row extends object>(
  database: QueryExecutorProvider,
  accountIds: readonly string[],
  query: RawBuilder<Row>,
): Promise<VersionedRows<Row>> {
  const { rows } = await sql<Row & { version: number; counted: number | null }>`
    select clock.version, answer.* from ${versionOf(accountIds)}
    left join (select 1 as counted, question.* from (${query}) as question) as answer on true`.execute(
    database,
  );
  const [first] = rows;
  if (!first) throw new Error('The statement gave no version.');
  return { version: first.version, rows: rows.filter((row) => row.counted !== null) };
}

/** The rows of a question about a scope with the version and time of the answer; without an account there are none, and nothing is read. */
export async function queryInScope<Row extends object>(
  database: QueryExecutorProvider,
  scope: CheckedScope,
  query: (scope: CheckedScope) => RawBuilder<Row>,
  now: Date,
): Promise<{ rows: Row[]; meta: VersionMeta }> {
  const { version, rows } =
    scope.accountIds.length === 0
      ? { version: 0, rows: [] }
      : await queryAtVersion(database, scope.accountIds, query(scope));
  return { rows, meta: { version, asOf: now.toISOString() } };
}

/** A list as SQL: what it consists of, the length of the whole and one page. */
export interface ListQuery<Row> {
  /** Common table expressions that the others may use. */
  given?: RawBuilder<unknown>;
  /** A question of one row with `total`. */
  total: RawBuilder<unknown>;
  page: RawBuilder<Row>;
  /** Order of the page's rows, by their columns under `answer`. */
  order: RawBuilder<unknown>;
}

/** Asks for one page of a list, the length of the whole list and the version of the data, in one snapshot. */
export async function queryPageAtVersion<Row extends object>(
  database: QueryExecutorProvider,
  accountIds: readonly string[],
  list: ListQuery<Row>,
): Promise<VersionedPage<Row>> {
  const { rows } = await sql<Row & { version: number; total: number; listed: number | null }>`
    ${list.given ? sql`with ${list.given}` : sql``}
    select clock.version, whole.total, answer.* from ${versionOf(accountIds)}
    cross join (${list.total}) as whole
    left join (select 1 as listed, page.* from (${list.page}) as page) as answer on true
    order by ${list.order}`.execute(database);
  const [first] = rows;
  if (!first) throw new Error('The statement gave no version.');
  return { version: first.version, total: first.total, rows: rows.filter((row) => row.listed !== null) };
}
