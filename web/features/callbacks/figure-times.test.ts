import type { CallbackFigures } from '@mailcall/contract/callback-figures.ts';
import { callbackTimeTexts } from '@mailcall/contract/rules/callback-figures.ts';
import { expect, test } from 'vitest';
import { attemptTimes } from './figure-times.ts';

const none = { callers: 0, calls: 0 };
const figures: CallbackFigures = {
  outcomes: {
    missed: none,
    attempted: none,
    reached: none,
    booked: none,
    'called-back': none,
    'not-attempted': none,
    medianMinutes: null,
    ninetiethMinutes: null,
  },
  removedCalls: 0,
  hoursKnown: true,
  offices: [],
  staff: [],
  hours: [],
  meta: { version: 0, asOf: '2026-03-11T15:00:00.000Z' },
};

test.each([
  [0, ''],
  [1, ' 1 missed call is not counted: its caller’s data was removed.'],
  [2345, ' 2,345 missed calls are not counted: their callers’ data was removed.'],
])('%i calls of removed callers: "%s"', (removedCalls, text) => {
  const [recovered] = attemptTimes({ ...figures, removedCalls });
  expect(recovered?.about).toBe(callbackTimeTexts.recovered.about + text);
});
