import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ScoreColumn,
  scoreFieldNames,
  type ScoreFieldName,
  scoreFieldOf,
  type ScoreFieldsOfKind,
} from './score-fields.ts';
import { aContext, anAppointment, aScore, fullPicklists } from './score-form-for-tests.ts';
import {
  cleanScore,
  isEmptyScoreValue,
  marksOfShownFields,
  type ScoreContext,
  scoreForm,
  scoreOptions,
  scoreProblems,
  withProposals,
} from './score-form.ts';
import { answererTexts, fixedPatientTypes, ivrOutcomes } from './score-texts.ts';
import {
  emptyScore,
  scoreColumnsOf,
  scoredInquiriesOf,
  type ScoreValues,
  scoreValuesOf,
  scoreValuesSchema,
} from './score-values.ts';

type Given = Partial<ScoreValues>;
const staff = { answeredBy: 'Staff' };
const lead = { ...staff, patientType: 'New Patient Opportunity', opportunity: true };
const booked = { ...lead, appointments: [anAppointment] };
const refused = { ...lead, opportunity: false };
const existing = { ...staff, patientType: 'Existing Patient', opportunity: false };
const vendor = { ...staff, patientType: 'NOT a Patient Opportunity' };
const spam = { ...staff, patientType: 'Spam' };
const voicemail = { answeredBy: 'Voicemail' };
const message = { ...voicemail, voicemailLeftMessage: true };
const silent = { ...voicemail, voicemailLeftMessage: false };
const menu = { answeredBy: 'IVR' };
const wish = 'Left Message - Wants Appointment';
const nobody = { answeredBy: 'No Answer' };
const patientTypeOf = (patientType: string) => ({ patientType });
const never = patientTypeOf('NOT a Patient Opportunity');

const stateOf = (given: Given, field: ScoreFieldName, context = aContext()) =>
  scoreForm(aScore(given), context)[field].state;

