import type { NewAppointment } from '@mailcall/contract/resolve.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { instantInZone } from '@mailcall/contract/rules/office-time.ts';
import type { Wording } from '@mailcall/contract/rules/wording.ts';
import { z } from 'zod';

/** An appointment as it is typed in, by the clock of its office. */
export const appointmentInputSchema = z.object({
  firstName: z.string(),
  lastName: z.string(),
  /** `YYYY-MM-DD`; '' until one is chosen. */
  day: z.string(),
  /** Minutes since midnight; null until a time is chosen. */
  minutes: z.number().nullable(),
});
export type AppointmentInput = z.infer<typeof appointmentInputSchema>;
export type AppointmentField = keyof AppointmentInput;

/** The fields in the order in which they are asked for. */
export const appointmentFields: readonly AppointmentField[] = ['firstName', 'lastName', 'day', 'minutes'];

export const noAppointment: AppointmentInput = { firstName: '', lastName: '', day: '', minutes: null };

/** The first day that an appointment may have: calls go back no further. */
const firstDay = '2018-01-01';

/** Whether nothing has been typed. */
export const isUntouched = (input: AppointmentInput) =>
  appointmentFields.every((field) => input[field] === noAppointment[field]);

/** What is wrong with an appointment, by field, in the account's words (spec 2 §5). */
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
  return problems;
}

/** An appointment without problems, as the wire wants it. */
export function newAppointmentOf(input: AppointmentInput, timeZone: string): NewAppointment {
  return {
    firstName: input.firstName.trim(),
    lastName: input.lastName.trim(),
    dateTime: instantInZone(input.day, input.minutes ?? 0, timeZone).toISOString(),
  };
}

/** First and last name joined, or whichever exists, or '-' (spec 2 §3). */
export const fullName = (person: { firstName: string | null; lastName: string | null }) =>
  [person.firstName?.trim(), person.lastName?.trim()].filter(Boolean).join(' ') || '-';
