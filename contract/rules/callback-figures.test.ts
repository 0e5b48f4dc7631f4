import { describe, expect, test } from 'vitest';
import {
  callbackFigureLists,
  isInFigureList,
  type LaterContact,
  type MissedCall,
  missedOutcome,
  percentile,
} from './callback-figures.ts';
import type { CallbackKind } from './callbacks.ts';
import type { DoneAction } from './callback-state.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;
const missed: MissedCall = {
  id: 'missed',
  at: 0,
  since: 0,
  resolvedAt: null,
  resolvedBy: null,
  spoke: false,
  booked: false,
};
const did = (kind: CallbackKind, at: number, seen: readonly string[] | null = null): DoneAction => ({
  kind,
  at,
  contactId: 'ann',
  by: 'Ann',
  until: null,
  seen: seen && { callIds: seen, appointmentId: null },
});
const later = (at: number, facts: Partial<LaterContact>): LaterContact => ({
  at,
  answered: false,
  booked: false,
  ...facts,
});
const resolved = { resolvedAt: hour, resolvedBy: 'Maria', spoke: true };

describe('outcome of a missed call', () => {
  const cases: [string, Partial<MissedCall>, DoneAction[], LaterContact[], string, string | null][] = [
    ['nothing', {}, [], [], 'missed', null],
    [
      'a claim, a snooze and a reopening are no attempt',
      {},
      [did('claim', 1), did('snooze', 2), did('reopen', 3)],
      [],
      'missed',
      null,
    ],
    ['an attempt', {}, [did('no-answer', hour)], [], 'attempted', 'Ann'],
    ['a wrong number is an attempt', {}, [did('wrong-number', hour)], [], 'attempted', 'Ann'],
    ['that no callback is needed is no attempt', {}, [did('not-needed', hour)], [], 'missed', null],
    ['who asks not to be called was reached', {}, [did('do-not-call', hour)], [], 'reached', 'Ann'],
    ['an attempt 30 days later', {}, [did('no-answer', 30 * day)], [], 'attempted', 'Ann'],
    ['an attempt after 30 days', {}, [did('no-answer', 30 * day + 1)], [], 'missed', null],
    ['an attempt about calls that others were', {}, [did('no-answer', hour, ['other'])], [], 'missed', null],
    [
      'an attempt by a clock that is behind',
      {},
      [did('no-answer', -hour, ['missed'])],
      [],
      'attempted',
      'Ann',
    ],
    ['an attempt before the call', {}, [did('no-answer', -hour)], [], 'missed', null],
    ['a resolution in which somebody spoke', resolved, [], [], 'reached', 'Maria'],
    ['a resolution in which nobody did', { ...resolved, spoke: false }, [], [], 'attempted', 'Maria'],
    [
      'a resolution after 30 days, of a call that was scored late',
      { ...resolved, since: 2 * day, resolvedAt: 30 * day + 1 },
      [],
      [],
      'reached',
      'Maria',
    ],
    ['a resolution after 30 days', { ...resolved, resolvedAt: 30 * day + 1 }, [], [], 'missed', null],
    ['an attempt before the resolution is the first', resolved, [did('no-answer', 1)], [], 'reached', 'Ann'],
    [
      'an attempt after the resolution is about other calls',
      resolved,
      [did('no-answer', 2 * hour)],
      [],
      'reached',
      'Maria',
    ],
    ['the caller calls again and staff answers', {}, [], [later(hour, { answered: true })], 'reached', null],
    ['the caller calls again and is missed', {}, [], [later(hour, {})], 'missed', null],
    ['staff answered them before', {}, [], [later(-hour, { answered: true, booked: true })], 'missed', null],
    ['staff answers them after 30 days', {}, [], [later(30 * day + 1, { answered: true })], 'missed', null],
    ['an appointment on the call', { booked: true }, [], [], 'booked', null],
    [
      'an appointment on a later call',
      {},
      [did('no-answer', 1)],
      [later(hour, { booked: true })],
      'booked',
      'Ann',
    ],
  ];
  test.each(cases)('%s', (_, facts, actions, contacts, step, by) => {
    const outcome = missedOutcome({ ...missed, ...facts }, actions, contacts);
    expect([outcome.step, outcome.firstAttempt?.by ?? null]).toEqual([step, by]);
  });

  test('ignores callbacks before the call', () => {
    const { firstAttempt } = missedOutcome(missed, [did('no-answer', -hour, ['missed'])], []);
    expect(firstAttempt).toEqual({ at: 0, by: 'Ann' });
  });
});

test('includes each step in the previous one and has no attempts for merely missed calls', () => {
  const firstAttempt = { at: 1, by: null };
  const listsOf = (
    step: 'missed' | 'attempted' | 'reached' | 'booked',
    attempt: typeof firstAttempt | null,
  ) => callbackFigureLists.filter((list) => isInFigureList({ step, firstAttempt: attempt }, list));
  expect(listsOf('missed', null)).toEqual(['missed', 'not-attempted']);
  expect(listsOf('attempted', firstAttempt)).toEqual(['missed', 'attempted', 'called-back']);
  expect(listsOf('reached', null)).toEqual(['missed', 'attempted', 'reached']);
  expect(listsOf('booked', firstAttempt)).toEqual([
    'missed',
    'attempted',
    'reached',
    'booked',
    'called-back',
  ]);
});

test.each([
  [[], 50, null],
  [[7], 50, 7],
  [[7], 90, 7],
  [[1, 2], 50, 1],
  [[1, 2, 3], 50, 2],
  [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 90, 9],
  [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], 90, 10],
])('of %j, %i percent do not exceed %j', (sorted, percentage, value) => {
  expect(percentile(sorted, percentage)).toBe(value);
});
