import type { QueryClient } from '@tanstack/react-query';
import type { ScopeState } from '../scope/index.ts';
import { conversionQuery, leaderboardQuery } from './api.ts';
import { leaderboardFromAddress } from './front-desk-address.ts';

/** Preloads the tab's first data for a scope. */
export function requestFrontDesk(client: QueryClient, { query }: ScopeState): void {
  void client.prefetchQuery(leaderboardQuery(query, leaderboardFromAddress({})));
  void client.prefetchQuery(conversionQuery(query, 1));
}
