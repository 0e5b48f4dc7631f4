import { expect, test } from 'vitest';
import { SharedAnswers } from './shared-answers.ts';

class Reads {
  readonly begun: {
    answer: (version: number, rows?: number) => void;
    fail: () => void;
    signal: AbortSignal;
  }[] = [];

  readonly read = (signal: AbortSignal): Promise<{ version: number }[]> => {
    const { promise, resolve, reject } = Promise.withResolvers<{ version: number }[]>();
    this.begun.push({
      answer: (version, rows = 1) => resolve(Array.from({ length: rows }, () => ({ version }))),
      fail: () => reject(new Error('broken')),
      signal,
    });
    return promise;
  };
}

test('reads rows once for simultaneous requests, and for later ones while nothing changes', async () => {
  const [shared, reads] = [new SharedAnswers(), new Reads()];
  const ask = (least: number) => shared.rows('figures', least, reads.read, undefined);
  const together = Promise.all([ask(3), ask(3)]);
  expect(reads.begun).toHaveLength(1);
  reads.begun[0]?.answer(4);
  expect((await together).flat()).toEqual([{ version: 4 }, { version: 4 }]);
  expect(await ask(4)).toEqual([{ version: 4 }]);
  expect(reads.begun).toHaveLength(1);
});

test('reads rows older than the data again, even those still being read', async () => {
  const [shared, reads] = [new SharedAnswers(), new Reads()];
  const ask = (least: number) => shared.rows('figures', least, reads.read, undefined);
  const [before, after] = [ask(1), ask(2)];
  reads.begun[0]?.answer(1);
  expect(await before).toEqual([{ version: 1 }]);
  await expect.poll(() => reads.begun.length).toBe(2);
  reads.begun[1]?.answer(2);
  expect(await after).toEqual([{ version: 2 }]);
  const later = ask(3);
  reads.begun[2]?.answer(3);
  expect(await later).toEqual([{ version: 3 }]);
});

test('stops reading when everyone has left and continues for those who stay', async () => {
  const [shared, reads] = [new SharedAnswers(), new Reads()];
  const [one, other] = [new AbortController(), new AbortController()];
  const ask = ({ signal }: AbortController) => shared.rows('figures', 1, reads.read, signal);
  const [leaves, stays] = [ask(one), ask(other)];
  one.abort(new Error('left'));
  await expect(leaves).rejects.toThrow('left');
  expect(reads.begun[0]?.signal.aborted).toBe(false);
  reads.begun[0]?.answer(1);
  expect(await stays).toEqual([{ version: 1 }]);

  const alone = new AbortController();
  const asked = shared.rows('others', 1, reads.read, alone.signal);
  alone.abort(new Error('left'));
  await expect(asked).rejects.toThrow('left');
  expect(reads.begun[1]?.signal.aborted).toBe(true);

  await expect(shared.rows('never', 1, reads.read, alone.signal)).rejects.toThrow('left');
  expect(reads.begun).toHaveLength(2);
});

test('caches neither failures nor more bytes than the limit, and keeps the most recently used', async () => {
  // 1 KB, and 32 bytes per answer with one row
  const [shared, reads] = [new SharedAnswers(5 * 1056), new Reads()];
  const ask = async (statement: string, rows = 1) => {
    const begun = reads.begun.length;
    const asked = shared.rows(statement, 1, reads.read, undefined);
    reads.begun[begun]?.answer(1, rows);
    await asked;
    return reads.begun.length > begun ? 'read' : 'remembered';
  };
  const failing = shared.rows('a', 1, reads.read, undefined);
  reads.begun[0]?.fail();
  await expect(failing).rejects.toThrow('broken');
  for (const statement of ['a', 'b', 'c', 'd', 'e']) expect(await ask(statement)).toBe('read');
  expect(await ask('a')).toBe('remembered');
  expect(await ask('f')).toBe('read');
  expect([await ask('a'), await ask('b')]).toEqual(['remembered', 'read']);

  expect([await ask('large', 40), await ask('large', 40)]).toEqual(['read', 'read']);
  expect([await ask('a'), await ask('b')]).toEqual(['remembered', 'remembered']);
});

test('evicts rows unused for two minutes when others are read', async () => {
  let now = 0;
  const [shared, reads] = [new SharedAnswers(undefined, () => now), new Reads()];
  const ask = async (statement: string, second: number) => {
    now = second * 1000;
    const begun = reads.begun.length;
    const asked = shared.rows(statement, 1, reads.read, undefined);
    reads.begun[begun]?.answer(1);
    await asked;
    return reads.begun.length > begun ? 'read' : 'remembered';
  };
  expect([await ask('left', 0), await ask('used', 0), await ask('used', 60)]).toEqual([
    'read',
    'read',
    'remembered',
  ]);
  expect([await ask('other', 121), await ask('used', 122), await ask('left', 123)]).toEqual([
    'read',
    'remembered',
    'read',
  ]);
});
