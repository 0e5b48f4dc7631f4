import * as z from 'zod/mini';
import { messages } from './messages.ts';
import { appointmentTimes, clockInZone, timeOfDayText } from './office-time.ts';
import type { Wording } from './wording.ts';

/** An appointment as typed into the form, in the local time of its office. */
export interface AppointmentInput {
  firstName: string;
  lastName: string;
  /** `YYYY-MM-DD`; '' until a day is chosen. */
  day: string;
  /** Minutes since midnight; null until a time is chosen. */
  minutes: number | null;
}
export type AppointmentField = keyof AppointmentInput;

/** The first day that an appointment can have, because there are no earlier calls. */
const firstDay = '2018-01-01';

/** The times that the form offers: '7:00 am to 7:00 pm, every 15 minutes'. */
const timesText = `${timeOfDayText(appointmentTimes[0] ?? 0)} to ${timeOfDayText(appointmentTimes.at(-1) ?? 0)}, every 15 minutes`;

/** The problems of an appointment by field, in the account's wording. Empty when it is valid. */
export function appointmentProblems(
  input: AppointmentInput,
  wording: Pick<Wording, 'Client'>,
): Partial<Record<AppointmentField, string>> {
  const problems: Partial<Record<AppointmentField, string>> = {};
  if (input.firstName.trim() === '') problems.firstName = messages.firstNameRequired(wording.Client);
  if (input.lastName.trim() === '') problems.lastName = messages.lastNameRequired(wording.Client);
  if (input.day === '') problems.day = messages.appointmentDateRequired;
  // while a year is typed digit by digit, the value has years such as 0002
  else if (input.day < firstDay || input.day.length !== firstDay.length)
    problems.day = 'Use a date from 2018 on.';
  if (input.minutes === null) problems.minutes = messages.appointmentTimeRequired;
  else if (!appointmentTimes.includes(input.minutes)) problems.minutes = `Use a time from ${timesText}.`;
  return problems;
}

/** The fields of a requested appointment that are checked. */
interface RequestedAppointment {
  firstName: string;
  lastName: string;
  /** UTC; '' when missing. */
  dateTime: string;
}

const isDateTime = (dateTime: string) => z.iso.datetime().safeParse(dateTime).success;

/** A time as it would be chosen in the form, in the office's local time. Times with seconds cannot be chosen there. */
function officeTimeOf(dateTime: string, timeZone: string): Pick<AppointmentInput, 'day' | 'minutes'> {
  if (!isDateTime(dateTime)) return { day: '', minutes: null };
  const { day, minutes } = clockInZone(dateTime, timeZone);
  return { day, minutes: Date.parse(dateTime) % 60_000 === 0 ? minutes : Number.NaN };
}

/**
 * The problems of a requested appointment by field: the same as in the form, with the wording and the local time of the
 * call's account. Empty when it is valid.
 */
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

/** Whether a day (`YYYY-MM-DD`) is over in the office's time zone. */
export const isPastDay = (day: string, now: Date, timeZone: string): boolean =>
  day < clockInZone(now, timeZone).day;
