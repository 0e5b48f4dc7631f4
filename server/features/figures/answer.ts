import type { VersionMeta } from '@mailcall/contract/wire/page.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { type CheckedScope, idsOf } from '../scope/index.ts';
import type { QueryEngine, QueryOptions } from './query-engine.ts';
import type { RowSource } from './row-sources.ts';

export interface VersionedRows<Row> {
  /** Sum of the queried accounts' versions; increases with every change. */
  version: number;
  rows: Row[];
}

export interface VersionedPage<Row> extends VersionedRows<Row> {
  total: number;
}

/** Comes first in each statement: nodes have no common snapshot, so an answer may be newer than its version, but never older. */
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

export async function queryAtVersion<Row extends object>(
  engine: QueryEngine,
  query: RawBuilder<Row>,
  options: QueryOptions,
): Promise<VersionedRows<Row>> {
  const write = () => versionedStatement(options.accountIds, query);
  return versionedRows(await engine.countedRows(write, options));
}

/** Do not modify the rows: other requests may share them. @param statement counts a scope's calls over the rows of either engine */
export async function queryInScope<Row extends object>(
  engine: QueryEngine,
  scope: CheckedScope,
  statement: (scope: CheckedScope, rows: RowSource) => RawBuilder<Row>,
  now: Date,
  options: Omit<QueryOptions, 'accountIds'> = {},
): Promise<{ rows: Row[]; meta: VersionMeta }> {
  const { accountIds } = scope;
  const write = (rows: RowSource) => versionedStatement(accountIds, statement(scope, rows));
  const { version, rows } =
    accountIds.length === 0
      ? { version: 0, rows: [] }
      : versionedRows(await engine.countedRows(write, { ...options, accountIds }));
  return { rows, meta: { version, asOf: now.toISOString() } };
}

export interface ListQuery<Row> {
  given?: RawBuilder<unknown>;
  total: RawBuilder<unknown>;
  page: RawBuilder<Row>;
  /** Sort order by columns of the table `answer`. */
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

export async function queryPageAtVersion<Row extends object>(
  database: Queryable,
  accountIds: readonly string[],
  list: ListQuery<Row>,
): Promise<VersionedPage<Row>> {
  const { rows } = await pageStatement(accountIds, list).execute(database);
  return pageOf(rows);
}

export interface ListedId {
  account_id: string;
  id: string;
}

export interface ListSources {
  database: Queryable;
  readModel: QueryEngine;
}

const attempts = 2;

/** Null unless copy and record have the same version, or without a copy. */
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

/** Null if the record must find the page. @param read query over `listed` (account_id, id, place); `place` unless `order` sorts the rows */
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

/** Null if the record must count. */
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
