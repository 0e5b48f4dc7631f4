import { expect, test } from 'vitest';
import { readAhead } from './read-ahead.ts';

/** Numbers from 1; `log` records each request. */
async function* numbers(last: number, log: string[], problem?: Error): AsyncGenerator<number> {
  try {
    for (let number = 1; number <= last; number += 1) {
      log.push(`read ${number}`);
      yield number;
    }
    if (problem) throw problem;
  } finally {
    log.push('ended');
  }
}

async function use(items: AsyncIterable<number>, log: string[], stopAt = Infinity): Promise<void> {
  for await (const item of items) {
    log.push(`use ${item}`);
    if (item === stopAt) break;
  }
}

test('requests the next item before the current one is used', async () => {
  const log: string[] = [];
  await use(readAhead(numbers(3, log)), log);
  expect(log).toEqual(['read 1', 'read 2', 'use 1', 'read 3', 'use 2', 'ended', 'use 3']);
});

test('ends the source after an early end', async () => {
  const log: string[] = [];
  await use(readAhead(numbers(3, log)), log, 1);
  expect(log).toEqual(['read 1', 'read 2', 'use 1', 'ended']);
});

test('throws an error after the items before it', async () => {
  const log: string[] = [];
  await expect(use(readAhead(numbers(1, log, new Error('no more'))), log)).rejects.toThrow('no more');
  expect(log).toEqual(['read 1', 'ended', 'use 1']);
});
