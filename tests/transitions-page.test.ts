import { expect, test } from 'vitest';
import { hasTest, readPageOfTests } from './support/named-tests.ts';

const { rows, unproven, named } = await readPageOfTests('tests/transitions.md', 'sentence');

test('every row of the transitions names a test', () => {
  expect(rows.length).toBeGreaterThan(35);
  expect(unproven).toEqual([]);
});

test.each(named)('%s has the test “%s”', async (file, name) => {
  expect(await hasTest(file, name)).toBe(true);
});
