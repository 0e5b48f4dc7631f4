import { notifyManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { refreshTogether } from './refresh-together.ts';

/** Two displayed answers, the second one slow; `seen` lists the displayed pairs. */
async function displayed() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  const record = { figure: 1, rows: 1, fails: false };
  const slow = Promise.withResolvers<void>();
  const state = { slow: Promise.resolve() };
  const queries = [
    { queryKey: ['figure'], queryFn: async () => record.figure },
    {
      queryKey: ['rows'],
      queryFn: async () => {
        await state.slow;
        if (record.fails) throw new Error('unreachable');
        return record.rows;
      },
    },
  ];
  for (const query of queries) await client.fetchQuery(query);
  const observers = queries.map((query) => new QueryObserver(client, query));
  const seen: unknown[] = [];
  const look = () => seen.push(observers.map((observer) => observer.getCurrentResult().data));
  for (const observer of observers) onTestFinished(observer.subscribe(notifyManager.batchCalls(look)));
  record.figure = 2;
  record.rows = 2;
  state.slow = slow.promise;
  const data = () => queries.map(({ queryKey }) => client.getQueryData(queryKey));
  return { client, record, seen, data, answerSlow: () => slow.resolve() };
}

test('displays all answers in one step', async () => {
  const { client, seen, data, answerSlow } = await displayed();
  const refreshed = refreshTogether(client, () => true);
  await new Promise((done) => setTimeout(done, 0));
  expect(data()).toEqual([1, 1]);
  answerSlow();
  await refreshed;
  expect(data()).toEqual([2, 2]);
  await new Promise((done) => setTimeout(done, 0));
  expect(seen).toContainEqual([2, 2]);
  expect(seen).not.toContainEqual([2, 1]);
  expect(seen).not.toContainEqual([1, 2]);
});

test('changes nothing if one answer fails', async () => {
  const { client, record, data, answerSlow } = await displayed();
  record.fails = true;
  const refreshed = refreshTogether(client, () => true);
  answerSlow();
  await expect(refreshed).rejects.toThrow('unreachable');
  expect(data()).toEqual([1, 1]);
});

test('keeps an answer that changed meanwhile', async () => {
  const { client, data, answerSlow } = await displayed();
  const refreshed = refreshTogether(client, () => true);
  client.setQueryData(['figure'], 3);
  answerSlow();
  await refreshed;
  expect(data()).toEqual([3, 2]);
});

test('refreshes only matching answers', async () => {
  const { client, data } = await displayed();
  await refreshTogether(client, ({ queryKey }) => queryKey[0] === 'figure');
  expect(data()).toEqual([2, 1]);
});