describe('shows, asks and derives fields', () => {
  test.each<[field: ScoreFieldName, given: Given, state: string]>([
    ['answeredBy', {}, 'required'],
    ['handler', staff, 'optional'],
    ['handler', voicemail, 'hidden'],
    ['handler', menu, 'hidden'],
    ['handler', nobody, 'hidden'],
    ['interactedWithIvr', staff, 'optional'],
    ['interactedWithIvr', nobody, 'optional'],
    ['interactedWithIvr', menu, 'derived'],
    ['ivrOutcome', menu, 'required'],
    ['ivrOutcome', staff, 'hidden'],
    ['ivrOutcome', { ...staff, interactedWithIvr: true }, 'derived'],
    ['ivrOutcome', { ...voicemail, interactedWithIvr: true }, 'optional'],
    ['ivrOutcome', { ...staff, interactedWithIvr: false }, 'hidden'],
    ['voicemailLeftMessage', voicemail, 'required'],
    ['voicemailLeftMessage', nobody, 'derived'],
    ['voicemailLeftMessage', staff, 'hidden'],
    ['voicemailLeftMessage', menu, 'hidden'],
    ['voicemailLeftMessage', { ...menu, ivrOutcome: ivrOutcomes.voicemail }, 'required'],
    ['voicemailLeftMessage', { ...menu, ivrOutcome: ivrOutcomes.disconnected }, 'hidden'],
    ['voicemailOutcome', voicemail, 'hidden'],
    ['voicemailOutcome', message, 'required'],
    ['voicemailOutcome', silent, 'optional'],
    ['voicemailOutcome', nobody, 'hidden'],
    ['voicemailOutcome', staff, 'hidden'],
    ['voicemailWantsAppointment', message, 'required'],
    ['voicemailWantsAppointment', { ...message, voicemailOutcome: wish }, 'derived'],
    ['voicemailWantsAppointment', { ...message, voicemailOutcome: wish, ...never }, 'hidden'],
    ['voicemailWantsAppointment', silent, 'hidden'],
    ['voicemailWantsAppointment', { ...message, ...never }, 'hidden'],
    ['voicemailWantsAppointment', staff, 'hidden'],
    ['callerName', staff, 'optional'],
    ['callerName', nobody, 'optional'],
    ['patientType', staff, 'required'],
    ['patientType', message, 'required'],
    ['patientType', voicemail, 'optional'],
    ['patientType', silent, 'optional'],
    ['patientType', menu, 'optional'],
    ['patientType', nobody, 'optional'],
    ['callerGender', staff, 'optional'],
    ['callerGender', message, 'optional'],
    ['callerGender', silent, 'hidden'],
    ['callerGender', spam, 'hidden'],
    ['callerLanguage', vendor, 'optional'],
    ['callerLanguage', menu, 'hidden'],
    ['callerLanguage', spam, 'hidden'],
    ['opportunity', staff, 'required'],
    ['opportunity', lead, 'required'],
    ['opportunity', existing, 'required'],
    ['opportunity', spam, 'derived'],
    ['opportunity', vendor, 'derived'],
    ['opportunity', message, 'derived'],
    ['opportunity', menu, 'derived'],
    ['opportunity', nobody, 'derived'],
    ['nonOpportunityReason', staff, 'hidden'],
    ['nonOpportunityReason', lead, 'hidden'],
    ['nonOpportunityReason', refused, 'required'],
    ['nonOpportunityReason', existing, 'required'],
    ['nonOpportunityReason', vendor, 'required'],
    ['nonOpportunityReason', spam, 'required'],
    ['nonOpportunityReason', message, 'hidden'],
    ['nonOpportunityReason', { ...message, ...never }, 'required'],
    ['nonOpportunityReason', { ...silent, ...patientTypeOf('Spam') }, 'required'],
    ['nonOpportunityReason', { ...nobody, ...never }, 'required'],
    ['callerSource', lead, 'optional'],
    ['callerSource', existing, 'optional'],
    ['callerSource', message, 'optional'],
    ['callerSource', silent, 'hidden'],
    ['callerSource', vendor, 'hidden'],
    ['callerSource', { ...lead, sourceMentioned: 'a card', wrongSourceMentioned: true }, 'required'],
    ['callerSource', { ...lead, sourceMentioned: 'a card', wrongSourceMentioned: false }, 'optional'],
    ['callerSource', { ...lead, wrongSourceMentioned: true }, 'optional'],
    ['sourceMentioned', lead, 'optional'],
    ['sourceMentioned', nobody, 'hidden'],
    ['wrongSourceMentioned', lead, 'hidden'],
    ['wrongSourceMentioned', { ...lead, callerSource: 'Postcard / Mailer' }, 'optional'],
    ['wrongSourceMentioned', { ...lead, sourceMentioned: 'a card' }, 'optional'],
    ['wrongSourceMentioned', { ...lead, sourceMentioned: '  ' }, 'hidden'],
    ['wrongSourceMentioned', { ...vendor, sourceMentioned: 'a card' }, 'hidden'],
    ['offers', lead, 'optional'],
    ['offers', existing, 'optional'],
    ['offers', message, 'optional'],
    ['offers', vendor, 'hidden'],
    ['services', silent, 'hidden'],
    ['insurances', spam, 'hidden'],
    ['paymentType', lead, 'optional'],
    ['paymentType', nobody, 'hidden'],
    ['priceAnswer', lead, 'optional'],
    ['priceAnswer', refused, 'hidden'],
    ['priceAnswer', message, 'hidden'],
    ['askedForAppointment', lead, 'required'],
    ['askedForAppointment', booked, 'required'],
    ['askedForAppointment', { ...lead, appointmentCallerMentioned: true }, 'hidden'],
    ['askedForAppointment', refused, 'hidden'],
    ['askedForAppointment', staff, 'hidden'],
    ['askedForAppointment', message, 'hidden'],
    ['appointmentCallerMentioned', lead, 'optional'],
    ['appointmentCallerMentioned', refused, 'hidden'],
    ['askedForSource', lead, 'required'],
    ['askedForSource', existing, 'optional'],
    ['askedForSource', vendor, 'hidden'],
    ['askedForSource', message, 'hidden'],
    ['askedForSource', { ...lead, sourceCallerMentioned: true }, 'hidden'],
    ['sourceCallerMentioned', existing, 'optional'],
    ['sourceCallerMentioned', spam, 'hidden'],
    ['goodImpression', lead, 'required'],
    ['goodImpression', existing, 'required'],
    ['goodImpression', vendor, 'optional'],
    ['goodImpression', spam, 'hidden'],
    ['goodImpression', message, 'hidden'],
    ['askedForAdditionalAppointment', lead, 'hidden'],
    ['askedForAdditionalAppointment', booked, 'required'],
    ['askedForAdditionalAppointment', { ...existing, appointments: [anAppointment] }, 'hidden'],
    ['askedForAdditionalAppointment', { ...booked, additionalAppointmentCallerMentioned: true }, 'hidden'],
    ['additionalAppointmentCallerMentioned', booked, 'optional'],
    ['additionalAppointmentCallerMentioned', lead, 'hidden'],
    ['placedOnHold', staff, 'optional'],
    ['placedOnHold', vendor, 'optional'],
    ['placedOnHold', spam, 'hidden'],
    ['placedOnHold', message, 'hidden'],
    ['placedOnHold', menu, 'hidden'],
    ['placedOnHold', nobody, 'hidden'],
    ['askedToPlaceOnHold', staff, 'hidden'],
    ['askedToPlaceOnHold', { ...staff, placedOnHold: false }, 'hidden'],
    ['askedToPlaceOnHold', { ...staff, placedOnHold: true }, 'required'],
    ['askedToPlaceOnHold', { ...message, placedOnHold: true }, 'hidden'],
    ['holdSeconds', { ...staff, placedOnHold: false }, 'hidden'],
    ['holdSeconds', { ...staff, placedOnHold: true }, 'optional'],
    ['appointments', lead, 'optional'],
    ['appointments', existing, 'optional'],
    ['appointments', vendor, 'hidden'],
    ['appointments', message, 'hidden'],
    ['noAppointmentScheduledReason', lead, 'required'],
    ['noAppointmentScheduledReason', booked, 'hidden'],
    ['noAppointmentScheduledReason', refused, 'hidden'],
    ['noAppointmentScheduledReason', message, 'hidden'],
    ['followUpOpportunity', staff, 'hidden'],
    ['followUpOpportunity', lead, 'required'],
    ['followUpOpportunity', booked, 'optional'],
    ['followUpOpportunity', existing, 'optional'],
    ['followUpOpportunity', vendor, 'hidden'],
    ['followUpOpportunity', message, 'required'],
    ['followUpOpportunity', silent, 'optional'],
    ['followUpOpportunity', nobody, 'optional'],
    ['followUpOpportunity', { ...nobody, ...never }, 'hidden'],
    ['followUpReason', { ...lead, followUpOpportunity: true }, 'required'],
    ['followUpReason', { ...lead, followUpOpportunity: false }, 'hidden'],
    ['followUpReason', { ...vendor, followUpOpportunity: true }, 'hidden'],
    ['highlights', spam, 'optional'],
    ['highlights', nobody, 'optional'],
  ])('%s of %j is %s', (field, given, state) => {
    expect(stateOf(given, field)).toBe(state);
  });

  test('asks only who answered until that is known', () => {
    const form = scoreForm(aScore({ ...booked, answeredBy: null }), aContext());
    expect(scoreFieldNames.filter((name) => form[name].state !== 'hidden')).toEqual(['answeredBy']);
  });

  test.each<[field: ScoreFieldName, given: Given, value: unknown]>([
    ['opportunity', { ...spam, opportunity: true }, false],
    ['opportunity', { ...message, opportunity: true }, false],
    ['interactedWithIvr', { ...menu, interactedWithIvr: false }, true],
    ['voicemailLeftMessage', { ...nobody, voicemailLeftMessage: true }, false],
    ['ivrOutcome', { ...staff, interactedWithIvr: true, ivrOutcome: null }, ivrOutcomes.staff],
    [
      'voicemailWantsAppointment',
      { ...message, voicemailOutcome: wish, voicemailWantsAppointment: false },
      true,
    ],
  ])('derives %s of %j as %s', (field, given, value) => {
    expect(scoreForm(aScore(given), aContext())[field].value).toBe(value);
  });

  test('counts an appointment that the call has already', () => {
    const context = aContext({ bookedAppointments: 1 });
    expect(stateOf(lead, 'noAppointmentScheduledReason', context)).toBe('hidden');
    expect(stateOf(lead, 'askedForAdditionalAppointment', context)).toBe('required');
    expect(stateOf(lead, 'followUpOpportunity', context)).toBe('optional');
  });
});

