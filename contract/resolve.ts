import { z } from 'zod';
import { callIdParams, callSchema } from './calls.ts';
import { attemptKinds, closingKinds } from './rules/callbacks.ts';
import { route } from './wire/route.ts';

/** The results of a callback. */
export const callbackResults = [
  'Spoke With Caller',
  'No Answer Left Voicemail',
  'No Answer No Voicemail',
] as const;
/** The opportunity results of a callback: what the caller turned out to be. */
export const opportunityResults = [
  'New Patient Opportunity',
  'NOT a Patient Opportunity',
  'Unknown',
  'Spam',
] as const;

/** The most characters in the summary of a callback. */
export const maxCallbackSummaryLength = 150;

/**
 * Text that the schema accepts when it is missing. `requestedAppointmentProblems` checks it later, because the messages
 * depend on the account of the call.
 */
const checkedLater = (text: z.ZodString) =>
  z.preprocess((value: string | null | undefined) => value ?? '', text.trim());

const name = checkedLater(z.string().max(80, 'Use at most 80 characters.'));

/** A new appointment. Names and time are required. */
export const newAppointmentSchema = z.strictObject({
  /** The client's first name, 1 to 80 characters. */
  firstName: name,
  /** The client's last name, 1 to 80 characters. */
  lastName: name,
  /** UTC. It must be a time that the form offers: every 15 minutes from 7:00 am to 7:00 pm, local time of the office. */
  dateTime: checkedLater(z.string().max(40, 'Use at most 40 characters.')).meta({ format: 'date-time' }),
  /** Defaults to the number that the call came from. */
  phone: z.string().trim().max(40, 'Use at most 40 characters.').optional(),
});
export type NewAppointment = z.infer<typeof newAppointmentSchema>;

/** An id that the client creates, so that a request repeated after a lost reply has no second effect. */
const requestId = z.uuid({ error: 'Use a UUID.' }).optional();

/** The resolution of a missed or follow-up call, with the appointments that were booked. */
export const resolutionSchema = z.strictObject({
  /** Id of a member of the staff of the call's account. */
  callbackHandler: z.string({ error: 'Choose who called back.' }).min(1, 'Choose who called back.').max(200),
  /** Result of the callback. */
  callbackOutcomeResult: z.enum(callbackResults, { error: `Use one of ${callbackResults.join(', ')}.` }),
  /** Opportunity result of the callback. */
  callbackOutcomeOpportunityResult: z.enum(opportunityResults, {
    error: `Use one of ${opportunityResults.join(', ')}.`,
  }),
  /** Summary of the callback, 1 to 150 characters. */
  callbackOutcomeSummary: z
    .string({ error: 'Say what came of it.' })
    .trim()
    .min(1, 'Say what came of it.')
    .max(maxCallbackSummaryLength, `Use at most ${maxCallbackSummaryLength} characters.`),
  /** Appointments to create together with the resolution. */
  appointments: z.array(newAppointmentSchema).max(20, 'Add at most 20 appointments.').default([]),
  requestId,
});
export type Resolution = z.infer<typeof resolutionSchema>;

/**
 * Errors: 400 when the handler is not on the staff of the call's account or an appointment lacks a name or an offered
 * time, 404 for a call that the viewer cannot see, 422 when somebody has already resolved it or it needs no callback.
 * Sending the same `requestId` twice resolves the call once.
 */
export const resolveCall = route({
  service: 'data',
  method: 'POST',
  path: '/calls/:id/resolve',
  access: 'full',
  summary:
    'Resolves a missed or follow-up call with its callback outcome and appointments, in one transaction.',
  params: callIdParams,
  body: resolutionSchema,
  reply: z.object({ call: callSchema }),
});

/**
 * Errors: 400 when a name or an offered time is missing, 404 for a call that the viewer cannot see. Sending the same
 * `requestId` twice creates one appointment.
 */
export const createAppointment = route({
  service: 'data',
  method: 'POST',
  path: '/appointments',
  access: 'full',
  summary: 'Creates an appointment on a call without resolving it.',
  body: newAppointmentSchema.extend({
    /** Id of the call. */
    call: z.string({ error: 'Name the call.' }).min(1, 'Name the call.').max(200),
    /** Accepted for compatibility: the call's own values are used. */
    campaign: z.string().max(200).nullish(),
    contact: z.string().max(200).nullish(),
    scoreId: z.string().max(200).nullish(),
    requestId,
  }),
  reply: z.object({ id: z.string(), call: callSchema }),
});

/** What people do with a call itself. */
export const callActionKinds = ['resolved', 'appointment added'] as const;

/** An entry of a call's history. */
export const callActionSchema = z.object({
  id: z.string(),
  /** Kind of the action: on the call itself, or an attempt or closing at the callback desk since the call. */
  action: z.enum([...callActionKinds, ...attemptKinds, ...closingKinds]),
  /** Name of the person who did it, as it was then. */
  by: z.string(),
  /** When it was done, UTC. */
  at: z.iso.datetime(),
  /** A sentence for people: the callback outcome, the name and time of the appointment, or when to try again; can be empty. */
  details: z.string(),
});
export type CallAction = z.infer<typeof callActionSchema>;

export const listCallActions = route({
  service: 'data',
  method: 'GET',
  path: '/calls/:id/actions',
  access: 'full',
  guests: true,
  summary:
    'Lists who resolved a call, added appointments to it or tried to reach the caller since, newest first.',
  params: callIdParams,
  reply: z.object({ records: z.array(callActionSchema) }),
});
