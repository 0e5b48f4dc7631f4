import type { QueryClient } from '@tanstack/react-query';
import { callListRequest, callsQuery, requestAllCalls, summaryQuery } from '../calls/index.ts';
import { loadFrontDesk } from '../front-desk/index.ts';
import type { ScopeState } from '../scope/index.ts';
import { breakdownQuery } from './api.ts';
import { breakdownKeys } from './breakdown-order.ts';
import { callbacksFromAddress } from './callbacks-address.ts';

/** How many breakdowns are at least partly in a window of a usual height. */
const visibleBreakdowns = 2;

/** Requests what the Overview of a scope shows first, before it is opened. */
export function requestOverview(client: QueryClient, { accountIds, query }: ScopeState): void {
  if (accountIds.length === 0) return;
  void client.prefetchQuery(summaryQuery(query));
  void client.prefetchQuery(callsQuery(callListRequest(callbacksFromAddress({}).list, query)));
  for (const key of breakdownKeys.slice(0, visibleBreakdowns))
    void client.prefetchQuery(breakdownQuery(key, query, false));
}

/** A tab of the scoreboard, as the address names it. */
export type TabName = 'overview' | 'front-desk' | 'all-calls';

/** Loads and requests what a tab shows first, before it is opened. Not for limited sessions, which may not see all of it. */
export function requestTab(tab: TabName, client: QueryClient, scope: ScopeState): void {
  if (scope.accountIds.length === 0) return;
  if (tab === 'overview') requestOverview(client, scope);
  else if (tab === 'all-calls') requestAllCalls(client, scope);
  // when it cannot be loaded, opening it says so
  else void loadFrontDesk(client, scope).catch(() => undefined);
}