describe('proposes answers', () => {
  test.each<[field: ScoreFieldName, given: Given, proposal: unknown]>([
    ['answeredBy', {}, null],
    ['interactedWithIvr', staff, false],
    ['interactedWithIvr', { ...staff, interactedWithIvr: true }, null],
    ['ivrOutcome', { ...voicemail, interactedWithIvr: true }, ivrOutcomes.voicemail],
    ['ivrOutcome', { ...nobody, interactedWithIvr: true }, ivrOutcomes.unanswered],
    ['ivrOutcome', menu, null],
    ['patientType', staff, null],
    ['patientType', nobody, fixedPatientTypes.unknown],
    ['callerLanguage', staff, 'English'],
    ['callerLanguage', { ...staff, callerLanguage: 'Spanish' }, null],
    ['opportunity', { ...staff, patientType: 'New Patient Opportunity' }, true],
    ['opportunity', { ...staff, patientType: 'Existing Patient' }, null],
    ['opportunity', { ...staff, patientType: 'Unknown' }, null],
    ['opportunity', staff, null],
    ['nonOpportunityReason', spam, 'Spam / Robocall'],
    ['nonOpportunityReason', vendor, null],
    ['wrongSourceMentioned', { ...lead, sourceMentioned: 'a card' }, false],
    ['askedForAppointment', lead, null],
    ['appointmentCallerMentioned', lead, false],
    ['sourceCallerMentioned', lead, false],
    ['additionalAppointmentCallerMentioned', booked, false],
    ['goodImpression', lead, null],
    ['placedOnHold', staff, false],
    ['followUpOpportunity', lead, null],
    ['followUpOpportunity', booked, false],
    ['followUpOpportunity', existing, false],
    ['followUpOpportunity', message, null],
    ['followUpOpportunity', nobody, false],
  ])('%s of %j: %s', (field, given, proposal) => {
    expect(scoreForm(aScore(given), aContext())[field].proposal).toBe(proposal);
  });

  test('and the answers that follow from them', () => {
    const filled = withProposals(aScore({ ...staff, patientType: 'New Patient Opportunity' }), aContext());
    expect(filled).toEqual(
      aScore({
        ...lead,
        interactedWithIvr: false,
        callerLanguage: 'English',
        appointmentCallerMentioned: false,
        sourceCallerMentioned: false,
        placedOnHold: false,
      }),
    );
  });

  test('that do not count before they are taken', () => {
    expect(cleanScore(aScore(staff), aContext()).placedOnHold).toBeNull();
  });

  test('only of values that the provider has', () => {
    const none = aContext({ picklists: {}, usualLanguage: 'Klingon' });
    expect(scoreForm(aScore({ ...staff, interactedWithIvr: true }), none).ivrOutcome.proposal).toBeNull();
    expect(
      scoreForm(aScore(staff), aContext({ usualLanguage: 'Klingon' })).callerLanguage.proposal,
    ).toBeNull();
    expect(scoreForm(aScore(nobody), none).patientType.proposal).toBe('Unknown');
  });
});

