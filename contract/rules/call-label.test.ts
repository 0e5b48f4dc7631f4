import { expect, test } from 'vitest';
import {
  callTypeHeading,
  callTypeLabel,
  callTypeNote,
  type LabeledCall,
  notScoredYet,
} from './call-label.ts';
import type { OutcomeLabel } from './outcome.ts';

const call = { followUpOpportunity: false, resolveDate: null, appointmentsCounter: 0, opportunity: false };
const resolved = '2026-01-05T10:00:00.000Z';

test.each([
  [
    'follow-up before everything',
    { followUpOpportunity: true, appointmentsCounter: 2, opportunity: true },
    'Missed / Follow-up Call',
  ],
  [
    'resolved follow-up',
    { followUpOpportunity: true, resolveDate: resolved },
    'Resolved Missed / Follow-up Call',
  ],
  [
    'resolved before appointment',
    { resolveDate: resolved, appointmentsCounter: 1 },
    'Resolved Missed / Follow-up Call',
  ],
  ['appointment before opportunity', { appointmentsCounter: 1, opportunity: true }, 'Appointment Call'],
  ['appointment without opportunity', { appointmentsCounter: 1 }, 'Appointment Call'],
  ['opportunity', { opportunity: true }, 'Opportunity Call'],
  ['anything else', {}, 'Non-Opportunity Call'],
])('call type label: %s', (_, facts, label) => {
  expect(callTypeLabel({ ...call, ...facts })).toBe(label);
});

const missed =
  'This label only says that no one marked the call for follow-up. The call was missed and is waiting for a callback.';

test.each<[name: string, facts: Partial<typeof call> & { outcome: OutcomeLabel[] }, note: string | null]>([
  ['a missed call', { outcome: ['missed call'] }, missed],
  ['a missed call with a cancelled appointment', { outcome: ['missed call', 'cancelled'] }, missed],
  ['a call not scored yet', { outcome: [] }, null],
  ['a call not scored yet with a cancelled appointment', { outcome: ['cancelled'] }, null],
  ['a non-opportunity call', { outcome: ['non-opportunity'] }, null],
  ['a missed call marked for follow-up', { followUpOpportunity: true, outcome: ['missed call'] }, null],
  ['an appointment on a missed call', { appointmentsCounter: 1, outcome: ['missed call'] }, null],
  ['an opportunity call', { opportunity: true, outcome: ['opportunity'] }, null],
])('note next to the call type label of %s', (_, facts, note) => {
  expect(callTypeNote({ ...call, ...facts })).toBe(note);
});

test('shows no note for a resolved missed call', () => {
  expect(callTypeNote({ ...call, resolveDate: resolved, outcome: ['missed call'] })).toBeNull();
});

test.each<[name: string, facts: Partial<LabeledCall> & { outcome: OutcomeLabel[] }, heading: string]>([
  ['a call not scored yet', { outcome: [] }, notScoredYet],
  [
    'a call not scored yet with a cancelled appointment',
    { outcome: ['cancelled', 'rescheduled'] },
    notScoredYet,
  ],
  [
    'a call not scored yet with an appointment',
    { appointmentsCounter: 1, outcome: ['appointment'] },
    'Appointment Call',
  ],
  [
    'a call not scored yet that needs a follow-up',
    { followUpOpportunity: true, outcome: ['follow up'] },
    'Missed / Follow-up Call',
  ],
  [
    'a resolved call not scored yet',
    { outcome: [], resolveDate: resolved },
    'Resolved Missed / Follow-up Call',
  ],
  ['an opportunity call', { opportunity: true, outcome: ['opportunity'] }, 'Opportunity Call'],
  ['a missed call', { outcome: ['missed call'] }, 'Non-Opportunity Call'],
  ['a non-opportunity call', { outcome: ['non-opportunity'] }, 'Non-Opportunity Call'],
  [
    'a non-opportunity call with a cancelled appointment',
    { outcome: ['cancelled', 'non-opportunity'] },
    'Non-Opportunity Call',
  ],
])('the screens head %s', (_, facts, heading) => {
  expect(callTypeHeading({ ...call, ...facts })).toBe(heading);
});
