import { describe, expect, test } from 'vitest';
import {
  type CallerFacts,
  callerState,
  type DoneAction,
  seenFacts,
  type WaitingCall,
} from './callback-state.ts';
import { type UrgentCall, urgencyOf } from './callback-urgency.ts';

const hour = 60 * 60 * 1000;
const now = Date.parse('2026-03-11T18:00:00Z');
const at = (hours: number) => now + hours * hour;

const action = (kind: DoneAction['kind'], hours: number, until?: number): DoneAction => ({
  kind,
  contactId: 'theo',
  by: 'Theo',
  at: at(hours),
  until: until === undefined ? null : at(until),
  seen: null,
});
const seeing = (calls: readonly WaitingCall[], done: DoneAction, appointmentId: string | null = null) => ({
  ...done,
  seen: { callIds: calls.map(({ id }) => id), appointmentId },
});
const call = (hours: number, resolved?: number) => ({
  id: `call at ${hours}`,
  at: at(hours),
  since: at(hours),
  resolvedAt: resolved === undefined ? null : at(resolved),
});
const evidence = (hours: number) => ({ id: 'shown', at: at(hours) });

describe('state of a caller', () => {
  const cases: [string, Partial<CallerFacts>, string][] = [
    ['who was missed', {}, 'open'],
    ['who was missed 31 days ago', { calls: [call(-31 * 24)] }, 'expired'],
    [
      'who was missed 31 days ago, which was scored a day ago',
      { calls: [{ ...call(-31 * 24), since: at(-24) }] },
      'open',
    ],
    ['whom somebody claimed', { actions: [action('claim', -0.1, 0.1)] }, 'claimed by Theo'],
    [
      'whom somebody calls while the feed brings an attempt',
      { actions: [action('claim', -0.1, 0.1), { ...action('no-answer', 0, 3), contactId: null }] },
      'claimed by Theo',
    ],
    ['whose claim has lapsed', { actions: [action('claim', -1, 0)] }, 'open'],
    ['whose claim was released', { actions: [action('claim', -0.1, 0.1), action('release', 0)] }, 'open'],
    ['who was tried', { actions: [action('claim', -0.1, 0.1), action('no-answer', 0)] }, 'open'],
    ['who is to be tried later', { actions: [action('no-answer', -0.1, 3)] }, 'snoozed'],
    ['who was snoozed until now', { actions: [action('snooze', -1, 0)] }, 'open'],
    [
      'whose snooze was ended by a try',
      { actions: [action('snooze', -1, 3), action('no-answer', 0)] },
      'open',
    ],
    [
      'whom somebody claims before the time',
      { actions: [action('snooze', -1, 3), action('claim', 0, 0.1)] },
      'claimed by Theo',
    ],
    [
      'who is snoozed when a claim lapses',
      { actions: [action('snooze', -1, 3), action('claim', -0.5, -0.1)] },
      'snoozed',
    ],
    [
      'who called again after a snooze',
      { calls: [call(-5), call(-0.5)], actions: [action('snooze', -1, 3)] },
      'open',
    ],
    ['of a wrong number', { actions: [action('wrong-number', -1)] }, 'wrong-number'],
    ['who needs no callback', { actions: [action('not-needed', -1)] }, 'not-needed'],
    [
      'who needs no callback and called again',
      { calls: [call(-5), call(-0.5)], actions: [action('not-needed', -1)] },
      'open',
    ],
    [
      'who asked not to be called and called again',
      { calls: [call(-5), call(-0.5)], actions: [action('do-not-call', -1)] },
      'open',
    ],
    ['who was closed and reopened', { actions: [action('wrong-number', -2), action('reopen', -1)] }, 'open'],
    ['who was answered since', { answered: evidence(-1) }, 'answered'],
    ['who was answered before', { answered: evidence(-6) }, 'open'],
    ['who was answered and missed again', { calls: [call(-5), call(-0.5)], answered: evidence(-1) }, 'open'],
    ['who was answered and reopened', { answered: evidence(-2), actions: [action('reopen', -1)] }, 'open'],
    [
      'who was answered after being reopened',
      { answered: evidence(-1), actions: [action('reopen', -2)] },
      'answered',
    ],
    ['who has an appointment since', { appointment: evidence(-1), answered: evidence(-0.5) }, 'appointment'],
    [
      'of a wrong number, of whom the feed brings an earlier call afterwards',
      { calls: [call(-6), call(-5)], actions: [seeing([call(-5)], action('wrong-number', -1))] },
      'open',
    ],
    [
      'snoozed, of whom the feed brings an earlier call afterwards',
      { calls: [call(-6), call(-5)], actions: [seeing([call(-5)], action('snooze', -1, 3))] },
      'open',
    ],
    [
      'closed by a clock ahead, who called before its time',
      { calls: [call(-5), call(-0.5)], actions: [seeing([call(-5)], action('do-not-call', 0))] },
      'open',
    ],
    ['closed by a clock behind', { actions: [seeing([call(-5)], action('do-not-call', -6))] }, 'do-not-call'],
    [
      'closed when a call waited that is now older than 30 days',
      {
        calls: [call(-30 * 24 - 1), call(-5)],
        actions: [seeing([call(-5)], action('wrong-number', -1))],
      },
      'wrong-number',
    ],
    [
      'reopened by a clock behind',
      {
        answered: { id: 'answer', at: at(-1) },
        actions: [seeing([call(-5), { ...call(-1), id: 'answer' }], action('reopen', -2))],
      },
      'open',
    ],
    [
      'reopened by a clock behind after an appointment',
      { appointment: evidence(-1), actions: [seeing([call(-5)], action('reopen', -2), 'shown')] },
      'open',
    ],
    ['whose calls were resolved', { calls: [call(-5, -1)] }, 'resolved'],
    ['of whose calls one was resolved', { calls: [call(-6, -1), call(-5)] }, 'open'],
    ['of 30 days ago', { calls: [call(-30 * 24)] }, 'open'],
    ['of longer ago', { calls: [call(-30 * 24 - 1)] }, 'expired'],
    [
      'closed and older than 30 days',
      { calls: [call(-31 * 24)], actions: [action('wrong-number', -25 * 24)] },
      'wrong-number',
    ],
    [
      'resolved after the others were too old',
      { calls: [call(-32 * 24), call(-31 * 24 - 1, -1)] },
      'resolved',
    ],
  ];

  test.each(cases)('%s', (_, facts, expected) => {
    const none = { calls: [call(-5)], actions: [], answered: null, appointment: null };
    const state = callerState({ ...none, ...facts }, now);
    const text =
      state.kind === 'closed'
        ? state.reason
        : state.kind === 'claimed'
          ? `claimed by ${state.by}`
          : state.kind;
    expect(text).toBe(expected);
  });
});

