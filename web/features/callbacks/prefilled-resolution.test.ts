// @vitest-environment jsdom
import type { CallbackCall, CallbackEntry } from '@mailcall/contract/callbacks.ts';
import { expect, test } from 'vitest';
import { prefilledResolution } from './prefilled-resolution.ts';

const caller = (callerName: string | null, patientTypes: readonly (string | null)[]) => ({
  entry: { callerName } as CallbackEntry,
  calls: patientTypes.map((patientType) => ({ patientType }) as CallbackCall),
});

test('fills in the caller’s kind, a summary and the names for an appointment', () => {
  const details = caller('Ann Mary Lee', [null, 'New Patient Opportunity']);
  expect(prefilledResolution(details, 'booked')).toEqual({
    result: 'Spoke With Caller',
    opportunity: 'New Patient Opportunity',
    summary: 'Booked an appointment.',
    form: { values: { firstName: 'Ann Mary', lastName: 'Lee', day: '', minutes: null }, key: null },
  });
});

test.each([
  ['Ann', { firstName: 'Ann', lastName: '' }],
  [null, { firstName: '', lastName: '' }],
])('takes the name %j as it is', (name, names) => {
  const { form } = prefilledResolution(caller(name, []), 'booked');
  expect(form?.values).toMatchObject(names);
});

test('leaves unknown fields open and adds no appointment for a caller who was only reached', () => {
  const details = caller('Ann Lee', ['Existing Patient']);
  expect(prefilledResolution(details, 'reached')).toEqual({
    result: 'Spoke With Caller',
    opportunity: '',
  });
});
