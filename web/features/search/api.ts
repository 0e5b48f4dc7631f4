import { searchEverything } from '@mailcall/contract/search.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { type Choice, recentIds } from './recent-choices.ts';

export type Found = RouteReply<typeof searchEverything>;

/** Recent choices for null. Not cached: names and numbers leave memory with the dialog. */
export function searchQuery(words: string | null, recent: readonly Choice[]) {
  const ids = recentIds(recent);
  const query = words === null ? ids : { query: words };
  return queryOptions({
    queryKey: ['search', query],
    queryFn: ({ signal }): Promise<Found> => call(searchEverything, { query }, { signal }),
    enabled: words !== null || Object.values(ids).some(({ length }) => length > 0),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}
