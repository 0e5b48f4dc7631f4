import { z } from 'zod';
import { messages } from './messages.ts';
import { appointmentTimes, clockInZone, timeOfDayShown } from './office-time.ts';
import type { Wording } from './wording.ts';

/** An appointment as it is typed in, by the clock of its office. */
export interface AppointmentInput {
  firstName: string;
  lastName: string;
  /** `YYYY-MM-DD`; '' until one is chosen. */
  day: string;
  /** Minutes since midnight; null until a time is chosen. */
  minutes: number | null;
}
export type AppointmentField = keyof AppointmentInput;

/** The first day that an appointment may have: calls go back no further. */
const firstDay = '2018-01-01';

/** '7:00 am to 7:00 pm, every 15 minutes', as the form offers the times. */
const timesInWords = `${timeOfDayShown(appointmentTimes[0] ?? 0)} to ${timeOfDayShown(appointmentTimes.at(-1) ?? 0)}, every 15 minutes`;

/** What is wrong with an appointment, by field, in the account's words. */
export function appointmentProblems(
  input: AppointmentInput,
  wording: Pick<Wording, 'Client'>,
): Partial<Record<AppointmentField, string>> {
  const problems: Partial<Record<AppointmentField, string>> = {};
  if (input.firstName.trim() === '') problems.firstName = messages.firstNameRequired(wording.Client);
  if (input.lastName.trim() === '') problems.lastName = messages.lastNameRequired(wording.Client);
  if (input.day === '') problems.day = messages.appointmentDateRequired;
  // a year that is typed digit by digit passes through the first centuries
  else if (input.day < firstDay || input.day.length !== firstDay.length)
    problems.day = 'Use a date from 2018 on.';
  if (input.minutes === null) problems.minutes = messages.appointmentTimeRequired;
  else if (!appointmentTimes.includes(input.minutes)) problems.minutes = `Use a time from ${timesInWords}.`;
  return problems;
}

/** The fields of an appointment on the wire that can be wrong. */
interface SentAppointment {
  firstName: string;
  lastName: string;
  /** A moment in UTC; '' when there is none. */
  dateTime: string;
}

const isMoment = (dateTime: string) => z.iso.datetime().safeParse(dateTime).success;

/** A moment as it would be typed in where the office is; between two minutes there is no time to choose. */
function typedTime(dateTime: string, timeZone: string): Pick<AppointmentInput, 'day' | 'minutes'> {
  if (!isMoment(dateTime)) return { day: '', minutes: null };
  const { day, minutes } = clockInZone(dateTime, timeZone);
  return { day, minutes: Date.parse(dateTime) % 60_000 === 0 ? minutes : Number.NaN };
}

/**
 * What is wrong with an appointment that was sent, by field: the same as in the form, by the words and the clock of the
 * call's account.
 */
export function sentAppointmentProblems(
  { firstName, lastName, dateTime }: SentAppointment,
  { timeZone, wording }: { timeZone: string; wording: Pick<Wording, 'Client'> },
): Partial<Record<keyof SentAppointment, string>> {
  const typed = { firstName, lastName, ...typedTime(dateTime, timeZone) };
  const { day, minutes, ...names } = appointmentProblems(typed, wording);
  if (dateTime !== '' && !isMoment(dateTime))
    return { ...names, dateTime: 'Use a date and time as 2026-01-31T15:00:00Z.' };
  if (day !== undefined) return { ...names, dateTime: day };
  if (minutes === undefined) return names;
  return { ...names, dateTime: `Use a time from ${timesInWords}, where the office is (${timeZone}).` };
}

/** Whether a day is over where the office is. */
export const isPastDay = (day: string, now: Date, timeZone: string): boolean =>
  day < clockInZone(now, timeZone).day;
