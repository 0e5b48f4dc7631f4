import { expect, test } from 'vitest';
import { type ClientFigures, clientNeeds, comparableMissedRate } from './client-health.ts';

const now = Date.parse('2026-03-11T15:00:00Z');
const daysAgo = (days: number) => now - days * 86_400_000;
const noCalls = { calls: 0, unscored: 0, missed: 0, opportunities: 0 };
const calls = (missed: number, opportunities: number, unscored = 0) => ({
  calls: missed + opportunities + unscored,
  unscored,
  missed,
  opportunities,
});
const well: ClientFigures = {
  lastSignIn: daysAgo(1),
  firstCounted: null,
  overdueCallbacks: 0,
  recent: noCalls,
  before: noCalls,
  silentMailings: 0,
  openDisputes: 0,
};
const needsOf = (figures: Partial<ClientFigures>, signInsKnown = true) =>
  clientNeeds({ ...well, ...figures }, { now, signInsKnown });

test.each<[why: string, figures: Partial<ClientFigures>, points: number, sentence: string | undefined]>([
  ['nothing', {}, 0, undefined],
  [
    'a mailing without calls',
    { silentMailings: 1 },
    30,
    'One of your mailings was delivered ten days ago or earlier, and nobody has called. Let us call its number together.',
  ],
  [
    'several mailings without calls',
    { silentMailings: 3 },
    50,
    '3 of your mailings were delivered ten days ago or earlier, and nobody has called. Let us call their numbers together.',
  ],
  ['at most 60 for mailings', { silentMailings: 9 }, 60, undefined],
  [
    'a caller who waits too long',
    { overdueCallbacks: 1 },
    20,
    '1 caller waits too long for your call back. Who can call today?',
  ],
  [
    'callers who wait too long',
    { overdueCallbacks: 1200 },
    50,
    '1,200 callers wait too long for your call back. Who can call today?',
  ],
  [
    'more missed calls than before',
    { recent: calls(12, 8), before: calls(10, 30) },
    35,
    'Your missed rate rose from 25% to 60% in the last 30 days. What has changed at the phone?',
  ],
  ['a rise of ten points', { recent: calls(7, 13), before: calls(5, 15) }, 10, undefined],
  ['a rise of nine points', { recent: calls(34, 66), before: calls(25, 75) }, 0, undefined],
  ['a rise of 90 points', { recent: calls(20, 0), before: calls(2, 18) }, 40, undefined],
  ['too few recent calls to compare', { recent: calls(19, 0), before: calls(5, 15) }, 0, undefined],
  ['too few earlier calls to compare', { recent: calls(20, 0), before: calls(4, 15) }, 0, undefined],
  ['mostly unscored earlier calls', { recent: calls(20, 0), before: calls(5, 15, 21) }, 0, undefined],
  ['a dispute', { openDisputes: 1 }, 15, 'You said that a score is wrong. We owe you an answer.'],
  ['disputes', { openDisputes: 9 }, 30, 'You said that 9 scores are wrong. We owe you an answer.'],
  ['a sign-in 29 days ago', { lastSignIn: daysAgo(30) + 1 }, 0, undefined],
  [
    'a sign-in 30 days ago',
    { lastSignIn: daysAgo(30) },
    12,
    'Nobody of your office has signed in for 30 days. May I show you what is new?',
  ],
  ['no sign-in', { lastSignIn: null }, 12, 'Nobody of your office signs in. May I show you around?'],
  ['no sign-in in the first week', { lastSignIn: null, firstCounted: daysAgo(7) + 1 }, 0, undefined],
  ['no sign-in after a week', { lastSignIn: null, firstCounted: daysAgo(7) }, 12, undefined],
  ['no call in the first week', { silentMailings: 1, firstCounted: daysAgo(1) }, 0, undefined],
  [
    'calls in the first week',
    { lastSignIn: null, overdueCallbacks: 1, recent: calls(1, 0), firstCounted: daysAgo(1) },
    20,
    '1 caller waits too long for your call back. Who can call today?',
  ],
  [
    'mostly unscored calls',
    { recent: calls(4, 5, 11) },
    10,
    'So far we have scored 45% of your calls of the last 30 days. We are catching up.',
  ],
  ['half of the calls scored', { recent: calls(5, 5, 10) }, 0, undefined],
  ['few unscored calls', { recent: calls(0, 0, 19) }, 0, undefined],
])('%s: %j is %i points', (_, figures, points, sentence) => {
  const needs = needsOf(figures);
  expect(needs.points).toBe(points);
  if (sentence !== undefined) expect(needs.reasons.map((reason) => reason.sentence)).toEqual([sentence]);
});

test('adds the points of all reasons, the weightiest reason first', () => {
  const { points, reasons } = needsOf({
    lastSignIn: null,
    overdueCallbacks: 6,
    silentMailings: 1,
    openDisputes: 4,
  });
  expect(points).toBe(102);
  expect(reasons.map(({ kind }) => kind)).toEqual([
    'silent mailings',
    'overdue callbacks',
    'open disputes',
    'no sign-in',
  ]);
});

test('asks nobody why they stay away where people sign in elsewhere', () => {
  expect(needsOf({ lastSignIn: null }, false)).toEqual({ points: 0, reasons: [] });
});

test.each([
  [calls(5, 15), 25],
  [calls(5, 14), null],
  [calls(5, 15, 20), 25],
  [calls(5, 15, 21), null],
  [noCalls, null],
])('the missed rate of %j is %j', (counts, rate) => {
  expect(comparableMissedRate(counts)).toBe(rate);
});
