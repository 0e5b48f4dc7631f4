import { z } from 'zod';
import { callSchema } from './calls.ts';
import { route } from './wire/route.ts';

/** What came of calling back. */
export const callbackResults = [
  'Spoke With Caller',
  'No Answer Left Voicemail',
  'No Answer No Voicemail',
] as const;
/** What the caller turned out to be. */
export const opportunityResults = [
  'New Patient Opportunity',
  'NOT a Patient Opportunity',
  'Unknown',
  'Spam',
] as const;

/** The longest summary of a callback, in characters. */
export const maxCallbackSummaryLength = 150;

/**
 * A text that may be missing as far as the schema knows: what is required of an appointment is worded and judged by the
 * account of its call, with `sentAppointmentProblems`.
 */
const judgedLater = (text: z.ZodString) =>
  z.preprocess((value: string | null | undefined) => value ?? '', text.trim());

const name = judgedLater(z.string().max(80, 'Use at most 80 characters.'));

/** An appointment as it is typed in: names and time are required. */
export const newAppointmentSchema = z.strictObject({
  firstName: name,
  lastName: name,
  /** UTC; a time that the form offers: every 15 minutes from 7:00 am to 7:00 pm by the clock of the call's office. */
  dateTime: judgedLater(z.string().max(40, 'Use at most 40 characters.')).meta({ format: 'date-time' }),
  /** Left out: the number that the call came from. */
  phone: z.string().trim().max(40, 'Use at most 40 characters.').optional(),
});
export type NewAppointment = z.infer<typeof newAppointmentSchema>;

/** Made by the client, so that sending again after a lost answer does nothing twice. */
const requestId = z.uuid({ error: 'Use a UUID.' }).optional();

/** How a missed or follow-up call was resolved, with the appointments made on the way. */
export const resolutionSchema = z.strictObject({
  /** Id of a member of the call's account's staff. */
  callbackHandler: z.string({ error: 'Choose who called back.' }).min(1, 'Choose who called back.').max(200),
  callbackOutcomeResult: z.enum(callbackResults, { error: `Use one of ${callbackResults.join(', ')}.` }),
  callbackOutcomeOpportunityResult: z.enum(opportunityResults, {
    error: `Use one of ${opportunityResults.join(', ')}.`,
  }),
  callbackOutcomeSummary: z
    .string({ error: 'Say what came of it.' })
    .trim()
    .min(1, 'Say what came of it.')
    .max(maxCallbackSummaryLength, `Use at most ${maxCallbackSummaryLength} characters.`),
  /** Temporary appointments: created with the resolution, or not at all. */
  appointments: z.array(newAppointmentSchema).max(20, 'Add at most 20 appointments.').default([]),
  requestId,
});
export type Resolution = z.infer<typeof resolutionSchema>;

const callId = z.object({ id: z.string().min(1).max(200) });

/**
 * Errors: 400 when the handler is not of the call's staff or an appointment lacks a name or a time that the form
 * offers, 404 for a call that is not the viewer's, 422 when somebody
 * resolved it meanwhile or it needs no resolving. The same `requestId` twice resolves once.
 */
export const resolveCall = route({
  service: 'data',
  method: 'POST',
  path: '/calls/:id/resolve',
  access: 'full',
  summary: 'Resolves a missed or follow-up call with its callback outcome and appointments, all or nothing.',
  params: callId,
  body: resolutionSchema,
  reply: z.object({ call: callSchema }),
});

/**
 * Errors: 400 when a name or a time that the form offers is missing, 404 for a call that is not the viewer's. The same
 * `requestId` twice makes one appointment.
 */
export const createAppointment = route({
  service: 'data',
  method: 'POST',
  path: '/appointments',
  access: 'full',
  summary: 'Creates an appointment on a call, outside resolving it.',
  body: newAppointmentSchema.extend({
    /** Id of the call. */
    call: z.string({ error: 'Name the call.' }).min(1, 'Name the call.').max(200),
    /** Accepted as the wire has them; the call's own decide. */
    campaign: z.string().max(200).nullish(),
    contact: z.string().max(200).nullish(),
    scoreId: z.string().max(200).nullish(),
    requestId,
  }),
  reply: z.object({ id: z.string(), call: callSchema }),
});

/** What somebody did with a call. */
export const callActionSchema = z.object({
  id: z.string(),
  /** What was done. */
  action: z.enum(['resolved', 'appointment added']),
  /** Name of who did it, as it was then. */
  by: z.string(),
  at: z.iso.datetime(),
  /** A sentence for people: the callback outcome, or whose appointment when. */
  details: z.string(),
});
export type CallAction = z.infer<typeof callActionSchema>;

export const listCallActions = route({
  service: 'data',
  method: 'GET',
  path: '/calls/:id/actions',
  access: 'full',
  summary: 'Who resolved a call or added appointments to it, and when; newest first.',
  params: callId,
  reply: z.object({ records: z.array(callActionSchema) }),
});
