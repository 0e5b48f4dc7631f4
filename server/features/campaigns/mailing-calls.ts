import type { CallFilters } from '@mailcall/contract/call-filters.ts';
import type { CallSort, listCalls as listCallsRoute } from '@mailcall/contract/calls.ts';
import { drawerCallRows } from '@mailcall/contract/mailings.ts';
import type { SortDirection } from '@mailcall/contract/rules/paging.ts';
import { unboundedDateRange } from '@mailcall/contract/scope/date-range.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { listCalls } from '../calls/index.ts';
import type { Viewer } from '../identity/index.ts';
import type { ListSources } from '../figures/index.ts';
import { checkScope, type ScopeTime } from '../scope/index.ts';
import type { MailingRecord } from './mailing-rows.ts';

export interface MailingCallsRequest {
  mailing: Pick<MailingRecord, 'id' | 'account_id'>;
  page: number;
  pageSize: number;
  sort: CallSort;
  dir: SortDirection;
  /** Without dates, calls of any day. Filters cannot select calls of other mailings. */
  filters: CallFilters;
  query?: string | undefined;
}

/** Covers the mailing's whole life, like its results: also days before the range All Time. */
export async function listMailingCalls(
  sources: ListSources,
  viewer: Viewer,
  { mailing, filters: requested, ...paging }: MailingCallsRequest,
  { now, dayMode }: ScopeTime,
): Promise<RouteReply<typeof listCallsRoute>> {
  const { startDate, endDate } = requested;
  const isOfAnyDay = startDate === undefined && endDate === undefined;
  const filters = {
    ...requested,
    startDate: startDate ?? unboundedDateRange.startDate,
    endDate: endDate ?? unboundedDateRange.endDate,
    campaigns: [mailing.id],
  };
  const scope = await checkScope(
    sources.database,
    viewer,
    { accountIds: [mailing.account_id], filters },
    { now, dayMode: isOfAnyDay ? 'utc' : dayMode },
  );
  return listCalls(sources, scope, { ...paging, accountIds: [], exceptAccountIds: [], filters }, now);
}

export async function recentCallsOf(
  sources: ListSources,
  viewer: Viewer,
  mailing: MailingCallsRequest['mailing'],
  time: ScopeTime,
): Promise<RouteReply<typeof listCallsRoute>['records']> {
  const newestFirst = { page: 1, pageSize: drawerCallRows, sort: 'callDateTime', dir: 'desc' } as const;
  const { records } = await listMailingCalls(sources, viewer, { mailing, ...newestFirst, filters: {} }, time);
  return records;
}
