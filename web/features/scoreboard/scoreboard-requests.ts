import type { QueryClient } from '@tanstack/react-query';
import type { Address } from '../../platform/address.ts';
import { afterNextPaint } from '../../platform/scheduling.ts';
import { callListRequest, callsQuery, loadAllCalls, summaryQuery } from '../calls/index.ts';
import { loadFrontDesk } from '../front-desk/index.ts';
import type { ScopeState } from '../scope/index.ts';
import { breakdownQuery, callsByHourQuery, callsByWeekHourQuery } from './api.ts';
import { callbacksFromAddress } from './callbacks-address.ts';
import { breakdownKeys, firstCards } from './questions.ts';

/** Preloads the Overview's first data; `address` determines the listed calls to call back. Resolves when all requests have ended. */
export async function requestOverview(
  client: QueryClient,
  { accountIds, query }: ScopeState,
  { address = {}, limited = false }: { address?: Address; limited?: boolean } = {},
): Promise<void> {
  if (accountIds.length === 0) return;
  // sending a request takes as long as drawing a card, so the response to the press is painted first
  await new Promise<void>((painted) => afterNextPaint(painted));
  await Promise.all([
    client.prefetchQuery(summaryQuery(query)),
    limited || client.prefetchQuery(callsQuery(callListRequest(callbacksFromAddress(address).list, query))),
    ...firstCards.map((key) => client.prefetchQuery(breakdownQuery(key, query, false))),
  ]);
}

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

export type TabName = 'overview' | 'front-desk' | 'all-calls';

/** Preloads a tab's code and first data. Not for limited sessions, which may not see all of it. */
export function requestTab(tab: TabName, client: QueryClient, scope: ScopeState): void {
  if (scope.accountIds.length === 0) return;
  if (tab === 'overview') void requestOverview(client, scope);
  else {
    const load = tab === 'all-calls' ? loadAllCalls : loadFrontDesk;
    // opening it reports a failure
    void load(client, scope).catch(() => undefined);
  }
}
