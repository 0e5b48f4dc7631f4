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
