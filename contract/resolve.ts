import { z } from 'zod';
import { callIdParams, callSchema } from './calls.ts';
import { attemptKinds, closingKinds } from './rules/callbacks.ts';
import { fixedPatientTypeTexts } from './rules/score-texts.ts';
import { disputeActionKinds } from './rules/score-disputes.ts';
import { route } from './wire/route.ts';

export const callbackResults = [
  'Spoke With Caller',
  'No Answer Left Voicemail',
  'No Answer No Voicemail',
] as const;
export const opportunityResults = fixedPatientTypeTexts;

export const maxCallbackSummaryLength = 150;

/** Accepts a missing text; `requestedAppointmentProblems` checks it, because the messages depend on the account. */
const checkedLater = (text: z.ZodString) =>
  z.preprocess((value: string | null | undefined) => value ?? '', text.trim());

const name = checkedLater(z.string().max(80, 'Use at most 80 characters.'));

export const newAppointmentSchema = z.strictObject({
  firstName: name,
  lastName: name,
  /** UTC. Every 15 minutes from 7:00 am to 7:00 pm, in the office's local time. */
  dateTime: checkedLater(z.string().max(40, 'Use at most 40 characters.')).meta({ format: 'date-time' }),
  /** Default: the caller's number. */
  phone: z.string().trim().max(40, 'Use at most 40 characters.').optional(),
});
export type NewAppointment = z.infer<typeof newAppointmentSchema>;

const requestId = z.uuid({ error: 'Use a UUID.' }).optional();

export const resolutionSchema = z.strictObject({
  /** On the staff of the call's account. */
  callbackHandler: z.string({ error: 'Choose who called back.' }).min(1, 'Choose who called back.').max(200),
  callbackOutcomeResult: z.enum(callbackResults, { error: `Use one of ${callbackResults.join(', ')}.` }),
  callbackOutcomeOpportunityResult: z.enum(opportunityResults, {
    error: `Use one of ${opportunityResults.join(', ')}.`,
  }),
  callbackOutcomeSummary: z
    .string({ error: 'Write a summary.' })
    .trim()
    .min(1, 'Write a summary.')
    .max(maxCallbackSummaryLength, `Use at most ${maxCallbackSummaryLength} characters.`),
  appointments: z.array(newAppointmentSchema).max(20, 'Add at most 20 appointments.').default([]),
  requestId,
});
export type Resolution = z.infer<typeof resolutionSchema>;

/** Repeating a `requestId` has no effect. Errors: 400 for another account's handler or an invalid appointment; 404; 422 unless it waits. */
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

/** Repeating a `requestId` creates no second appointment. Errors: 400 if a name or an offered time is missing; 404. */
export const createAppointment = route({
  service: 'data',
  method: 'POST',
  path: '/appointments',
  access: 'full',
  summary: 'Creates an appointment on a call without resolving it.',
  body: newAppointmentSchema.extend({
    call: z.string({ error: 'Name the call.' }).min(1, 'Name the call.').max(200),
    /** Ignored: the call's values count. */
    campaign: z.string().max(200).nullish(),
    contact: z.string().max(200).nullish(),
    scoreId: z.string().max(200).nullish(),
    requestId,
  }),
  reply: z.object({ id: z.string(), call: callSchema }),
});

export const callActionKinds = ['resolved', 'appointment added'] as const;

export const callActionSchema = z.object({
  id: z.string(),
  action: z.enum([...callActionKinds, ...attemptKinds, ...closingKinds, ...disputeActionKinds]),
  by: z.string(),
  at: z.iso.datetime(),
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
