import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scoreFieldNames, scoreFieldOf } from './score-fields.ts';
import { aContext, anAppointment, aScore } from './score-form-for-tests.ts';
import { cleanScore, scoreForm, scoreProblems, withProposals } from './score-form.ts';
import {
  keyOfOption,
  nextScoreField,
  optionsOfField,
  pressesOf,
  pressScoreKey,
  scoreActionKeys,
  type ScoreKeyContext,
  type ScoreStep,
  startOfKeys,
} from './score-keys.ts';
import { emptyScore, type ScoreValues, scoreValuesSchema } from './score-values.ts';

const names = (count: number, kind: string) =>
  Array.from({ length: count }, (_, at) => ({ id: `${kind}${at}`, name: `${kind} ${at}` }));
const context: ScoreKeyContext = {
  ...aContext(),
  lists: {
    staff: names(12, 'Staff'),
    offers: names(3, 'Offer'),
    services: names(20, 'Service'),
    insurances: names(2, 'Plan'),
  },
};
const byStaff = aScore({ answeredBy: 'Staff' });

test.each([
  [0, '1'],
  [8, '9'],
  [9, '01'],
  [17, '09'],
  [18, '001'],
])('the keys of option %i are %s', (index, keys) => {
  expect(keyOfOption(index)).toBe(keys);
});

test('every field has its own letter, and none has a key of the screen', () => {
  const letters = scoreFieldNames.map((name) => scoreFieldOf(name).letter);
  expect(new Set(letters).size).toBe(letters.length);
  expect(letters.filter((letter) => !/^[a-zA-Z]$/.test(letter))).toEqual([]);
  const taken: string[] = Object.values(scoreActionKeys);
  expect(letters.filter((letter) => taken.includes(letter.toLowerCase()))).toEqual([]);
});

const booking: ScoreStep[] = [
  { field: 'handler', option: 1 },
  { field: 'patientType', option: 0 },
  { field: 'askedForAppointment', option: 0 },
  { field: 'askedForSource', option: 0 },
  { field: 'goodImpression', option: 0 },
  { field: 'services', option: 2 },
  { field: 'appointments', appointment: anAppointment },
  { field: 'askedForAdditionalAppointment', option: 1 },
];

test.each<[what: string, values: ScoreValues, script: ScoreStep[], keys: string]>([
  // 40 seconds, an appointment, who answered known from telephony
  ['a call with an appointment', byStaff, booking, '2 1 1 1 1 v 3 b Tab Enter 2 Enter'],
  [
    'the caller asked first and named the card',
    byStaff,
    [
      { field: 'handler', option: 0 },
      { field: 'patientType', option: 0 },
      { field: 'appointmentCallerMentioned', option: 0 },
      { field: 'sourceCallerMentioned', option: 0 },
      { field: 'goodImpression', option: 0 },
      { field: 'callerSource', option: 0 },
      { field: 'appointments', appointment: anAppointment },
      { field: 'askedForAdditionalAppointment', option: 0 },
    ],
    '1 1 A 1 S 1 1 r 1 b Tab Enter 1 Enter',
  ],
  [
    'an opportunity without an appointment',
    byStaff,
    [
      { field: 'handler', option: 10 },
      { field: 'patientType', option: 0 },
      { field: 'askedForAppointment', option: 1 },
      { field: 'askedForSource', option: 1 },
      { field: 'goodImpression', option: 0 },
      { field: 'noAppointmentScheduledReason', option: 1 },
      { field: 'followUpOpportunity', option: 0 },
      { field: 'followUpReason', option: 0 },
    ],
    '0 2 1 2 2 1 2 1 1 Enter',
  ],
  [
    'an existing patient who was placed on hold',
    byStaff,
    [
      { field: 'handler', option: 0 },
      { field: 'patientType', option: 4 },
      { field: 'opportunity', option: 1 },
      { field: 'nonOpportunityReason', option: 1 },
      { field: 'goodImpression', option: 0 },
      { field: 'placedOnHold', option: 0 },
      { field: 'askedToPlaceOnHold', option: 1 },
      { field: 'holdSeconds', seconds: 25 },
    ],
    '1 5 2 2 1 h 1 2 T 2 5 Tab Enter',
  ],
  [
    'a message',
    aScore({ answeredBy: 'Voicemail' }),
    [
      { field: 'voicemailLeftMessage', option: 0 },
      { field: 'voicemailOutcome', option: 0 },
      { field: 'voicemailWantsAppointment', option: 0 },
      { field: 'patientType', option: 0 },
      { field: 'followUpOpportunity', option: 0 },
      { field: 'followUpReason', option: 0 },
      { field: 'highlights', text: 'Wants a cleaning.' },
    ],
    '1 1 1 1 1 1 j Tab Enter',
  ],
  ['a call that nobody answered', aScore({}), [{ field: 'answeredBy', option: 3 }], '4 Enter'],
  ['spam', byStaff, [{ field: 'patientType', option: 3 }], 'p 4 Enter'],
  [
    'a proposal that is refused',
    aScore({
      answeredBy: 'Staff',
      patientType: 'New Patient Opportunity',
      handler: { id: 's', name: 'Ana' },
    }),
    [
      { field: 'opportunity', option: 1 },
      { field: 'nonOpportunityReason', option: 0 },
      { field: 'goodImpression', option: 1 },
    ],
    'o 2 1 2 Enter',
  ],
])('%s takes these presses', (_, values, script, keys) => {
  const pressed = pressesOf(script, values, context);
  expect(pressed.keys.join(' ')).toBe(keys);
  const saved = cleanScore(withProposals(pressed.values, context), context);
  expect(scoreProblems(scoreForm(saved, context))).toEqual({});
});

