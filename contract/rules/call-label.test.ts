import { expect, test } from 'vitest';
import { callTypeLabel } from './call-label.ts';

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
