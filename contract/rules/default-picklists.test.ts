import { describe, expect, test } from 'vitest';
import { picklistFieldOf, picklistFields } from '../figures/dimensions.ts';
import { defaultValues, picklistsOf } from './default-picklists.ts';
import { scoreFieldNames, scoreFields } from './score-fields.ts';
import { scoreForm, scoreOptions } from './score-form.ts';
import { aContext, aScore } from './score-form-for-tests.ts';
import { answererTexts, fixedPatientTypeTexts, ivrOutcomes } from './score-texts.ts';

const choices = scoreFieldNames.flatMap((name) => {
  const field = scoreFields[name];
  return field.kind === 'choice' ? [{ name, list: field.picklist }] : [];
});
const lists = Object.fromEntries(
  choices.map(({ list }) => [
    list,
    defaultValues('score', list === 'priceAnswer' ? list : picklistFieldOf(list)),
  ]),
);

test('there is a list for each filter, and one for pricing answers', () => {
  expect(picklistsOf('campaign')).toEqual(picklistFields('campaign'));
  expect(picklistsOf('score')).toEqual([...picklistFields('score'), 'priceAnswer']);
});

test.each(choices.map(({ name }) => name))('%s can be answered', (name) => {
  const values = scoreOptions(name as 'patientType', { picklists: lists }).map(({ value }) => value);
  expect(values.length).toBeGreaterThanOrEqual(3);
  expect(new Set(values).size).toBe(values.length);
});

test.each([
  ['answeredBy', answererTexts],
  ['patientType', fixedPatientTypeTexts],
  ['ivrOutcome', Object.values(ivrOutcomes)],
])('%s has the texts that figures depend on', (field, texts) => {
  expect(defaultValues('score', field).map(({ value }) => value)).toEqual(expect.arrayContaining([...texts]));
});

describe('the rules of the form find their texts', () => {
  const context = aContext({ picklists: lists });
  test.each([
    ['spam', { answeredBy: 'Staff', patientType: 'Spam' }, 'nonOpportunityReason', 'Spam / Robocall'],
    ['a reached person', { answeredBy: 'Staff', interactedWithIvr: true }, 'ivrOutcome', ivrOutcomes.staff],
  ] as const)('for %s', (_, given, field, text) => {
    const rule = scoreForm(aScore(given), context)[field];
    expect([rule.proposal, rule.value]).toContain(text);
  });
  test.each([
    ['Left Message - Wants Appointment', true, true],
    ['No Message Left', true, false],
    ['Mailbox Full', true, false],
    ['Left Message', false, false],
    ['No Message Left', false, true],
  ])('for the voicemail outcome %s if a message was left: %s', (voicemailOutcome, left, isPossible) => {
    const given = { answeredBy: 'Voicemail', voicemailLeftMessage: left, voicemailOutcome };
    expect(scoreForm(aScore(given), context).voicemailOutcome.problem === null).toBe(isPossible);
  });
});

test('labels begin with a capital, values stay as figures know them', () => {
  expect(defaultValues('score', 'ivrOutcome')[0]).toEqual({
    value: 'routed to voicemail',
    label: 'Routed to voicemail',
  });
  expect(defaultValues('score', 'constructor')).toEqual([]);
});
