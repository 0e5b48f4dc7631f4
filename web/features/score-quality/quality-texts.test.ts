import { emptyScore } from '@mailcall/contract/rules/score-values.ts';
import { expect, test } from 'vitest';
import {
  decidedValues,
  disputesText,
  droppedText,
  fieldRows,
  kappaText,
  leaningText,
  mostDisputedText,
  nobodyText,
  passesText,
  shareText,
} from './quality-texts.ts';

test('two scorers alone cannot tell who differs', () => {
  expect(nobodyText(1)).toBe('With two scorers nobody can be named: the differences are below.');
  expect([nobodyText(0), nobodyText(3)]).toEqual(['Nobody.', 'Nobody.']);
});

test('shares and kappa have their interval', () => {
  expect(shareText({ value: 0.944, low: 0.88, high: 0.97 })).toBe('94 % (88 to 97)');
  expect(shareText(null)).toBe('We do not know yet');
  expect(kappaText({ value: -0.1, low: -0.25, high: 0.05 }, true)).toBe('−0.10 (−0.25 to 0.05)');
  expect(kappaText(null, true)).toBe('–');
  expect(kappaText(null, false)).toBe('');
});

test.each([
  [
    { value: 0.153, low: 0.12, high: 0.18 },
    'answers “Yes” to Opportunity 15 points more often than colleagues about the same calls (12 to 18; 2,500 calls).',
  ],
  [
    { value: -0.153, low: -0.18, high: -0.12 },
    'answers “Yes” to Opportunity 15 points less often than colleagues about the same calls (12 to 18; 2,500 calls).',
  ],
])('a leaning of %j is a sentence', (difference, text) => {
  const person = { id: 'eli', name: 'Eli' };
  expect(leaningText({ person, field: 'opportunity', answer: 'Yes', calls: 2500, difference })).toBe(text);
});

test('disputes stand beside agreement, also for fields that were not compared', () => {
  const agreement = { calls: 40, share: { value: 0.9, low: 0.8, high: 0.95 }, kappa: null };
  const quality = {
    byField: [
      { field: 'opportunity' as const, ...agreement },
      { field: 'goodImpression' as const, ...agreement },
    ],
    disputed: [
      { field: 'goodImpression' as const, disputes: 5, accepted: 2 },
      { field: 'highlights' as const, disputes: 1, accepted: 0 },
    ],
  };
  expect(
    fieldRows(quality).map(({ field, agreement: { calls }, disputes }) => [
      field,
      calls,
      disputesText(disputes),
    ]),
  ).toEqual([
    ['opportunity', 40, '–'],
    ['goodImpression', 40, '5 (2 accepted)'],
    ['highlights', 0, '1 (0 accepted)'],
  ]);
  expect(mostDisputedText(quality.disputed)).toBe('Disputed most: Good first impression, Call summary.');
  expect(mostDisputedText([])).toBe('');
});

test('says what waits', () => {
  expect(passesText({ calls: 1, open: 0, differs: 0, returned: 0 })).toBe(
    '1 call was scored by two people. Nothing waits.',
  );
  expect(passesText({ calls: 40, open: 2, differs: 1, returned: 3 })).toBe(
    '40 calls were scored by two people. 1 difference waits for a lead, 3 returned to the scorer, 2 to be scored again.',
  );
});

test('says what the model answered, and why suggestions were not shown', () => {
  const none = { calls: 1, failed: 0, byField: [], dropped: [] };
  expect(droppedText(none)).toBe('The model answered for 1 call.');
  const dropped = [{ reason: 'quotation', count: 12 } as const, { reason: 'second', count: 1 } as const];
  expect(droppedText({ ...none, calls: 40, failed: 2, dropped })).toBe(
    'The model answered for 40 calls and failed for 2. 13 suggestions were not shown: quotation not in the transcript 12, second outside the recording 1.',
  );
});

test('a decision takes chosen answers of the second person, and adds appointments only to a call without', () => {
  const appointments = [{ firstName: 'A', lastName: 'B', dateTime: '2026-03-20T15:00:00Z' }];
  const scores = {
    call: { values: { ...emptyScore, opportunity: true, goodImpression: true } } as never,
    first: { values: emptyScore, marks: [] },
    second: { values: { ...emptyScore, opportunity: false, goodImpression: false, appointments }, marks: [] },
  };
  expect(decidedValues(scores, new Set(['goodImpression']))).toMatchObject({
    opportunity: true,
    goodImpression: false,
    appointments: [],
  });
  expect(decidedValues(scores, new Set(['appointments'])).appointments).toEqual(appointments);
  const booked = { ...scores, first: { values: { ...emptyScore, appointments }, marks: [] } };
  expect(decidedValues(booked, new Set(['appointments'])).appointments).toEqual([]);
});
