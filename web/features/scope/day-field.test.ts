import { expect, test } from 'vitest';
import { typedDay } from './day-field.tsx';

test.each([
  ['03/05/2026', '2026-03-05'],
  ['3/5/2026', '2026-03-05'],
  [' 3-5-2026 ', '2026-03-05'],
  ['2026-03-05', '2026-03-05'],
  ['02/29/2028', '2028-02-29'],
  ['02/29/2026', null],
  ['13/01/2026', null],
  ['3/5/26', null],
  ['', null],
  ['yesterday', null],
])('reads %j as %j', (text, day) => {
  expect(typedDay(text)).toBe(day);
});
