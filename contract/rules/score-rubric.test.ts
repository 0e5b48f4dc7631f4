import { expect, test } from 'vitest';
import { scoreFieldNames, scoreFieldOf, scoreGroups } from './score-fields.ts';
import { fixedPatientTypeTexts } from './score-texts.ts';
import { maxRubricText, ownRubricSchema, rubricOf, shippedRubric } from './score-rubric.ts';

test('has rules for every field, in their order', () => {
  expect(Object.keys(shippedRubric)).toEqual(scoreFieldNames);
});

test.each(scoreFieldNames)('the rules of %s are sentences within the limit', (name) => {
  const { counts, doesNotCount, examples } = shippedRubric[name];
  for (const text of [counts, doesNotCount, ...examples]) {
    expect(text.length).toBeLessThanOrEqual(maxRubricText);
    expect(text.trim()).toBe(text);
    expect(text).not.toMatch(/ {2}|['"]/);
  }
  expect(counts).toMatch(/\.$/);
  expect(doesNotCount).toMatch(/\.$/);
  expect(new Set([counts, doesNotCount, ...examples]).size).toBe(4);
});

test('a provider replaces single texts', () => {
  const own = ownRubricSchema.parse({
    version: 4,
    fields: { goodImpression: { counts: '  A smile that one can hear. ' } },
  });
  const { version, fields } = rubricOf(own);
  expect(version).toBe('2.4');
  expect(fields.goodImpression).toEqual({
    ...shippedRubric.goodImpression,
    counts: 'A smile that one can hear.',
  });
  expect({ ...fields, goodImpression: null }).toEqual({ ...shippedRubric, goodImpression: null });
  expect(Object.keys(fields)).toEqual(scoreFieldNames);
});

test('without texts of a provider, the shipped rubric counts', () => {
  expect(rubricOf(null)).toEqual({ version: '2', fields: shippedRubric });
});

test.each([
  ['no version', { fields: {} }],
  ['a version of 0', { version: 0, fields: {} }],
  ['a field that the form lacks', { version: 1, fields: { mood: { counts: 'Good.' } } }],
  ['a rule that there is not', { version: 1, fields: { handler: { why: 'Because.' } } }],
  ['an empty text', { version: 1, fields: { handler: { counts: ' ' } } }],
  ['a long text', { version: 1, fields: { handler: { counts: 'x'.repeat(601) } } }],
  ['a single example', { version: 1, fields: { handler: { examples: ['One.'] } } }],
])('a provider’s rubric cannot have %s', (_, own) => {
  expect(ownRubricSchema.safeParse(own).success).toBe(false);
});

test('the rules fit every industry, and every answer of the patient type has one', () => {
  expect(JSON.stringify(shippedRubric)).not.toMatch(/dentist|dental|Dr\.|cleaning|whitening|crown|implant/i);
  for (const type of [...fixedPatientTypeTexts, 'Existing Patient'])
    expect(shippedRubric.patientType.counts).toContain(`${type}: `);
  expect(shippedRubric.followUpOpportunity.examples.join(' ')).toContain('on voicemail');
});

test('fields of a group stand together', () => {
  const groups = scoreFieldNames.map((name) => scoreFieldOf(name).group);
  const runs = groups.filter((group, at) => group !== groups[at - 1]);
  expect(runs).toEqual(Object.keys(scoreGroups));
});
