import { expect, test } from 'vitest';
import { disputedFields, scoreValueText, wantedScoreValue } from './score-disputes.ts';
import type { ScoreFieldName } from './score-fields.ts';
import { emptyScore, type ScoreValue } from './score-values.ts';

const cleaning = { id: 'i1', name: 'Cleaning', acceptance: null };
const context = { picklists: { patientType: [{ value: 'Existing', label: 'Existing Patient' }] } };

test('an office can dispute every field except appointments, which it adds itself', () => {
  expect(disputedFields).toContain('opportunity');
  expect(disputedFields).not.toContain('appointments');
});

test.each<[ScoreFieldName, ScoreValue, string | null]>([
  ['opportunity', true, 'Yes'],
  ['opportunity', false, 'No'],
  ['opportunity', null, null],
  ['patientType', 'Existing', 'Existing'],
  ['highlights', '', null],
  ['holdSeconds', 1, '1 second'],
  ['holdSeconds', 65, '65 seconds'],
  ['handler', { id: 's1', name: 'Maria Front' }, 'Maria Front'],
  ['services', [cleaning, { ...cleaning, name: 'Whitening' }], 'Cleaning, Whitening'],
  ['services', [], null],
  ['appointments', [{ firstName: 'Ann', lastName: 'Lee', dateTime: '' }], null],
])('says %s %j as %j', (field, value, text) => {
  expect(scoreValueText(field, value)).toBe(text);
});

test.each<[(typeof disputedFields)[number], string, ScoreValue | undefined]>([
  ['opportunity', ' yes ', true],
  ['opportunity', 'No', false],
  ['opportunity', 'perhaps', undefined],
  ['patientType', 'existing patient', 'Existing'],
  ['patientType', 'spam', 'Spam'],
  ['patientType', 'a supplier', undefined],
  ['patientType', 'No answer', null],
  ['services', 'no answer', []],
  ['handler', 'Maria Front', { id: null, name: 'Maria Front' }],
  ['holdSeconds', '65 seconds', 65],
  ['holdSeconds', 'a minute', undefined],
  ['highlights', 'Asked for a price.', 'Asked for a price.'],
  ['services', 'cleaning, Whitening, ', [cleaning, { id: null, name: 'Whitening', acceptance: null }]],
])('reads that %s should be %j', (field, wanted, value) => {
  const values = { ...emptyScore, services: [cleaning] };
  expect(wantedScoreValue(field, wanted, { values, context })).toEqual(value);
});
