import { afterEach, expect, test, vi } from 'vitest';
import { Turns, TurnsByKey } from './turns.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('limits concurrent tasks, keeps their order and skips those that left', async () => {
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

test('runs fewer tasks while many wait', async () => {
  const turns = new Turns(3, { waiting: 2, limit: 1, patience: 60_000 });
  const running = new Map<number, () => void>();
  const left = new AbortController();
  const tasks = Array.from({ length: 9 }, (_, number) =>
    turns.run(
      () => new Promise<void>((resolve) => running.set(number, resolve)),
      number === 8 ? left.signal : undefined,
    ),
  );
  const end = async (number: number) => {
    running.get(number)?.();
    running.delete(number);
    await new Promise((resolve) => setImmediate(resolve));
    return [...running.keys()];
  };
  await new Promise((resolve) => setImmediate(resolve));
  // six wait
  expect(await end(0)).toEqual([1, 2]);
  expect(await end(1)).toEqual([2]);
  expect(await end(2)).toEqual([3]);
  expect(await end(3)).toEqual([4]);
  expect(await end(4)).toEqual([5]);
  left.abort(new Error('left'));
  await expect(tasks[8]).rejects.toThrow('left');
  await new Promise((resolve) => setImmediate(resolve));
  // two wait, so both may run
  expect([...running.keys()]).toEqual([5, 6, 7]);
  for (const number of [5, 6, 7]) await end(number);
  await Promise.all(tasks.slice(0, 8));
});

test('does not hold others up for a slow task', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const turns = new Turns(3, { waiting: 2, limit: 1, patience: 1000 });
  const ends: (() => void)[] = [];
  const tasks = Array.from({ length: 10 }, () =>
    turns.run(() => new Promise<void>((resolve) => ends.push(resolve))),
  );
  const end = async (number: number) => {
    ends[number]?.();
    await new Promise((resolve) => setImmediate(resolve));
    return ends.length;
  };
  await new Promise((resolve) => setImmediate(resolve));
  // seven wait; the first is slow
  expect(await end(1)).toBe(3);
  expect(await end(2)).toBe(3);
  vi.advanceTimersByTime(999);
  expect(await end(2)).toBe(3);
  vi.advanceTimersByTime(1);
  expect(await end(2)).toBe(4);
  // the slow task no longer counts
  expect(await end(3)).toBe(5);
  expect(await end(4)).toBe(6);
  vi.advanceTimersByTime(1000);
  vi.advanceTimersByTime(1000);
  expect(await end(4)).toBe(7);
  vi.advanceTimersByTime(5000);
  expect(await end(4)).toBe(7);
  while (ends.length < 10) await end(ends.length - 1);
  for (const number of ends.keys()) await end(number);
  await Promise.all(tasks);
});

test('gives each key its own turns and a limit of waiting tasks', async () => {
  const turns = new TurnsByKey({ atOnce: 2, waiting: 3, refusal: () => new Error('too many') });
  const end = Promise.withResolvers<void>();
  const running: string[] = [];
  const start = (key: string, signal?: AbortSignal) =>
    turns.run(
      key,
      async (waited) => {
        running.push(`${key} ${waited ? 'waited' : 'at once'}`);
        await end.promise;
      },
      signal,
    );
  const left = new AbortController();
  const tasks = [start('a'), start('a'), start('a'), start('a', left.signal), start('a'), start('b')];
  await expect(start('a')).rejects.toThrow('too many');
  expect(running).toEqual(['a at once', 'a at once', 'b at once']);
  // a task that leaves makes room for another
  left.abort(new Error('left'));
  await expect(tasks[3]).rejects.toThrow('left');
  tasks[3] = start('a');
  await expect(start('a')).rejects.toThrow('too many');
  end.resolve();
  await Promise.all(tasks);
  expect(running.filter((one) => one === 'a waited')).toHaveLength(3);
  // after all tasks ended, the key starts over
  await start('a');
  expect(running.at(-1)).toBe('a at once');
});
