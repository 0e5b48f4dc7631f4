// @vitest-environment jsdom
import { QueryObserver, type QueryObserverOptions } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { loadConfig } from '../../platform/config.ts';
import { queryClient } from '../../platform/query-client.ts';
import { peopleQuery, personQuery } from './api.ts';

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

async function requestsOnOpening(options: QueryObserverOptions<never, Error, never, never>) {
  const requests: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    if (path === '/web-config.json') return Response.json({ services: { data: '/api/data' } });
    requests.push(path);
    return Response.json({ status: 'success', data: {} });
  });
  await loadConfig();
  queryClient.setQueryData(options.queryKey, {});
  new QueryObserver(queryClient, options).subscribe(() => undefined)();
  return requests;
}

test.each([
  ['a person', personQuery('person-1')],
  ['the list', peopleQuery({ query: '', show: undefined, page: 1, pageSize: 25 })],
])('reads %s again each time it is opened', async (_, query) => {
  expect(await requestsOnOpening(query as never)).toHaveLength(1);
});
