import type { AppointmentInput } from '@mailcall/contract/rules/appointment.ts';
import { describe, expect, test } from 'vitest';
import { fullName, isUntouched, newAppointmentOf, noAppointment } from './appointment-input.ts';

const complete: AppointmentInput = { firstName: ' Ann ', lastName: 'Lee', day: '2026-03-20', minutes: 555 };

describe('a typed appointment', () => {
  test('is at the typed time in the office’s time zone', () => {
    expect(newAppointmentOf(complete, 'America/Denver')).toEqual({
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
])('the full name of %s %s is %s', (firstName, lastName, name) => {
  expect(fullName({ firstName, lastName })).toBe(name);
});
