import { expect, test } from 'vitest';
import { outdated, newestVersion, oldestAsOf, versioned } from './data-version.ts';

const answer = (id: string, version: number, asOf = '2026-01-01T00:00:00.000Z') => ({ id, version, asOf });

test('dates a screen by its oldest answer', () => {
  expect(
    oldestAsOf([answer('a', 1, '2026-01-01T10:05:00.000Z'), answer('b', 1, '2026-01-01T10:04:00.000Z')]),
  ).toBe('2026-01-01T10:04:00.000Z');
  expect(oldestAsOf([])).toBeNull();
});

test('refetches answers behind the newest version, once per version', () => {
  const answers = [answer('a', 5), answer('b', 4), answer('c', 3)];
  const newest = newestVersion(answers);
  expect(newest).toBe(5);
  expect(outdated(answers, newest, new Map()).map(({ id }) => id)).toEqual(['b', 'c']);
  expect(outdated(answers, newest, new Map([['b', 5]])).map(({ id }) => id)).toEqual(['c']);
  expect(outdated(answers, 6, new Map([['b', 5]])).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
});

test.each([
  undefined,
  null,
  {},
  { meta: null },
  { meta: { version: '1', asOf: 'x' } },
  { meta: { version: 1 } },
])('finds no version in %j', (data) => {
  expect(versioned('a', data)).toBeNull();
});
