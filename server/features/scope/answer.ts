import type { VersionMeta } from '@mailcall/contract/wire/page.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import type { CheckedScope } from './checked-scope.ts';

/** The rows of a query and the version of the data that they were read at. */
export interface VersionedRows<Row> {
  /** Sum of the versions of the queried accounts; rises with every change to one of them. */
  version: number;
  rows: Row[];
}

/** The rows of one page, how many rows the whole list has, and the version of the data. */
export interface VersionedPage<Row> extends VersionedRows<Row> {
  /** Rows of all pages. */
  total: number;
}

/** The sum of the accounts' versions: a table of one row. */
const versionOf = (accountIds: readonly string[]) =>
  sql`(select cast(coalesce(sum(account_version.version), 0) as double precision) as version from account_version where account_id = any(${[...accountIds]})) as data`;

/**
 * Runs a query on some accounts together with the version of their data, in one statement and so in one snapshot: the
 * rows are neither older nor newer than the version. They are in no order.
 */
export async function queryAtVersion<Row extends object>(
  database: Queryable,
  accountIds: readonly string[],
  query: RawBuilder<Row>,
): Promise<VersionedRows<Row>> {
  const { rows } = await sql<Row & { version: number; counted: number | null }>`
    select data.version, answer.* from ${versionOf(accountIds)}
    left join (select 1 as counted, result.* from (${query}) as result) as answer on true`.execute(database);
  const [first] = rows;
  if (!first) throw new Error('The statement returned no version.');
  return { version: first.version, rows: rows.filter((row) => row.counted !== null) };
}

/** The rows of a query on a scope with the version and time of the answer; without an account no rows, and nothing is read. */
export async function queryInScope<Row extends object>(
  database: Queryable,
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

/** A list as SQL: its common tables, its total and one page. */
export interface ListQuery<Row> {
  /** Common table expressions that the others may use. */
  given?: RawBuilder<unknown>;
  /** A query of one row with `total`. */
  total: RawBuilder<unknown>;
  page: RawBuilder<Row>;
  /** Order of the page's rows, by their columns under `answer`. */
  order: RawBuilder<unknown>;
}

/** Reads one page of a list, the total of all pages and the version of the data, in one snapshot. */
export async function queryPageAtVersion<Row extends object>(
  database: Queryable,
  accountIds: readonly string[],
  list: ListQuery<Row>,
): Promise<VersionedPage<Row>> {
  const { rows } = await sql<Row & { version: number; total: number; listed: number | null }>`
    ${list.given ? sql`with ${list.given}` : sql``}
    select data.version, list.total, answer.* from ${versionOf(accountIds)}
    cross join (${list.total}) as list
    left join (select 1 as listed, page.* from (${list.page}) as page) as answer on true
    order by ${list.order}`.execute(database);
  const [first] = rows;
  if (!first) throw new Error('The statement returned no version.');
  return { version: first.version, total: first.total, rows: rows.filter((row) => row.listed !== null) };
}
