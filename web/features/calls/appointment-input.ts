import type { NewAppointment } from '@mailcall/contract/resolve.ts';
import type { AppointmentField, AppointmentInput } from '@mailcall/contract/rules/appointment.ts';
import { instantInZone } from '@mailcall/contract/time/office-time.ts';
import * as z from 'zod/mini';

export const appointmentInputSchema = z.object({
  firstName: z.string(),
  lastName: z.string(),
  day: z.string(),
  minutes: z.nullable(z.number()),
}) satisfies z.ZodMiniType<AppointmentInput>;

export const appointmentFields: readonly AppointmentField[] = ['firstName', 'lastName', 'day', 'minutes'];

export const noAppointment: AppointmentInput = { firstName: '', lastName: '', day: '', minutes: null };

/** Divides a full name before its last word. */
export function namesOf(fullName: string | null): Pick<AppointmentInput, 'firstName' | 'lastName'> {
  const words = fullName?.trim().split(/\s+/) ?? [];
  return {
    firstName: words.slice(0, -1).join(' ') || (words[0] ?? ''),
    lastName: words.length > 1 ? (words.at(-1) ?? '') : '',
  };
}

export const isUntouched = (input: AppointmentInput) =>
  appointmentFields.every((field) => input[field] === noAppointment[field]);

export function newAppointmentOf(input: AppointmentInput, timeZone: string): NewAppointment {
  return {
    firstName: input.firstName.trim(),
    lastName: input.lastName.trim(),
    dateTime: instantInZone(input.day, input.minutes ?? 0, timeZone).toISOString(),
  };
}

export const fullName = (person: { firstName: string | null; lastName: string | null }) =>
  [person.firstName?.trim(), person.lastName?.trim()].filter(Boolean).join(' ') || '-';
