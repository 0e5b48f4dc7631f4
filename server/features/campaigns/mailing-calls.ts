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

/** A page of the calls of a mailing. */
export interface MailingCallsRequest {
  mailing: Pick<MailingRecord, 'id' | 'account_id'>;
  page: number;
  /** Rows per page. */
  pageSize: number;
  sort: CallSort;
  dir: SortDirection;
  /**
   * Filters of the call list; calls of any day without dates. The calls are this mailing's, whatever campaigns are named.
   */
  filters: CallFilters;
  /** Words to search for. */
  query?: string | undefined;
}

/** Lists calls of a mailing over its whole life: the calls that its results count, also those before the range All Time. */
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
    // without dates it does not matter whose days they are
    { now, dayMode: isOfAnyDay ? 'utc' : dayMode },
  );
  return listCalls(sources, scope, { ...paging, accountIds: [], exceptAccountIds: [], filters }, now);
}

/** The newest calls of a mailing, as many as its drawer shows. */
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
