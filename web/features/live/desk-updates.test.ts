// @vitest-environment jsdom
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { DeskRefresh, onDesk } from './desk-updates.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Two shown answers; `asked` lists what was asked again. */
async function desk() {
  const client = new QueryClient();
  const asked: string[] = [];
  for (const [key, options] of [
    ['offices', onDesk('accounts', 'staff')],
    ['mailings', onDesk('campaigns')],
    ['other', {}],
  ] as const) {
    const observer = new QueryObserver(client, {
      queryKey: [key],
      queryFn: async () => {
        asked.push(key);
        return asked.length;
      },
      ...options,
      staleTime: Infinity,
    });
    onTestFinished(observer.subscribe(() => {}));
  }
  await vi.advanceTimersByTimeAsync(0);
  asked.length = 0;
  const refresh = new DeskRefresh(client);
  onTestFinished(() => refresh.stop());
  return { refresh, asked };
}

test('asks again at once for what shows a changed topic', async () => {
  const { refresh, asked } = await desk();
  refresh.note(['staff']);
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toEqual(['offices']);
});

test('asks again for all pages of the desk if the topics are not known', async () => {
  const { refresh, asked } = await desk();
  refresh.note(null);
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toEqual(['offices', 'mailings']);
});

test('asks once a second while an import changes everything', async () => {
  const { refresh, asked } = await desk();
  for (let count = 0; count < 20; count += 1) {
    refresh.note(['campaigns']);
    await vi.advanceTimersByTimeAsync(200);
  }
  expect(asked.length).toBeGreaterThanOrEqual(4);
  expect(asked.length).toBeLessThanOrEqual(5);
});

test('does not lose a change that comes during a refresh', async () => {
  const { refresh, asked } = await desk();
  refresh.note(['campaigns']);
  refresh.note(['accounts']);
  await vi.advanceTimersByTimeAsync(1100);
  expect(asked).toEqual(['mailings', 'offices']);
});
