import { wordingOf } from '@mailcall/contract/rules/wording.ts';
import { expect, test } from 'vitest';
import { householdTitle, stepsOf } from './household-texts.ts';

const dental = wordingOf(null);
const nothing = {
  patientFirstName: null,
  patientLastName: null,
  appointmentFirstName: null,
  appointmentLastName: null,
  callerName: null,
  callerNumber: null,
};
const patient = { patientFirstName: 'Ada', patientLastName: 'Byron' };
const appointment = { appointmentFirstName: 'Grace', appointmentLastName: 'Hopper' };
const caller = { callerName: 'MARY JACKSON', callerNumber: '+18285550123' };

test.each([
  ['several matches', [{ ...nothing, ...patient }, nothing], '2 Patients'],
  ['the patient', [{ ...nothing, ...patient, ...appointment, ...caller }], 'Ada Byron'],
  ['a patient with one name', [{ ...nothing, patientLastName: 'Byron' }], 'Byron'],
  ['the appointment', [{ ...nothing, ...appointment, ...caller }], 'Grace Hopper'],
  ['the caller', [{ ...nothing, patientFirstName: ' ', ...caller }], 'MARY JACKSON'],
  ['the number', [{ ...nothing, callerNumber: '+18285550123' }], '+1 (828) 555-0123'],
  ['nothing known', [nothing], 'New Patient Household'],
  ['no match', [], 'New Patient Household'],
])('a household is titled by %s', (_, matches, title) => {
  expect(householdTitle(matches, dental)).toBe(title);
});

test('uses another industry’s word for clients in a household', () => {
  const wording = wordingOf({ clientLabel: 'Homeowner', businessLabel: null, industry: 'Home Services' });
  expect(householdTitle([], wording)).toBe('New Homeowner Household');
  expect(householdTitle([nothing, nothing], wording)).toBe('2 Homeowners');
});

test('says what happened by the days of the office, whose evening is the next day in UTC', () => {
  const match = {
    deliveryDate: '2026-03-02',
    campaignName: 'Spring cards',
    callDateTime: '2026-03-05T03:30:00.000Z',
    callerName: 'Ann Lee',
    appointmentDateTime: '2026-03-10T00:15:00.000Z',
    appointmentFirstName: 'Ann',
    appointmentLastName: null,
    firstVisit: '2026-03-09',
  };
  const days = (timeZone: string) => stepsOf(match, timeZone).map(({ day }) => day);
  expect(days('America/Denver')).toEqual(['Mar 2, 2026', 'Mar 4, 2026', 'Mar 9, 2026', 'Mar 9, 2026']);
  expect(days('UTC')).toEqual(['Mar 2, 2026', 'Mar 5, 2026', 'Mar 10, 2026', 'Mar 9, 2026']);
});
