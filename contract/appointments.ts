import { z } from 'zod';
import { callPagingShape, callRowSchema } from './calls.ts';
import { pageOf } from './wire/page.ts';
import { route } from './wire/route.ts';

/** Sort fields of the appointment list. */
export const appointmentSorts = ['date', 'time', 'firstName', 'lastName'] as const;
export type AppointmentSort = (typeof appointmentSorts)[number];

/** A row of the appointment list, with the field names of the API, and the call it was booked on. */
export const appointmentRowSchema = z.object({
  /** Id of the appointment. */
  Id: z.string(),
  /** The client's first name; null when not known. */
  Patient_First_Name__c: z.string().nullable(),
  /** The client's last name; null when not known. */
  Patient_Last_Name__c: z.string().nullable(),
  /** Time of the appointment, UTC; null when not known. */
  Date_Time__c: z.iso.datetime().nullable(),
  /** The client's phone number; null when not known. */
  Phone_Number__c: z.string().nullable(),
  /** Status of the appointment: Scheduled, Cancelled or Rescheduled. */
  callOutcome: z.string(),
  /** The call on which it was booked. */
  call: callRowSchema,
});
export type AppointmentRow = z.infer<typeof appointmentRowSchema>;

export const listAppointments = route({
  service: 'data',
  method: 'GET',
  path: '/appointments',
  access: 'full',
  guests: true,
  summary: 'Lists the counted appointments on the calls of a scope, sorted and paged.',
  query: z.object({
    ...callPagingShape,
    sort: z.enum(appointmentSorts, { error: `Use one of ${appointmentSorts.join(', ')}.` }).default('date'),
  }),
  reply: pageOf(appointmentRowSchema),
});
