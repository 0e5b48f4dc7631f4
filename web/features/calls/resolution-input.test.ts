// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { resolvedText } from './resolution-input.ts';

const at = (day: string, minutes: number) => ({ firstName: 'Ann', lastName: 'Lee', day, minutes });

test.each([
  [[], 'Resolved'],
  [[at('2026-12-01', 540)], 'Booked: Dec 1, 9:00 am'],
  [
    [at('2026-12-01', 540), at('2026-12-02', 600), at('2026-12-03', 600)],
    'Booked: Dec 1, 9:00 am, and 2 more',
  ],
])('a resolution with %j says what it did', (appointments, text) => {
  expect(resolvedText(appointments)).toBe(text);
});
