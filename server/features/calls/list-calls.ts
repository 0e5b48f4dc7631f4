import type { CallSort, listCalls as listCallsRoute } from '@mailcall/contract/calls.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { z } from 'zod';
import { sortDirection } from '../../platform/sort-order.ts';
import {
  callTerms,
  type ListedId,
  type ListQuery,
  type ListSources,
  queryFoundPage,
  queryPageAtVersion,
  type RequestOptions,
  type VersionedPage,
} from '../figures/index.ts';
import { type CheckedScope, idsOf, staffName } from '../scope/index.ts';
import { callInList } from './call-conditions.ts';
import { callRowColumns, type CallRowRecord, callRowTables, presentCallRow } from './call-row.ts';
import { pageLimit, pageMeta } from '../../platform/paging.ts';
import { inSearchText, type SearchedText, textMatches } from '../../platform/text-search.ts';
import { inFoundTranscripts, inTranscript } from '../transcripts/index.ts';
import { sortedInCopy, type SortKey } from './sorted-in-copy.ts';

/** The client's own name of the campaign, else the feed's. */
export const inCampaignName =
  (accountIds: readonly string[]): SearchedText =>
  (word) =>
    sql<SqlBool>`(calls.account_id, calls.campaign_id) in (
      select campaigns.account_id, campaigns.id from campaigns
      where campaigns.account_id = any(${idsOf('account', accountIds)}) and ${inSearchText(sql`campaigns.search_text`)(word)})`;

export type CallListRequest = z.output<(typeof listCallsRoute)['query']>;

const noJoins = sql``;
const sortKeys: Readonly<Record<CallSort, (accountIds: readonly string[]) => SortKey>> = {
  callDateTime: () => ({ key: sql`calls.call_date_time`, joins: noJoins }),
  callDuration: () => ({ key: sql`calls.duration_seconds`, joins: noJoins }),
  callType: () => ({
    // in the order of the labels in contract/rules/call-label.ts
    key: sql`case when calls.follow_up_opportunity and calls.resolve_date is null then 1
      when calls.resolve_date is not null then 2 when ${callTerms.appointment} then 3 when ${callTerms.opportunity} then 4
      else 5 end`,
    joins: noJoins,
  }),
  answeredBy: (accountIds) => ({
    // lower case before the join: there are few names, and many calls
    key: sql`coalesce(sorter.name, answerer.name) collate "C"`,
    joins: sql`
      left join (select staff.account_id, staff.id, lower(${staffName('staff')}) as name from staff
        where staff.account_id = any(${idsOf('account', accountIds)})) as sorter
        on sorter.account_id = calls.account_id and sorter.id = calls.handler_id
      left join (select code, lower(value) as name from dimension_values where dimension = 'answeredBy') as answerer
        on answerer.code = calls.answered_by`,
  }),
};

export const callSortKey = (sort: CallSort, { accountIds }: CheckedScope): SortKey =>
  sortKeys[sort](accountIds);

export function callMatchesRequest(
  scope: CheckedScope,
  request: Pick<CallListRequest, 'filters' | 'query'>,
  inSaid: SearchedText = inTranscript(scope.accountIds),
): RawBuilder<SqlBool> {
  const inList = callInList(scope, request.filters);
  const found = textMatches(request.query, [
    inSearchText(sql`calls.search_text`),
    inCampaignName(scope.accountIds),
    inSaid,
  ]);
  return found ? sql<SqlBool>`${inList} and ${found}` : inList;
}

/** Up to this offset the index by time is faster than reading all calls. */
const maxReadInOrder = 200_000;

type ListSource = Pick<ListQuery<unknown>, 'given' | 'total'> & { ids: RawBuilder<ListedId> };

/** Merges the head of each account's calls; only the count reads all. An account with calls has a version, on the node of its calls. */
function fromHeads(
  scope: CheckedScope,
  request: CallListRequest,
  condition: RawBuilder<unknown>,
): ListSource {
  const order = sql`call_date_time ${sortDirection(request.dir)}, id`;
  return {
    total: sql`select cast(count(*) as integer) as total from calls where ${condition}`,
    ids: sql<ListedId>`
      select heads.account_id, heads.id, heads.call_date_time as sort_key
      from account_version as office
      cross join lateral (
        select calls.account_id, calls.id, calls.call_date_time from calls
        where calls.account_id = office.account_id and ${condition}
        order by ${order} limit ${request.page * request.pageSize}) as heads
      where office.account_id = any(cast(${[...scope.accountIds]} as text[]))
      order by ${order} ${pageLimit(request)}`,
  };
}

function fromAll(
  scope: CheckedScope,
  request: CallListRequest,
  condition: RawBuilder<unknown>,
): ListSource & { given: RawBuilder<unknown> } {
  const { key, joins } = callSortKey(request.sort, scope);
  return {
    given: sql`matching as materialized (
      select calls.account_id, calls.id, ${key} as sort_key from calls ${joins} where ${condition})`,
    total: sql`select cast(count(*) as integer) as total from matching`,
    ids: sql<ListedId>`select * from matching order by sort_key ${sortDirection(request.dir)} nulls last, id ${pageLimit(request)}`,
  };
}

function foundOnce(
  scope: CheckedScope,
  request: CallListRequest,
  condition: RawBuilder<unknown>,
): ListQuery<ListedId> {
  const { ids, ...source } = fromAll(scope, request, condition);
  const order = sql`answer.sort_key ${sortDirection(request.dir)} nulls last, answer.id`;
  return { ...source, page: ids, order };
}

/** Null if the record must find the page. */
async function foundPage(
  sources: ListSources,
  scope: CheckedScope,
  request: CallListRequest,
  options: RequestOptions,
): Promise<VersionedPage<CallRowRecord> | null> {
  const inSaid = await inFoundTranscripts(sources.database, scope.accountIds, request.query ?? '');
  if (inSaid === null) return null;
  const condition = callMatchesRequest(scope, request, inSaid);
  return queryFoundPage(
    sources,
    // texts are searched only once
    request.query
      ? foundOnce(scope, request, condition)
      : sortedInCopy(request, callSortKey(request.sort, scope), condition),
    (listed) => sql<CallRowRecord>`
      select ${callRowColumns}, listed.place from ${listed}
      join ${callRowTables} on calls.account_id = listed.account_id and calls.id = listed.id`,
    { ...options, accountIds: scope.accountIds },
  );
}

export async function listCalls(
  sources: ListSources,
  scope: CheckedScope,
  request: CallListRequest,
  now: Date,
  options: RequestOptions = {},
): Promise<RouteReply<typeof listCallsRoute>> {
  if (scope.accountIds.length === 0) return { meta: pageMeta(request, 0, 0, now), records: [] };
  const condition = callMatchesRequest(scope, request);
  const nearHead = request.page * request.pageSize * scope.accountIds.length <= maxReadInOrder;
  const inOrder = request.sort === 'callDateTime' && !request.query && nearHead;
  const { ids, ...source } = inOrder
    ? fromHeads(scope, request, condition)
    : fromAll(scope, request, condition);
  const { version, total, rows } =
    (await foundPage(sources, scope, request, options)) ??
    (await queryPageAtVersion<CallRowRecord>(sources.database, scope.accountIds, {
      ...source,
      page: sql<CallRowRecord>`
        select ${callRowColumns}, listed.sort_key from (${ids}) as listed
        join ${callRowTables} on calls.account_id = listed.account_id and calls.id = listed.id`,
      order: sql`answer.sort_key ${sortDirection(request.dir)} nulls last, answer.call_id`,
    }));
  return { meta: pageMeta(request, total, version, now), records: rows.map(presentCallRow) };
}
