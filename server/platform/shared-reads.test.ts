import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { SharedReads } from './shared-reads.ts';

test('reads each key once per turn of the event loop', async () => {
  const reads = new SharedReads<string>();
  const read: string[] = [];
  const ask = (key: string) =>
    reads.read(key, async () => {
      read.push(key);
      return `${key} ${read.length}`;
    });

  expect(await Promise.all([ask('one'), ask('other'), ask('one')])).toEqual(['one 1', 'other 2', 'one 1']);
  expect(await ask('one')).toBe('one 3');
});

test('never returns a read that began before the request', async () => {
  const reads = new SharedReads<number>();
  const answers: ((value: number) => void)[] = [];
  const ask = () => reads.read('one', () => new Promise<number>((resolve) => void answers.push(resolve)));

  const first = ask();
  while (answers.length < 1) await nextTurn();
  const second = ask();
  while (answers.length < 2) await nextTurn();
  answers[1]?.(2);
  answers[0]?.(1);

  expect(await Promise.all([first, second])).toEqual([1, 2]);
});

test('fails for all current callers and reads again for later ones', async () => {
  const reads = new SharedReads<number>();
  const fails = () => reads.read('one', () => Promise.reject(new Error('unreachable')));

  const failed = await Promise.allSettled([fails(), fails()]);

  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await reads.read('one', async () => 1)).toBe(1);
});
