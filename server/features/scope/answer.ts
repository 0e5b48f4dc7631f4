import type { VersionMeta } from '@mailcall/contract/wire/page.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import type { CheckedScope, RangedScope } from './checked-scope.ts';
import { idsOf } from './ids.ts';
import type { QueryEngine, QueryOptions } from './query-engine.ts';
import { keepingQueries } from './written-queries.ts';

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

/**
 * The sum of the accounts' versions: a query of one row. It comes first in each statement: accounts of several machines are not read in
 * one snapshot, and what is read first is not newer than the rest. So an answer can be newer than it says, but never older.
 */
const versionOf = (accountIds: readonly string[]) =>
  sql`select cast(coalesce(sum(account_version.version), 0) as double precision) as version from account_version where account_id = any(${idsOf('account', accountIds)})`;

type VersionedStatementRow<Row> = Row & { version: number; counted: number | null };

const versionedStatement = <Row extends object>(accountIds: readonly string[], query: RawBuilder<Row>) =>
  sql<VersionedStatementRow<Row>>`
    select data.version, answer.* from (${versionOf(accountIds)}) as data
    left join (select 1 as counted, result.* from (${query}) as result) as answer on true`;

function versionedRows<Row extends object>(rows: readonly VersionedStatementRow<Row>[]): VersionedRows<Row> {
  const [first] = rows;
  if (!first) throw new Error('The statement returned no version.');
  return { version: first.version, rows: rows.filter((row) => row.counted !== null) };
}

/**
 * Runs a query on some accounts together with the version of their data, in one statement and so in one snapshot: the
 * rows are neither older nor newer than the version. They are in no order.
 */
export async function queryAtVersion<Row extends object>(
  engine: QueryEngine,
  query: RawBuilder<Row>,
  options: QueryOptions,
): Promise<VersionedRows<Row>> {
  return versionedRows(await engine.rows(versionedStatement(options.accountIds, query), options));
}

/** The rows of a query on a scope with the version and time of the answer; without an account no rows, and nothing is read. */
export async function queryInScope<Row extends object>(
  engine: QueryEngine,
  scope: CheckedScope,
  query: (scope: CheckedScope) => RawBuilder<Row>,
  now: Date,
  options: Omit<QueryOptions, 'accountIds'> = {},
): Promise<{ rows: Row[]; meta: VersionMeta }> {
  const { version, rows } =
    scope.accountIds.length === 0
      ? { version: 0, rows: [] }
      : await queryAtVersion(engine, query(scope), { ...options, accountIds: scope.accountIds });
  return { rows, meta: { version, asOf: now.toISOString() } };
}

/**
 * A query that the record answers for several requests of a screen, with the version of the data.
 * @param query writes it from the scope alone: requests with equal scopes get the same object
 */
export const recordStatement = <Row extends object>(query: (scope: RangedScope) => RawBuilder<Row>) =>
  keepingQueries((scope) => versionedStatement(scope.accountIds, query(scope)));

/** How a query is answered together with others, and how the record answers it alone. */
export interface SharedQuery<Shared, Row> {
  /** One query for all of them, over tables of the copy. */
  shared: (scope: CheckedScope) => RawBuilder<Shared>;
  /** One for some of them, over tables of the record, as {@link recordStatement} writes it. */
  sharedInRecord?: (scope: RangedScope) => RawBuilder<VersionedStatementRow<Shared>>;
  /** The rows of this query among the shared ones. */
  part: (rows: readonly Shared[]) => Row[];
  alone: (scope: CheckedScope) => RawBuilder<Row>;
}