describe('facts recorded with an action', () => {
  const facts = { calls: [call(-6, -5), call(-3)], actions: [], answered: evidence(-2), appointment: null };

  test('include the unresolved calls and the evidence', () => {
    expect(seenFacts({ ...facts, appointment: { id: 'made', at: at(-1) } })).toEqual({
      callIds: ['call at -3', 'shown'],
      appointmentId: 'made',
    });
  });

  test('are not recorded for a program that calls endlessly', () => {
    const calls = Array.from({ length: 501 }, () => call(-3));
    expect(seenFacts({ ...facts, calls })).toBe(null);
  });
});

describe('place of a caller in the queue', () => {
  const missed: UrgentCall = {
    id: 'missed',
    at: at(-2),
    missed: true,
    opportunity: false,
    leftMessage: false,
    wantsAppointment: false,
  };
  const cases: [UrgentCall[], DoneAction[], number, string][] = [
    [[missed, missed, missed], [], 1, 'Third call since Monday'],
    [Array.from({ length: 12 }, () => missed), [], 1, '12th call since Monday'],
    [Array.from({ length: 21 }, () => missed), [], 1, '21st call since Monday'],
    [[{ ...missed, wantsAppointment: true }], [], 2, 'Left a voicemail asking for an appointment'],
    [
      [{ ...missed, at: at(-100) }, missed],
      [action('do-not-call', -50)],
      3,
      'Asked not to be called, and called again',
    ],
    [
      [{ ...missed, at: at(-100) }, missed],
      [action('wrong-number', -50)],
      3,
      'Called again after “wrong number”',
    ],
    [
      [{ ...missed, at: at(-100) }, missed],
      [action('not-needed', -50)],
      3,
      'Called again after “no callback needed”',
    ],
    [[missed, missed], [], 3, 'Second call since Monday'],
    // in Denver, Monday began 60 hours ago
    [[{ ...missed, at: at(-60.1) }, missed], [], 7, 'Missed call, waiting 2 h of office hours'],
    [[{ ...missed, missed: false, opportunity: true }], [], 5, 'Opportunity, waiting 2 h of office hours'],
    [[{ ...missed, leftMessage: true }], [], 6, 'Left a voicemail, waiting 2 h of office hours'],
    [[missed], [], 7, 'Missed call, waiting 2 h of office hours'],
    [[{ ...missed, missed: false }], [], 8, 'Needs a follow-up, waiting 2 h of office hours'],
    [
      [{ ...missed, wantsAppointment: true }],
      [action('no-answer', -1), action('left-voicemail', -0.5)],
      9,
      'Tried twice, not reached yet',
    ],
    [[missed], [action('no-answer', -1, 0)], 4, 'Next try is due, tried once'],
    [[missed], [action('no-answer', -1), action('snooze', -0.5, 0)], 4, 'Next try is due, tried once'],
    [[missed], [action('no-answer', -1, 0), action('claim', 0, 0.1)], 4, 'Next try is due, tried once'],
    [[missed], [action('no-answer', -1, 0), action('no-answer', 0)], 9, 'Tried twice, not reached yet'],
    [[missed], [action('no-answer', -1, 1)], 9, 'Tried once, not reached yet'],
    [[missed], [action('snooze', -1, 0)], 7, 'Missed call, waiting 2 h of office hours'],
    [[missed, missed, missed], [action('no-answer', -1)], 9, 'Tried once, not reached yet'],
    // the feed delivers the call after the attempt
    [[missed], [seeing([], action('no-answer', -1))], 7, 'Missed call, waiting 2 h of office hours'],
    [[missed], [action('no-answer', -3)], 7, 'Missed call, waiting 2 h of office hours'],
  ];

  test.each(cases)('%j after %j', (calls, actions, rank, reason) => {
    const caller = { calls, actions, waitingMinutes: 120, hoursKnown: true, timeZone: 'America/Denver' };
    expect(urgencyOf(caller, now)).toEqual({ rank, reason });
  });
});
