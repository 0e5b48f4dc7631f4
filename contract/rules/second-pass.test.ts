import { describe, expect, test } from 'vitest';
import { passAnswers, passDifferences, passOutcomeOf } from './second-pass.ts';
import { emptyScore, type ScoreValues } from './score-values.ts';

const answered: ScoreValues = {
  ...emptyScore,
  answeredBy: 'Staff',
  handler: { id: 's1', name: 'Maria Front' },
  callerName: 'Nora Chavez',
  patientType: 'New Patient Opportunity',
  opportunity: true,
  askedForAppointment: true,
  askedForSource: false,
  goodImpression: true,
  noAppointmentScheduledReason: 'Price',
  followUpOpportunity: false,
  services: [
    { id: 'i1', name: 'Cleaning', acceptance: null },
    { id: 'i2', name: 'Implant', acceptance: null },
  ],
  highlights: 'Asked for the price of a cleaning.',
};
const notOpportunity: ScoreValues = {
  ...answered,
  opportunity: false,
  nonOpportunityReason: 'Wrong number',
  askedForAppointment: null,
  noAppointmentScheduledReason: null,
};
const voicemail: ScoreValues = {
  ...emptyScore,
  answeredBy: 'Voicemail',
  voicemailLeftMessage: false,
  opportunity: false,
};

test.each<[outcome: string, values: ScoreValues]>([
  [
    'appointment',
    { ...answered, appointments: [{ firstName: 'A', lastName: 'B', dateTime: '2026-03-20T15:00:00Z' }] },
  ],
  ['opportunity', answered],
  ['no opportunity', notOpportunity],
  ['not answered', voicemail],
])('the outcome is %s', (outcome, values) => {
  expect(passOutcomeOf(values)).toBe(outcome);
});

describe('differences', () => {
  test('are not in words, ids, or the order of services', () => {
    const same: ScoreValues = {
      ...answered,
      highlights: 'Price of cleaning',
      callerName: null,
      handler: { id: null, name: 'maria front' },
      services: [
        { id: null, name: 'implant', acceptance: null },
        { id: null, name: 'cleaning', acceptance: null },
      ],
    };
    expect(passDifferences(answered, same)).toEqual([]);
  });

  test('are named in the order of the form, with those that follow from others', () => {
    expect(passDifferences(answered, notOpportunity)).toEqual([
      'opportunity',
      'nonOpportunityReason',
      'askedForAppointment',
      'noAppointmentScheduledReason',
    ]);
  });
});

describe('answers that count for agreement', () => {
  const fieldsOf = (first: ScoreValues, second: ScoreValues) =>
    passAnswers(first, second).map(({ field }) => field);

  test('are of fields that both people saw', () => {
    const fields = fieldsOf(answered, notOpportunity);
    expect(fields).toContain('opportunity');
    expect(fields).toContain('goodImpression');
    expect(fields).not.toContain('askedForAppointment');
    expect(fields).not.toContain('nonOpportunityReason');
  });

  test('leave out what follows from other answers for both', () => {
    expect(fieldsOf(voicemail, voicemail)).toContain('answeredBy');
    expect(fieldsOf(voicemail, voicemail)).not.toContain('opportunity');
    expect(fieldsOf(voicemail, answered)).toContain('opportunity');
  });

  test('include optional fields that one of them left open', () => {
    const second = { ...answered, paymentType: 'Insurance' };
    expect(passAnswers(answered, second)).toContainEqual({
      field: 'paymentType',
      answers: ['No answer', 'Insurance'],
    });
  });
});
