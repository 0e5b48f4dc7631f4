import * as duration from '../time/durations.ts';
import * as z from 'zod/mini';
import { messages } from './messages.ts';
import { appointmentTimes, clockInZone, timeOfDayText } from '../time/office-time.ts';
import type { Wording } from './wording.ts';

export interface AppointmentInput {
  firstName: string;
  lastName: string;
  /** `YYYY-MM-DD`; '' until chosen. */
  day: string;
  /** Minutes since midnight; null until chosen. */
  minutes: number | null;
}
export type AppointmentField = keyof AppointmentInput;

/** Mailcall has no calls before this day. */
const firstDay = '2018-01-01';

const timesText = `${timeOfDayText(appointmentTimes[0] ?? 0)} to ${timeOfDayText(appointmentTimes.at(-1) ?? 0)}, every 15 minutes`;

/** Problems by field, in the account's wording; empty if valid. */
export function appointmentProblems(
  input: AppointmentInput,
  wording: Pick<Wording, 'Client'>,
): Partial<Record<AppointmentField, string>> {
  const problems: Partial<Record<AppointmentField, string>> = {};
  if (input.firstName.trim() === '') problems.firstName = messages.firstNameRequired(wording.Client);
  if (input.lastName.trim() === '') problems.lastName = messages.lastNameRequired(wording.Client);
  if (input.day === '') problems.day = messages.appointmentDateRequired;
  // while a user types a year, the value has years such as 0002
  else if (input.day < firstDay || input.day.length !== firstDay.length)
    problems.day = 'Use a date from 2018 on.';
  if (input.minutes === null) problems.minutes = messages.appointmentTimeRequired;
  else if (!appointmentTimes.includes(input.minutes)) problems.minutes = `Use a time from ${timesText}.`;
  return problems;
}

interface RequestedAppointment {
  firstName: string;
  lastName: string;
  dateTime: string;
}

const isDateTime = (dateTime: string) => z.iso.datetime().safeParse(dateTime).success;

function officeTimeOf(dateTime: string, timeZone: string): Pick<AppointmentInput, 'day' | 'minutes'> {
  if (!isDateTime(dateTime)) return { day: '', minutes: null };
  const clock = clockInZone(dateTime, timeZone);
  return Date.parse(dateTime) % duration.minutes(1) === 0 ? clock : { ...clock, minutes: Number.NaN };
}

export function requestedAppointmentProblems(
  { firstName, lastName, dateTime }: RequestedAppointment,
  { timeZone, wording }: { timeZone: string; wording: Pick<Wording, 'Client'> },
): Partial<Record<keyof RequestedAppointment, string>> {
  const typed = { firstName, lastName, ...officeTimeOf(dateTime, timeZone) };
  const { day, minutes, ...names } = appointmentProblems(typed, wording);
  if (dateTime !== '' && !isDateTime(dateTime))
    return { ...names, dateTime: 'Use a date and time as 2026-01-31T15:00:00Z.' };
  if (day !== undefined) return { ...names, dateTime: day };
  if (minutes === undefined) return names;
  return { ...names, dateTime: `Use a time from ${timesText}, where the office is (${timeZone}).` };
}

/** `day` is `YYYY-MM-DD`, in the office's time zone. */
export const isPastDay = (day: string, now: Date, timeZone: string): boolean =>
  day < clockInZone(now, timeZone).day;