describe('lists of a provider', () => {
  test.each<[field: ScoreFieldsOfKind<'choice'>, given: Given]>([
    ['ivrOutcome', menu],
    ['voicemailOutcome', message],
    ['nonOpportunityReason', refused],
    ['nonOpportunityReason', spam],
    ['noAppointmentScheduledReason', lead],
    ['followUpReason', { ...lead, followUpOpportunity: true }],
    ['callerSource', { ...lead, sourceMentioned: 'a card', wrongSourceMentioned: true }],
  ])('an empty list for %s of %j makes it optional', (field, given) => {
    expect(stateOf(given, field)).toBe('required');
    const rule = scoreForm(aScore(given), aContext({ picklists: { ...fullPicklists, [field]: [] } }))[field];
    expect(rule).toMatchObject({ state: 'optional', problem: null });
  });

  test('asks for no reason if the list has none for spam', () => {
    const nonOpportunityReason = [{ value: 'Wrong Number', label: 'Wrong Number' }];
    const context = aContext({ picklists: { ...fullPicklists, nonOpportunityReason } });
    expect(stateOf(spam, 'nonOpportunityReason', context)).toBe('optional');
    expect(stateOf(vendor, 'nonOpportunityReason', context)).toBe('required');
  });

  test('texts that figures depend on follow a list that lacks them', () => {
    const patientType = [
      { value: 'Existing Patient', label: 'Existing Client' },
      { value: 'Spam', label: 'Junk' },
    ];
    expect(scoreOptions('patientType', { picklists: { patientType } })).toEqual([
      ...patientType,
      { value: 'New Patient Opportunity', label: 'New Patient Opportunity' },
      { value: 'NOT a Patient Opportunity', label: 'NOT a Patient Opportunity' },
      { value: 'Unknown', label: 'Unknown' },
    ]);
    expect(scoreOptions('answeredBy', { picklists: {} }).map(({ value }) => value)).toEqual(answererTexts);
    expect(scoreOptions('callerGender', { picklists: {} })).toEqual([]);
  });

  test('a menu that led to staff cannot be chosen, and follows only where the list has it', () => {
    const offered = scoreOptions('ivrOutcome', aContext()).map(({ value }) => value);
    expect(offered).toEqual([ivrOutcomes.voicemail, ivrOutcomes.unanswered, ivrOutcomes.disconnected]);
    const none = aContext({ picklists: {} });
    expect(stateOf({ ...staff, interactedWithIvr: true }, 'ivrOutcome', none)).toBe('hidden');
  });

  test('a stored value stays where there is no list', () => {
    const values = aScore({ ...staff, callerGender: 'Woman' });
    expect(scoreForm(values, aContext({ picklists: {} })).callerGender).toMatchObject({
      value: 'Woman',
      problem: null,
    });
  });
});

