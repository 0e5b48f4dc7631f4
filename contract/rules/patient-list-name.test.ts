import { expect, test } from 'vitest';
import { isSameListName } from './patient-list-name.ts';

test.each([
  ['March patients', 'March patients', true],
  ['March patients', ' march  Patients ', true],
  ['March patients', 'March patients 2', false],
])('compares the names “%s” and “%s”', (one, other, isSame) => {
  expect(isSameListName(one, other)).toBe(isSame);
});
