import type { QueryClient } from '@tanstack/react-query';
import type { ScopeState } from '../scope/index.ts';
import { conversionQuery, leaderboardQuery } from './api.ts';
import { leaderboardFromAddress } from './front-desk-address.ts';

/** Requests what the tab of a scope shows first, before it is opened. */
export function requestFrontDesk(client: QueryClient, { query }: ScopeState): void {
  void client.prefetchQuery(leaderboardQuery(query, leaderboardFromAddress({})));
  void client.prefetchQuery(conversionQuery(query, 1));
}