describe('says what is wrong', () => {
  test.each<[field: ScoreFieldName, given: Given, problem: string | null]>([
    ['answeredBy', {}, 'Choose who answered.'],
    ['answeredBy', { answeredBy: 'Robot' }, 'Choose a value from the list.'],
    ['handler', staff, null],
    ['patientType', staff, 'Choose the patient type.'],
    ['opportunity', staff, 'Say whether the call is an opportunity.'],
    ['nonOpportunityReason', vendor, 'Choose why the call is not an opportunity.'],
    ['callerGender', { ...staff, callerGender: 'Woman' }, 'Choose a value from the list.'],
    ['callerGender', { ...spam, callerGender: 'Woman' }, null],
    [
      'callerSource',
      { ...lead, sourceMentioned: 'a card', wrongSourceMentioned: true },
      'Choose the source that the caller named.',
    ],
    [
      'ivrOutcome',
      { ...menu, ivrOutcome: ivrOutcomes.staff },
      'If the menu led to someone on the staff, choose Staff as the one who answered.',
    ],
    [
      'ivrOutcome',
      { ...voicemail, interactedWithIvr: true, ivrOutcome: ivrOutcomes.staff },
      'If the menu led to someone on the staff, choose Staff as the one who answered.',
    ],
    [
      'voicemailOutcome',
      { ...message, voicemailOutcome: 'No Message Left' },
      'The caller left a message, so choose what it brought.',
    ],
    [
      'voicemailOutcome',
      { ...message, voicemailOutcome: 'Mailbox Full' },
      'The caller left a message, so choose what it brought.',
    ],
    ['voicemailOutcome', { ...message, voicemailOutcome: 'Left Message' }, null],
    [
      'voicemailOutcome',
      { ...silent, voicemailOutcome: 'Left Message - Wants Appointment' },
      'The caller left no message, so choose why or leave it empty.',
    ],
    ['voicemailOutcome', { ...silent, voicemailOutcome: 'No Message Left' }, null],
    ['voicemailOutcome', silent, null],
    ['ivrOutcome', { ...staff, interactedWithIvr: true, ivrOutcome: ivrOutcomes.staff }, null],
    ['sourceMentioned', { ...lead, sourceMentioned: 'x'.repeat(1000) }, null],
    ['sourceMentioned', { ...lead, sourceMentioned: 'x'.repeat(1001) }, 'Use at most 1000 characters.'],
    ['askedForAppointment', lead, 'Answer yes or no.'],
    ['holdSeconds', { ...staff, placedOnHold: true, holdSeconds: 40 }, null],
    [
      'holdSeconds',
      { ...staff, placedOnHold: true, holdSeconds: 41 },
      'The hold cannot be longer than the call.',
    ],
    ['holdSeconds', { ...staff, placedOnHold: true, holdSeconds: -1 }, 'Use whole seconds.'],
    ['holdSeconds', { ...staff, placedOnHold: true, holdSeconds: 1.5 }, 'Use whole seconds.'],
    ['holdSeconds', { ...staff, placedOnHold: false, holdSeconds: 41 }, null],
    ['appointments', booked, null],
    [
      'appointments',
      { ...lead, appointments: [anAppointment, { ...anAppointment, dateTime: '' }] },
      'Complete the appointment: first name, last name, date and time.',
    ],
    ['noAppointmentScheduledReason', lead, 'Choose why there is no appointment.'],
    ['followUpReason', { ...lead, followUpOpportunity: true }, 'Choose why the caller needs a follow-up.'],
  ])('at %s of %j: %s', (field, given, problem) => {
    expect(scoreProblems(scoreForm(aScore(given), aContext()))[field] ?? null).toBe(problem);
  });

  test('a hold may take a day if the length of the call is not known', () => {
    const given = { ...staff, placedOnHold: true };
    const problemOf = (holdSeconds: number) =>
      scoreForm(aScore({ ...given, holdSeconds }), aContext({ durationSeconds: null })).holdSeconds.problem;
    expect([problemOf(86_400), problemOf(86_401)]).toEqual([
      null,
      'The hold cannot be longer than the call.',
    ]);
  });
});

