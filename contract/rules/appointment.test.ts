import { describe, expect, test } from 'vitest';
import {
  type AppointmentInput,
  appointmentProblems,
  isPastDay,
  requestedAppointmentProblems,
} from './appointment.ts';
import { wordingOf } from './wording.ts';

const dental = wordingOf(null);
const plumber = wordingOf({ clientLabel: 'Customer', businessLabel: null, industry: 'Home Services' });
const nothing: AppointmentInput = { firstName: '', lastName: '', day: '', minutes: null };
const whole: AppointmentInput = { firstName: ' Ann ', lastName: 'Lee', day: '2026-03-20', minutes: 555 };
const wrongTime = 'Use a time from 7:00 am to 7:00 pm, every 15 minutes.';

describe('an appointment in the form', () => {
  test('requires names, date and time in the account’s wording', () => {
    expect(appointmentProblems(nothing, dental)).toEqual({
      firstName: 'Patient first name is required',
      lastName: 'Patient last name is required',
      day: 'Appointment date is required',
      minutes: 'Appointment time is required',
    });
    expect(appointmentProblems({ ...whole, firstName: '  ' }, plumber)).toEqual({
      firstName: 'Customer first name is required',
    });
  });

  test.each<[Partial<AppointmentInput>, object]>([
    [{}, {}],
    [{ day: '2018-01-01' }, {}],
    [{ day: '2017-12-31' }, { day: 'Use a date from 2018 on.' }],
    [{ day: '0026-03-20' }, { day: 'Use a date from 2018 on.' }],
    [{ day: '12026-03-20' }, { day: 'Use a date from 2018 on.' }],
    [{ minutes: 7 * 60 }, {}],
    [{ minutes: 19 * 60 }, {}],
    [{ minutes: 0 }, { minutes: wrongTime }],
    [{ minutes: 7 * 60 - 15 }, { minutes: wrongTime }],
    [{ minutes: 19 * 60 + 15 }, { minutes: wrongTime }],
    [{ minutes: 9 * 60 + 5 }, { minutes: wrongTime }],
  ])('%j has the problems %j', (change, problems) => {
    expect(appointmentProblems({ ...whole, ...change }, dental)).toEqual(problems);
  });
});

const denver = 'America/Denver';
const whereOfficeIs = (zone: string) =>
  `Use a time from 7:00 am to 7:00 pm, every 15 minutes, where the office is (${zone}).`;

describe('a requested appointment', () => {
  test.each<[dateTime: string, zone: string, problem: string | undefined]>([
    ['2026-03-20T13:00:00Z', denver, undefined],
    ['2026-03-20T12:45:00Z', denver, whereOfficeIs(denver)],
    ['2026-03-21T01:00:00Z', denver, undefined],
    ['2026-03-21T01:15:00Z', denver, whereOfficeIs(denver)],
    ['2026-03-20T15:07:00Z', denver, whereOfficeIs(denver)],
    ['2026-03-20T15:00:30Z', denver, whereOfficeIs(denver)],
    ['2026-03-20T15:00:00.001Z', denver, whereOfficeIs(denver)],
    ['2026-07-20T12:45:00Z', denver, whereOfficeIs(denver)],
    ['2026-01-20T13:00:00Z', denver, whereOfficeIs(denver)],
    ['2026-03-20T01:30:00Z', 'Asia/Kolkata', undefined],
    ['2017-12-31T18:00:00Z', denver, 'Use a date from 2018 on.'],
    ['', denver, 'Appointment date is required'],
    ['tomorrow', denver, 'Use a date and time as 2026-01-31T15:00:00Z.'],
    ['2026-02-30T15:00:00Z', denver, 'Use a date and time as 2026-01-31T15:00:00Z.'],
  ])('for %s in %s: %s', (dateTime, timeZone, problem) => {
    const sent = { firstName: 'Ann', lastName: 'Lee', dateTime };
    expect(requestedAppointmentProblems(sent, { timeZone, wording: dental }).dateTime).toBe(problem);
  });

  test('requires names in the account’s wording', () => {
    const sent = { firstName: '', lastName: ' ', dateTime: '2026-03-20T15:00:00Z' };
    expect(requestedAppointmentProblems(sent, { timeZone: denver, wording: plumber })).toEqual({
      firstName: 'Customer first name is required',
      lastName: 'Customer last name is required',
    });
  });
});

test.each([
  ['2026-03-10', true],
  ['2026-03-11', false],
  ['2026-03-12', false],
])('%s is over on the evening of 2026-03-11 in Denver: %s', (day, past) => {
  expect(isPastDay(day, new Date('2026-03-12T03:00:00Z'), denver)).toBe(past);
});
