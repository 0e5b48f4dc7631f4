import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

test('no more tasks run at a time than allowed, in their order, without those that left', async () => {
  const turns = new Turns(2);
  const ended: string[] = [];
  let running = 0;
  let most = 0;
  const task = (name: string, signal?: AbortSignal) =>
    turns.run(async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      ended.push(name);
    }, signal);
  const left = new AbortController();
  const tasks = [task('a'), task('b'), task('c'), task('d', left.signal), task('e')];
  left.abort(new Error('left'));
  const results = await Promise.allSettled(tasks);
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect([most, ended]).toEqual([2, ['a', 'b', 'c', 'e']]);
  await task('f');
  await expect(turns.run(async () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  await task('g');
  expect(ended.at(-1)).toBe('g');
});