test('an expert scores a short call with an appointment in twelve presses', () => {
  const { keys, values } = pressesOf(booking, byStaff, context);
  expect(keys.length).toBeLessThanOrEqual(12);
  expect(cleanScore(withProposals(values, context), context)).toMatchObject({
    handler: { id: 'Staff1' },
    opportunity: true,
    services: [{ id: 'Service2', acceptance: null }],
    appointments: [anAppointment],
    askedForAdditionalAppointment: false,
    placedOnHold: false,
    interactedWithIvr: false,
    callerLanguage: 'English',
  });
});

const press = (values: ScoreValues, ...keys: string[]) => {
  let state = startOfKeys(values, context);
  for (const key of keys) state = pressScoreKey(state, key, context);
  return state;
};

test.each<[what: string, values: ScoreValues, keys: string[], state: object]>([
  ['begins at the first question', emptyScore, [], { at: 'answeredBy' }],
  ['begins at the handler when it is known who answered', byStaff, [], { at: 'handler' }],
  ['goes on after an answer', byStaff, ['1'], { at: 'patientType' }],
  ['goes on without an answer', byStaff, ['Tab'], { at: 'patientType' }],
  ['ignores an option that is not there', byStaff, ['0', '4'], { at: 'handler', page: 1, values: byStaff }],
  ['shows the next options', byStaff, ['0', '3'], { values: { handler: { id: 'Staff11' } } }],
  [
    'shows the first options after the last',
    byStaff,
    ['0', '0', '1'],
    { values: { handler: { id: 'Staff0' } } },
  ],
  [
    'has one page of few options',
    byStaff,
    ['p', '0', '1'],
    { values: { patientType: 'New Patient Opportunity' } },
  ],
  ['forgets the page at the next field', byStaff, ['0', 'p'], { at: 'patientType', page: 0 }],
  ['ignores the letter of a hidden field', byStaff, ['H'], { at: 'handler', values: byStaff }],
  [
    'ignores the letter of a derived field',
    aScore({ answeredBy: 'No Answer' }),
    ['o'],
    { values: { opportunity: null } },
  ],
  [
    'ignores other keys',
    byStaff,
    ['z', 'm', 'k', 'Enter', 'ArrowLeft', '-1', '10'],
    { at: 'handler', values: byStaff },
  ],
  [
    'only goes to a yes-no by its letter',
    byStaff,
    ['h', 'h'],
    { at: 'placedOnHold', values: { placedOnHold: null } },
  ],
  ['answers it by the number after its letter', byStaff, ['h', '2'], { values: { placedOnHold: false } }],
  ['leads to a text', byStaff, ['n', '1'], { at: 'callerName', values: { callerName: null } }],
  [
    'adds inquiries',
    byStaff,
    ['v', '1', '0', '2'],
    { at: 'services', values: { services: [{ id: 'Service0' }, { id: 'Service10' }] } },
  ],
  [
    'removes an inquiry by the same key',
    byStaff,
    ['v', '1', '2', '1'],
    { values: { services: [{ id: 'Service1' }] } },
  ],
  ['ends when nothing is asked', aScore({ answeredBy: 'No Answer' }), [], { at: null }],
  ['ignores digits when nothing is asked', aScore({ answeredBy: 'No Answer' }), ['1'], { at: null }],
])('the keyboard %s', (_, values, keys, state) => {
  expect(press(values, ...keys)).toMatchObject(state);
});

