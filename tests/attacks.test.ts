import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasTest, readPageOfTests } from './support/named-tests.ts';

const { rows, unproven, named } = await readPageOfTests('tests/attacks.md', 'attack');

test('every attack has a test', () => {
  expect(rows.length).toBeGreaterThan(35);
  expect(unproven).toEqual([]);
});

test.each(named)('%s has the test “%s”', async (file, name) => {
  const path = /^(tests|contract)\//.test(file) ? file : join('server', file);
  expect(await hasTest(path, name)).toBe(true);
});
