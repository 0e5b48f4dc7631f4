import { z } from 'zod';
import { appointmentSchema, callIdParams, callRowSchema } from './calls.ts';
import { calendarDate } from './wire/query.ts';
import { versionMetaSchema } from './wire/page.ts';
import { route } from './wire/route.ts';

const count = z.int().min(0);

export const callerHouseholdSchema = z.object({
  accountId: z.string(),
  patientListId: z.string(),
  listName: z.string(),
  /** '' without an address. */
  address: z.string(),
  /** At most 20. */
  patients: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      firstVisit: calendarDate.nullable(),
      /** Rule in words by which a call of this caller shows the patient; null for others of the household. */
      rule: z.string().nullable(),
    }),
  ),
});
export type CallerHousehold = z.infer<typeof callerHouseholdSchema>;

export const callerMailingSchema = z.object({
  id: z.string(),
  title: z.string(),
  /** Delivery day, or Monday of the delivery week. */
  deliveryDay: calendarDate,
  /** Calls of this caller to the mailing's number; 0 if the audit alone shows that it reached the household. */
  calls: count,
});
export type CallerMailing = z.infer<typeof callerMailingSchema>;

/** A caller is one number at one office. Errors: 404 for a call of someone else or without a number that identifies anyone. */
export const getCaller = route({
  service: 'data',
  method: 'GET',
  path: '/callers/:id',
  access: 'full',
  guests: true,
  summary:
    'Returns a caller by any of their calls: all calls, appointments, mailings, household, and who spoke with them.',
  params: callIdParams,
  reply: z.object({
    accountId: z.string(),
    accountName: z.string(),
    timeZone: z.string(),
    /** The last known ones; null if not known. */
    callerName: z.string().nullable(),
    callerIdName: z.string().nullable(),
    callerPhoneNumber: z.string(),
    /** Id of the caller at the callback desk while they wait there, or are snoozed; else null. */
    waitingId: z.string().nullable(),
    callCount: count.min(1),
    /** Newest first, at most 200. */
    calls: z.array(callRowSchema),
    /** Newest first, at most 100. */
    appointments: z.array(appointmentSchema.extend({ callId: z.string() })),
    /** Newest first. */
    mailings: z.array(callerMailingSchema),
    /** From audited patient lists that are not archived; none of accounts that only a scoreboard link shows. */
    households: z.array(callerHouseholdSchema),
    /** Who answered or called back, by name, with the number of calls, most first. */
    staff: z.array(z.object({ name: z.string(), calls: count.min(1) })),
    meta: versionMetaSchema,
  }),
});