describe('keeps only what counts', () => {
  test.each<[given: Given, kept: Given]>([
    [
      { ...voicemail, placedOnHold: true, goodImpression: true, handler: { id: 's1', name: 'Ana' } },
      voicemail,
    ],
    [{ ...lead, appointmentCallerMentioned: true, askedForAppointment: true }, { askedForAppointment: null }],
    [{ ...booked, noAppointmentScheduledReason: 'Price Too High' }, { noAppointmentScheduledReason: null }],
    [{ ...refused, askedForAppointment: true }, { askedForAppointment: null }],
    [{ ...lead, highlights: '  Kim asked.\n' }, { highlights: 'Kim asked.' }],
    [{ ...lead, highlights: ' ' }, { highlights: null }],
    [{ ...staff, placedOnHold: false, holdSeconds: 9 }, { holdSeconds: null }],
    [{ ...vendor, appointments: [anAppointment] }, { appointments: [] }],
    [
      {
        ...lead,
        services: [
          { id: 'v1', name: 'Implants', acceptance: null },
          { id: null, name: 'implants', acceptance: null },
          { id: 'v1', name: 'Dental Implants', acceptance: null },
          { id: 'v2', name: 'Implants', acceptance: null },
        ],
      },
      {
        services: [
          { id: 'v1', name: 'Implants', acceptance: null },
          { id: 'v2', name: 'Implants', acceptance: null },
        ],
      },
    ],
    [
      {
        ...lead,
        offers: [
          { id: null, name: 'Free Exam', acceptance: null },
          { id: null, name: 'Whitening', acceptance: null },
          { id: 'o1', name: 'free exam', acceptance: null },
          { id: null, name: 'whitening', acceptance: null },
        ],
      },
      {
        offers: [
          { id: null, name: 'Whitening', acceptance: null },
          { id: 'o1', name: 'free exam', acceptance: null },
        ],
      },
    ],
  ])('of %j: %j', (given, kept) => {
    const clean = cleanScore(aScore(given), aContext());
    expect(clean).toMatchObject(kept);
    expect(clean.placedOnHold).not.toBe(true);
    expect(clean.handler).toBeNull();
  });
});

test.each<[given: Given, booked: number | null, kept: ScoreFieldName[]]>([
  [lead, 0, ['noAppointmentScheduledReason', 'highlights']],
  [lead, 1, ['askedForAdditionalAppointment', 'highlights']],
  [lead, null, ['noAppointmentScheduledReason', 'askedForAdditionalAppointment', 'highlights']],
  [booked, null, ['askedForAdditionalAppointment', 'highlights']],
  [message, null, ['highlights']],
])('marks of %j with %j booked before stay at %j', (given, bookedAppointments, kept) => {
  const marks = (
    ['noAppointmentScheduledReason', 'askedForAdditionalAppointment', 'highlights'] as const
  ).map((field) => ({ field }));
  const context = bookedAppointments === null ? undefined : aContext({ bookedAppointments });
  expect(marksOfShownFields(marks, aScore(given), context).map(({ field }) => field)).toEqual(kept);
});

test('the schema takes values, and limits them', () => {
  expect(scoreValuesSchema.parse({})).toEqual(emptyScore);
  expect(scoreValuesSchema.safeParse({ mood: 'good' }).success).toBe(false);
  expect(scoreValuesSchema.safeParse({ opportunity: 'yes' }).success).toBe(false);
  expect(scoreValuesSchema.safeParse({ highlights: 'x'.repeat(10_001) }).success).toBe(false);
});

test('columns and inquiries of a score', () => {
  const values = aScore({
    ...booked,
    handler: { id: 's1', name: 'Ana' },
    callerName: 'Kim',
    placedOnHold: false,
    holdSeconds: 0,
    insurances: [{ id: 'i1', name: 'Delta', acceptance: 'Accepted' }],
    offers: [{ id: null, name: '$89 exam', acceptance: null }],
  });
  expect(scoreColumnsOf(values)).toEqual({
    answered_by: 'Staff',
    handler_id: 's1',
    patient_type: 'New Patient Opportunity',
    opportunity: true,
    placed_on_hold: false,
    hold_seconds: 0,
  });
  const inquiries = [
    { kind: 'offer' as const, itemId: null, itemName: '$89 exam', insuranceAcceptanceStatus: null },
    { kind: 'insurance' as const, itemId: 'i1', itemName: 'Delta', insuranceAcceptanceStatus: 'Accepted' },
  ];
  expect(scoredInquiriesOf(values)).toEqual(inquiries);
  const beside = { callerName: 'Kim', handlerName: 'Ana', inquiries };
  expect(scoreValuesOf(scoreColumnsOf(values), beside)).toEqual({ ...values, appointments: [] });
  expect(scoreValuesOf({ handler_id: 's1' }, { ...beside, handlerName: null }).handler).toEqual({
    id: 's1',
    name: 'Unknown',
  });
  expect(() => scoreColumnsOf(aScore({ ...staff, handler: { id: null, name: 'Ana' } }))).toThrow(
    'The handler has no id yet.',
  );
});

