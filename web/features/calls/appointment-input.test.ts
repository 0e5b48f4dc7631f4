import { wordingOf } from '@mailcall/contract/rules/wording.ts';
import { describe, expect, test } from 'vitest';
import {
  type AppointmentInput,
  appointmentProblems,
  fullName,
  isUntouched,
  newAppointmentOf,
  noAppointment,
} from './appointment-input.ts';

const dental = wordingOf(null);
const plumber = wordingOf({ clientLabel: 'Customer', businessLabel: null, industry: 'Home Services' });
const whole: AppointmentInput = { firstName: ' Ann ', lastName: 'Lee', day: '2026-03-20', minutes: 555 };

describe('an appointment that is typed in', () => {
  test('needs names, date and time, in the words of the account', () => {
    expect(appointmentProblems(noAppointment, dental)).toEqual({
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
    [{ minutes: 0 }, {}],
    [{ day: '0026-03-20' }, { day: 'Use a date from 2018 on.' }],
    [{ day: '12026-03-20' }, { day: 'Use a date from 2018 on.' }],
  ])('%j has the problems %j', (change, problems) => {
    expect(appointmentProblems({ ...whole, ...change }, dental)).toEqual(problems);
  });

  test('is at that time by the clock of the office', () => {
    expect(newAppointmentOf(whole, 'America/Denver')).toEqual({
      firstName: 'Ann',
      lastName: 'Lee',
      dateTime: '2026-03-20T15:15:00.000Z',
    });
  });

  test('is untouched until something is typed', () => {
    expect([isUntouched(noAppointment), isUntouched({ ...noAppointment, minutes: 420 })]).toEqual([
      true,
      false,
    ]);
  });
});

test.each([
  ['Ann', 'Lee', 'Ann Lee'],
  ['Ann', null, 'Ann'],
  [null, 'Lee', 'Lee'],
  [' ', null, '-'],
])('the full name of %s %s is %s', (firstName, lastName, shown) => {
  expect(fullName({ firstName, lastName })).toBe(shown);
});