test('Tab leaves the only open question', () => {
  const values = aScore({ answeredBy: 'Staff', patientType: 'Spam' });
  expect(press(values)).toMatchObject({ at: 'handler' });
  expect(press(values, 'Tab')).toMatchObject({ at: null });
});

test('the cursor returns to a question that an answer opened above it', () => {
  const values = aScore({
    answeredBy: 'Staff',
    patientType: 'New Patient Opportunity',
    handler: { id: 's', name: 'Ana' },
  });
  const asked = { askedForAppointment: true, askedForSource: true, goodImpression: true };
  const booked = { ...values, ...asked, appointments: [anAppointment] };
  expect(nextScoreField(booked, context, 'appointments')).toBe('askedForAdditionalAppointment');
});

test('the cursor returns to a refused choice', () => {
  const silent = aScore({
    answeredBy: 'Voicemail',
    voicemailLeftMessage: false,
    voicemailOutcome: 'Left Message',
    interactedWithIvr: false,
  });
  expect(nextScoreField(silent, context, 'highlights')).toBe('voicemailOutcome');
  expect(nextScoreField(silent, context, 'voicemailOutcome')).toBe('voicemailOutcome');
  expect(nextScoreField({ ...silent, voicemailOutcome: null }, context)).toBeNull();
});

test('options by field', () => {
  expect(optionsOfField('placedOnHold', context)).toEqual(['Yes', 'No']);
  expect(optionsOfField('callerGender', context)).toEqual(['Female', 'Male', 'Unknown']);
  expect(optionsOfField('insurances', context)).toEqual(['Plan 0', 'Plan 1']);
  expect(optionsOfField('handler', context)).toHaveLength(12);
  expect(optionsOfField('highlights', context)).toEqual([]);
});

test('a script cannot answer a hidden field', () => {
  expect(() => pressesOf([{ field: 'holdSeconds', seconds: 9 }], byStaff, context)).toThrow(
    'Hold time in seconds cannot be answered now.',
  );
});

test('any keys lead to a form that can be completed by number keys', () => {
  const letters = scoreFieldNames.map((name) => scoreFieldOf(name).letter);
  const key = fc.oneof(
    fc.constantFrom(...letters),
    fc.constantFrom('0', '1', '2', '3', '4', '5', '9', 'Tab', 'z'),
  );
  fc.assert(
    fc.property(
      fc.array(key, { maxLength: 30 }),
      fc.infiniteStream(fc.constantFrom('1', '2')),
      (keys, digits) => {
        let state = press(emptyScore, ...keys);
        scoreValuesSchema.parse(state.values);
        state = { ...state, at: nextScoreField(state.values, context), page: 0 };
        for (let round = 0; state.at !== null && round < 2 * scoreFieldNames.length; round += 1)
          state =
            state.at === 'handler' || round % 3 !== 2
              ? pressScoreKey(state, digits.next().value ?? '1', context)
              : { ...state, at: nextScoreField(state.values, context) };
        expect(state.at).toBeNull();
        const saved = cleanScore(withProposals(state.values, context), context);
        expect(scoreProblems(scoreForm(saved, context))).toEqual({});
      },
    ),
    { numRuns: 300 },
  );
});