/** As {@link queryInScope}, for a query that is answered together with others of the same scope. */
export async function querySharedInScope<Shared extends object, Row extends object>(
  engine: QueryEngine,
  scope: CheckedScope,
  query: SharedQuery<Shared, Row>,
  now: Date,
  options: Omit<QueryOptions, 'accountIds'> = {},
): Promise<{ rows: Row[]; meta: VersionMeta }> {
  const { accountIds } = scope;
  if (accountIds.length === 0) return queryInScope(engine, scope, query.alone, now, options);
  const asked = { ...options, accountIds };
  const answer = <Found>(
    { version, rows }: VersionedRows<Found>,
    part: (rows: readonly Found[]) => Row[],
  ) => ({
    rows: part(rows),
    meta: { version, asOf: now.toISOString() },
  });
  const found = await engine.sharedRows(() => versionedStatement(accountIds, query.shared(scope)), asked);
  if (found) return answer(versionedRows(found), query.part);
  // asking the copy once more could wait for what it was not waited for
  const inRecord = async <Found extends object>(statement: RawBuilder<VersionedStatementRow<Found>>) =>
    versionedRows(await engine.recordRows(statement, asked));
  const { followUpsFrom: _, ...ranged } = scope;
  return query.sharedInRecord && options.data
    ? answer(await inRecord(query.sharedInRecord(ranged)), query.part)
    : answer(await inRecord(versionedStatement(accountIds, query.alone(scope))), (rows) => [...rows]);
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

type PageStatementRow<Row> = Row & { version: number; total: number; listed: number | null };

const pageStatement = <Row extends object>(accountIds: readonly string[], list: ListQuery<Row>) =>
  sql<PageStatementRow<Row>>`
    with data as materialized (${versionOf(accountIds)})${list.given ? sql`, ${list.given}` : sql``}
    select data.version, list.total, answer.* from data
    cross join (${list.total}) as list
    left join (select 1 as listed, page.* from (${list.page}) as page) as answer on true
    order by ${list.order}`;

function pageOf<Row extends object>(rows: PageStatementRow<Row>[]): VersionedPage<Row> {
  const [first] = rows;
  if (!first) throw new Error('The statement returned no version.');
  return { version: first.version, total: first.total, rows: rows.filter((row) => row.listed !== null) };
}

/** Reads one page of a list, the total of all pages and the version of the data, in one snapshot. */
export async function queryPageAtVersion<Row extends object>(
  database: Queryable,
  accountIds: readonly string[],
  list: ListQuery<Row>,
): Promise<VersionedPage<Row>> {
  const { rows } = await pageStatement(accountIds, list).execute(database);
  return pageOf(rows);
}

/** What a list has on a page, by the ids of its rows. */
export interface ListedId {
  account_id: string;
  id: string;
}

/** Sources of what the columnar copy finds or counts and the record reads. */
export interface ListSources {
  database: Queryable;
  readModel: QueryEngine;
}

/** Times that something is read from both, when it changes between the two. */
const attempts = 2;

/** Reads from the copy and then from the record; null unless both have the same version, or when there is no copy. */
async function atSameVersion<Found extends { version: number }, Result extends { version: number }>(
  find: () => Promise<Found | null>,
  read: (found: Found) => Promise<Result>,
): Promise<Result | null> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const found = await find();
    if (!found) return null;
    const result = await read(found);
    if (result.version === found.version) return result;
  }
  return null;
}

/**
 * Reads one page of a list that the columnar copy finds: it answers which rows the page has and how many the list, and the
 * record reads those rows. Null when the record has to find them.
 * @param list finds the rows in any engine
 * @param read the query of the rows, over the table `listed` (account_id, id, place), with the column `place` unless they have another order
 * @param options `order`: of the rows, by their columns under `answer`
 */
export async function queryFoundPage<Row extends object>(
  { database, readModel }: ListSources,
  list: ListQuery<ListedId>,
  read: (listed: RawBuilder<unknown>) => RawBuilder<Row>,
  { order = sql`answer.place`, ...options }: QueryOptions & { order?: RawBuilder<unknown> },
): Promise<VersionedPage<Row> | null> {
  return atSameVersion(
    async () => {
      const rows = await readModel.listedRows(pageStatement(options.accountIds, list), options);
      return rows && pageOf(rows);
    },
    async ({ version, total, rows }) => {
      if (rows.length === 0) return { version, total, rows: [] };
      const listed = sql`unnest(cast(${rows.map(({ account_id }) => account_id)} as text[]), cast(${rows.map(({ id }) => id)} as text[]))
        with ordinality as listed (account_id, id, place)`;
      return queryPageAtVersion<Row>(database, options.accountIds, {
        total: sql`select cast(${total} as integer) as total`,
        page: read(listed),
        order,
      });
    },
  );
}

/**
 * Reads one page of a list of something else, for which the columnar copy counts calls in groups. Null when the record has to
 * count them.
 */
export async function queryCountedPage<Row extends object, Count extends object>(
  { database, readModel }: ListSources,
  counts: RawBuilder<Count>,
  list: (counts: readonly Count[]) => ListQuery<Row>,
  options: QueryOptions,
): Promise<VersionedPage<Row> | null> {
  return atSameVersion(
    async () => {
      const rows = await readModel.listedRows(versionedStatement(options.accountIds, counts), options);
      return rows && versionedRows(rows);
    },
    ({ rows }) => queryPageAtVersion(database, options.accountIds, list(rows)),
  );
}
