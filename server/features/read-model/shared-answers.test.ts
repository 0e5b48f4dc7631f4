import { expect, test } from 'vitest';
import { SharedAnswers } from './shared-answers.ts';

/** Reads whose end the test decides. */
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

test('requests that come together, and later ones while nothing changes, have the rows read once', async () => {
  const [shared, reads] = [new SharedAnswers(), new Reads()];
  const ask = (least: number) => shared.rows('figures', least, reads.read, undefined);
  const together = Promise.all([ask(3), ask(3)]);
  expect(reads.begun).toHaveLength(1);
  reads.begun[0]?.answer(4);
  expect((await together).flat()).toEqual([{ version: 4 }, { version: 4 }]);
  expect(await ask(4)).toEqual([{ version: 4 }]);
  expect(reads.begun).toHaveLength(1);
});

test('rows that are older than the data are read again, also those that were under way', async () => {
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

test('reading ends when everybody has left, and goes on for whoever stays', async () => {
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

test('neither failures nor more bytes than the limit are remembered, and the last used stay', async () => {
  // 1 KB and 32 bytes for each answer of a row
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

test('rows that nobody has used for two minutes are forgotten when others are read', async () => {
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
