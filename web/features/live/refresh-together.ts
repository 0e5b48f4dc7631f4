import { notifyManager, type Query, QueryClient } from '@tanstack/react-query';

/** Refetches displayed answers and shows them in one step, so that figures and rows never differ. If one fails, throws and shows none. */
export async function refreshTogether(
  client: QueryClient,
  predicate: (query: Query) => boolean,
): Promise<void> {
  const queries = client
    .getQueryCache()
    .findAll({ type: 'active', predicate })
    .filter(({ state }) => state.status === 'success');
  const updates = new Map(queries.map((query) => [query, query.state.dataUpdateCount]));
  // requested in another cache, so that no answer appears before the others
  const separateClient = new QueryClient({ defaultOptions: { queries: { retry: false, gcTime: 0 } } });
  const answers = await Promise.all(
    queries.map(async (query) => {
      const { queryKey } = query;
      const { queryFn } = query.options;
      return [query, await separateClient.fetchQuery({ queryKey, ...(queryFn && { queryFn }) })] as const;
    }),
  );
  notifyManager.batch(() => {
    for (const [query, data] of answers) {
      const { dataUpdateCount, fetchStatus } = query.state;
      if (dataUpdateCount === updates.get(query) && fetchStatus === 'idle')
        client.setQueryData(query.queryKey, data);
    }
  });
}
