import type { QueryClient } from '@tanstack/react-query';
import type { Address } from '../../platform/address.ts';
import { afterNextPaint } from '../../platform/next-paint.ts';
import { callListRequest, callsQuery, loadAllCalls, summaryQuery } from '../calls/index.ts';
import { loadFrontDesk } from '../front-desk/index.ts';
import type { ScopeState } from '../scope/index.ts';
import { breakdownQuery, callsByHourQuery, callsByWeekHourQuery } from './api.ts';
import { breakdownKeys } from './breakdown-order.ts';
import { callbacksFromAddress } from './callbacks-address.ts';

/** How many breakdowns are at least partly in a window of a usual height. */
export const visibleBreakdowns = 2;

/**
 * Requests what the Overview of a scope shows first, before it is drawn; resolves when all of it has been answered or has failed.
 * @param address says which calls to call back are listed
 */
export async function requestOverview(
  client: QueryClient,
  { accountIds, query }: ScopeState,
  { address = {}, limited = false }: { address?: Address; limited?: boolean } = {},
): Promise<void> {
  if (accountIds.length === 0) return;
  // sending a request takes as long as drawing a card: what answers the press is painted before
  await new Promise<void>((painted) => afterNextPaint(painted));
  await Promise.all([
    client.prefetchQuery(summaryQuery(query)),
    limited || client.prefetchQuery(callsQuery(callListRequest(callbacksFromAddress(address).list, query))),
    ...breakdownKeys
      .slice(0, visibleBreakdowns)
      .map((key) => client.prefetchQuery(breakdownQuery(key, query, false))),
  ]);
}

/** Requests all breakdowns of a scope, in a few requests; resolves when all have been answered or have failed. */
export async function requestBreakdowns(
  client: QueryClient,
  scope: ScopeState['query'],
  showAllSources: boolean,
): Promise<void> {
  await Promise.all(
    breakdownKeys.map((key) =>
      client.prefetchQuery(breakdownQuery(key, scope, key === 'callerSource' && showAllSources)),
    ),
  );
}

/** Requests what the Overview shows below the window; resolves when all has been answered or has failed. */
export async function requestBelow(
  client: QueryClient,
  scope: ScopeState['query'],
  showAllSources: boolean,
): Promise<void> {
  await Promise.all([
    requestBreakdowns(client, scope, showAllSources),
    client.prefetchQuery(callsByHourQuery(scope)),
    client.prefetchQuery(callsByWeekHourQuery(scope)),
  ]);
}

/** A tab of the scoreboard, as the address names it. */
export type TabName = 'overview' | 'front-desk' | 'all-calls';

/** Loads and requests what a tab shows first, before it is opened. Not for limited sessions, which may not see all of it. */
export function requestTab(tab: TabName, client: QueryClient, scope: ScopeState): void {
  if (scope.accountIds.length === 0) return;
  if (tab === 'overview') void requestOverview(client, scope);
  else {
    const load = tab === 'all-calls' ? loadAllCalls : loadFrontDesk;
    // when it cannot be loaded, opening it says so
    void load(client, scope).catch(() => undefined);
  }
}
