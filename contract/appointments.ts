import { z } from 'zod';
import { callPagingShape, callRowSchema } from './calls.ts';
import { pageOf } from './wire/page.ts';
import { route } from './wire/route.ts';

export const appointmentSorts = ['date', 'time', 'firstName', 'lastName'] as const;
export type AppointmentSort = (typeof appointmentSorts)[number];

export const appointmentRowSchema = z.object({
  Id: z.string(),
  Patient_First_Name__c: z.string().nullable(),
  Patient_Last_Name__c: z.string().nullable(),
  Date_Time__c: z.iso.datetime().nullable(),
  Phone_Number__c: z.string().nullable(),
  callOutcome: z.string(),
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