describe('every form that can be reached', () => {
  const name = fc.constantFrom('Ana', 'ana', ' Ben', 'Implants');
  const id = fc.option(fc.constantFrom('1', '2'));
  const inquiries = fc.array(fc.record({ id, name, acceptance: fc.constant(null) }), { maxLength: 3 });
  const answerOf = (field: ScoreFieldName): fc.Arbitrary<unknown> => {
    const definition = scoreFieldOf(field);
    switch (definition.kind) {
      case 'yes-no':
        return fc.option(fc.boolean());
      case 'choice':
        return fc.option(fc.constantFrom(...fullPicklists[definition.picklist].map(({ value }) => value)));
      case 'staff':
        return fc.option(fc.record({ id: fc.constantFrom('1', '2'), name }));
      case 'inquiries':
        return inquiries;
      case 'appointments':
        return fc.array(fc.constant(anAppointment), { maxLength: 2 });
      case 'text':
        return fc.option(fc.constantFrom('', '  ', ' a card', 'Kim'));
      case 'seconds':
        return fc.option(fc.integer({ min: 0, max: 40 }));
    }
  };
  const anyValues = fc.record(
    Object.fromEntries(scoreFieldNames.map((field) => [field, answerOf(field)])),
  ) as unknown as fc.Arbitrary<ScoreValues>;
  const lists = Object.keys(fullPicklists) as (keyof typeof fullPicklists)[];
  const anyContext: fc.Arbitrary<ScoreContext> = fc
    .record({ kept: fc.subarray(lists), isFull: fc.boolean(), bookedAppointments: fc.nat(1) })
    .map(({ kept, isFull, bookedAppointments }) =>
      aContext({
        bookedAppointments,
        picklists: isFull
          ? fullPicklists
          : Object.fromEntries(kept.map((list) => [list, fullPicklists[list]])),
      }),
    );
  function completed(given: ScoreValues, context: ScoreContext): ScoreValues {
    let values = given;
    for (let round = 0; round <= scoreFieldNames.length; round += 1) {
      const [field] = Object.keys(scoreProblems(scoreForm(values, context))) as ScoreFieldName[];
      if (field === undefined) return values;
      const { kind } = scoreFieldOf(field);
      const answer =
        kind === 'yes-no'
          ? round % 2 === 0
          : scoreOptions(field as ScoreFieldsOfKind<'choice'>, context)[round % 2]?.value;
      values = { ...values, [field]: answer };
    }
    throw new Error('The form cannot be completed.');
  }

  const handling: readonly ScoreColumn[] = [
    'handler_id',
    'asked_for_appointment',
    'appointment_caller_mentioned',
    'asked_for_source',
    'source_caller_mentioned',
    'good_impression',
    'asked_for_additional_appointment',
    'additional_appointment_caller_mentioned',
    'placed_on_hold',
    'asked_to_place_on_hold',
    'hold_seconds',
    'price_answer',
    'no_appointment_scheduled_reason',
  ];

  test('can be saved, and is a call of exactly one kind with its own values', () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(anyValues, anyContext, (given, context) => {
        const clean = cleanScore(completed(given, context), context);
        expect(scoreProblems(scoreForm(clean, context))).toEqual({});
        const columns = scoreColumnsOf(clean);
        const has = (column: ScoreColumn) => columns[column] !== undefined;
        const noneOf = (...names: ScoreColumn[]) => expect(names.filter(has)).toEqual([]);
        // the terms of docs/reference/figures.md, written again
        const isAnswered = columns.answered_by === 'Staff';
        const isNever =
          columns.patient_type === 'Spam' || columns.patient_type === 'NOT a Patient Opportunity';
        const kinds = {
          unscored: !has('answered_by'),
          opportunity: isAnswered && columns.opportunity === true,
          missed: has('answered_by') && !isAnswered && !isNever,
          nonOpportunity:
            has('answered_by') && ((isAnswered && columns.opportunity !== true) || (!isAnswered && isNever)),
        };
        const [kind = '', ...others] = Object.entries(kinds).flatMap(([one, is]) => (is ? [one] : []));
        expect(others).toEqual([]);
        seen.set(kind, (seen.get(kind) ?? 0) + 1);

        expect(kind).not.toBe('unscored');
        expect(columns.opportunity).toBe(kind === 'opportunity');
        if (!isAnswered) {
          noneOf(...handling);
          expect(clean.appointments).toEqual([]);
        }
        if (isAnswered || columns.voicemail_left_message !== true) noneOf('voicemail_wants_appointment');
        if (isAnswered) noneOf('voicemail_left_message', 'voicemail_outcome');
        if (columns.voicemail_outcome !== undefined)
          expect(columns.voicemail_left_message).toBe(columns.voicemail_outcome !== 'No Message Left');
        if (columns.voicemail_outcome === wish && !isNever)
          expect(columns.voicemail_wants_appointment).toBe(true);
        if (!isAnswered) expect(columns.ivr_outcome).not.toBe(ivrOutcomes.staff);
        if (kind === 'missed' || kind === 'opportunity') noneOf('non_opportunity_reason');
        if (kind !== 'opportunity')
          noneOf('asked_for_appointment', 'no_appointment_scheduled_reason', 'price_answer');
        if (isNever) noneOf('caller_source', 'follow_up_opportunity', 'payment_type');
        if (isNever) expect(scoredInquiriesOf(clean)).toEqual([]);
        if (columns.placed_on_hold !== true) noneOf('asked_to_place_on_hold', 'hold_seconds');
        if (columns.follow_up_opportunity !== true) noneOf('follow_up_reason');
        if (columns.wrong_source_mentioned === true && context.picklists.callerSource)
          expect(columns.caller_source).toBeDefined();
        const isBooked = clean.appointments.length + context.bookedAppointments > 0;
        if (kind === 'opportunity' && context.picklists.noAppointmentScheduledReason)
          expect(has('no_appointment_scheduled_reason')).toBe(!isBooked);
        // a topic that the caller mentioned first counts neither for nor against the staff
        for (const [mentioned, asked] of [
          ['appointment_caller_mentioned', 'asked_for_appointment'],
          ['source_caller_mentioned', 'asked_for_source'],
          ['additional_appointment_caller_mentioned', 'asked_for_additional_appointment'],
        ] as const)
          if (columns[mentioned] === true) noneOf(asked);
      }),
      { numRuns: 1000 },
    );
    expect([...seen.keys()].sort()).toEqual(['missed', 'nonOpportunity', 'opportunity']);
    for (const count of seen.values()) expect(count).toBeGreaterThan(50);
  });

  test('is the same when it is cleaned again, and when it is read from its columns', () => {
    fc.assert(
      fc.property(anyValues, anyContext, (given, context) => {
        const clean = cleanScore(given, context);
        expect(cleanScore(clean, context)).toEqual(clean);
        const before = scoreForm(given, context);
        const after = scoreForm(clean, context);
        for (const field of scoreFieldNames) expect(after[field].state).toBe(before[field].state);
        const back = scoreValuesOf(scoreColumnsOf(clean), {
          callerName: clean.callerName,
          handlerName: clean.handler?.name ?? null,
          inquiries: scoredInquiriesOf(clean),
        });
        expect({ ...back, appointments: clean.appointments }).toEqual(clean);
        expect(scoreValuesSchema.parse(JSON.parse(JSON.stringify(clean)))).toEqual(cleanNames(clean));
      }),
      { numRuns: 500 },
    );
  });

  test('takes proposals as saved answers without contradicting itself', () => {
    fc.assert(
      fc.property(anyValues, anyContext, (given, context) => {
        const filled = withProposals(given, context);
        const form = scoreForm(filled, context);
        for (const field of scoreFieldNames) {
          expect(form[field].proposal).toBeNull();
          if (isEmptyScoreValue(given[field])) continue;
          // a proposal never replaces an answer; blank texts are no answer
          if (typeof given[field] !== 'string' || given[field].trim() !== '')
            expect(filled[field]).toEqual(given[field]);
        }
      }),
      { numRuns: 500 },
    );
  });
});

const cleanNames = (values: ScoreValues): ScoreValues => {
  const trimmed = <Named extends { name: string }>(named: Named) => ({ ...named, name: named.name.trim() });
  return {
    ...values,
    handler: values.handler && trimmed(values.handler),
    offers: values.offers.map(trimmed),
    services: values.services.map(trimmed),
    insurances: values.insurances.map(trimmed),
  };
};
