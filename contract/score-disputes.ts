import { z } from 'zod';
import {
  disputedFields,
  disputeReasonLength,
  disputeStates,
  maxWantedLength,
} from './rules/score-disputes.ts';
import { scoreFieldNames } from './rules/score-fields.ts';
import { scoreValuesSchema } from './rules/score-values.ts';
import { deskCallSchema, scoreVersionSchema, staffChoiceSchema } from './scoring.ts';
import { route } from './wire/route.ts';

const count = z.int().min(0);
const field = z.enum(disputedFields, { error: 'Choose what is wrong.' });
const callParams = z.object({
  id: z.string({ error: 'Name the call.' }).min(1, 'Name the call.').max(200, 'Use at most 200 characters.'),
});
const disputeId = z.uuid({ error: 'Use a UUID.' });
const disputeOfCall = callParams.extend({ disputeId });

const reasonOf = (missing: string) =>
  z
    .string({ error: missing })
    .trim()
    .min(disputeReasonLength.min, missing)
    .max(disputeReasonLength.max, `Use at most ${disputeReasonLength.max} characters.`);

export const scoreDisputeSchema = z.object({
  id: z.uuid(),
  callId: z.string(),
  field,
  /** At the time of the dispute; null without an answer. */
  shown: z.string().nullable(),
  wanted: z.string(),
  reason: z.string(),
  /** Second of the recording; null if none. */
  atSecond: count.nullable(),
  state: z.enum(disputeStates),
  openedBy: z.string(),
  openedAt: z.iso.datetime(),
  /** For offices the provider's team. Null until decided. */
  decidedBy: z.string().nullable(),
  decidedAt: z.iso.datetime().nullable(),
  /** Thanks, or why it was declined. */
  decision: z.string().nullable(),
  withdrawnAt: z.iso.datetime().nullable(),
  answer: z.string().nullable(),
  answeredBy: z.string().nullable(),
  answeredAt: z.iso.datetime().nullable(),
});
export type ScoreDispute = z.output<typeof scoreDisputeSchema>;

const oneDispute = z.object({ dispute: scoreDisputeSchema });

export const callDisputes = route({
  service: 'data',
  method: 'GET',
  path: '/calls/:id/disputes',
  access: 'full',
  summary: 'Lists the disputes of a call’s score, newest first, and the fields that can be disputed.',
  params: callParams,
  reply: z.object({
    /** In the order of the form. Empty if the call has no score or is too old. */
    fields: z.array(
      z.object({
        field,
        shown: z.string().nullable(),
        /** Null for free text. */
        options: z.array(z.string()).nullable(),
      }),
    ),
    records: z.array(scoreDisputeSchema),
  }),
});

/** Errors: 400 names the field; 404 for other offices' calls; 422 without a score, or if the field is already disputed. */
export const openDispute = route({
  service: 'data',
  method: 'POST',
  path: '/calls/:id/disputes',
  access: 'full',
  summary: 'Says that a field of a call’s score is wrong. Repeating a `requestId` opens one dispute.',
  params: callParams,
  body: z.strictObject({
    /** Becomes the id of the dispute. */
    requestId: disputeId,
    field,
    wanted: z
      .string({ error: 'Say what would be right.' })
      .trim()
      .min(1, 'Say what would be right.')
      .max(maxWantedLength, `Use at most ${maxWantedLength} characters.`),
    reason: reasonOf('Say why, in at least 10 characters.'),
    atSecond: z
      .int('Use whole seconds.')
      .min(0)
      .max(86_400, 'The recording is not that long.')
      .nullable()
      .default(null),
  }),
  reply: oneDispute,
});

/** Errors: 404; 422 once it is decided. */
export const withdrawDispute = route({
  service: 'data',
  method: 'POST',
  path: '/calls/:id/disputes/:disputeId/withdraw',
  access: 'full',
  summary: 'Withdraws an open dispute.',
  params: disputeOfCall,
  body: z.strictObject({}),
  reply: oneDispute,
});

/** Errors: 404; 422 before the decision, and for a second answer. */
export const answerDispute = route({
  service: 'data',
  method: 'POST',
  path: '/calls/:id/disputes/:disputeId/answer',
  access: 'full',
  summary: 'Answers the decision about a dispute, once.',
  params: disputeOfCall,
  body: z.strictObject({
    answer: z
      .string({ error: 'Write an answer.' })
      .trim()
      .min(1, 'Write an answer.')
      .max(disputeReasonLength.max, `Use at most ${disputeReasonLength.max} characters.`),
  }),
  reply: oneDispute,
});

export const decidedDisputes = route({
  service: 'data',
  method: 'GET',
  path: '/disputes/decided',
  access: 'full',
  summary: 'Lists the person’s disputes whose decision they have not seen, oldest first, at most 50.',
  reply: z.object({
    records: z.array(
      z.object({
        id: z.uuid(),
        callId: z.string(),
        accountId: z.string(),
        field,
        state: z.enum(disputeStates),
        decidedAt: z.iso.datetime(),
      }),
    ),
  }),
});

export const noteDecisionsSeen = route({
  service: 'data',
  method: 'POST',
  path: '/calls/:id/disputes/seen',
  access: 'full',
  summary: 'Notes that the person has seen the decisions about their disputes of a call.',
  params: callParams,
  body: z.strictObject({}),
  reply: z.null(),
});

const mailSetting = z.object({
  /** Mail when the person's own dispute is decided; on by default. */
  email: z.boolean(),
});

export const disputeMailSetting = route({
  service: 'data',
  method: 'GET',
  path: '/settings/dispute-answered',
  access: 'full',
  summary: 'Returns the person’s setting of the alert Dispute Answered.',
  reply: mailSetting,
});

export const saveDisputeMailSetting = route({
  service: 'data',
  method: 'PUT',
  path: '/settings/dispute-answered',
  access: 'full',
  summary: 'Switches the alert Dispute Answered on or off.',
  body: z.strictObject({ email: z.boolean() }),
  reply: mailSetting,
});

const teamDisputeSchema = scoreDisputeSchema.extend({
  accountId: z.string(),
  accountName: z.string(),
  timeZone: z.string(),
  callDateTime: z.iso.datetime(),
  /** Seconds. */
  callDuration: count,
});
export type TeamDispute = z.output<typeof teamDisputeSchema>;

export const listDisputes = route({
  service: 'data',
  method: 'GET',
  path: '/scoring/disputes',
  access: 'disputes',
  summary:
    'Lists open disputes, oldest first, or decided ones, newest first, at most 200, with figures of the last 90 days.',
  query: z.object({ state: z.enum(['open', 'decided']).default('open') }),
  reply: z.object({
    records: z.array(teamDisputeSchema),
    open: count,
    /** In the last 90 days, without withdrawn ones. */
    opened: count,
    accepted: count,
    declined: count,
    /** From opening to decision in the last 90 days; null without decisions. */
    medianHours: z.number().min(0).nullable(),
    byField: z.array(
      z.object({ field: z.enum(scoreFieldNames), disputes: count, accepted: count, declined: count }),
    ),
  }),
});

export const getDispute = route({
  service: 'data',
  method: 'GET',
  path: '/scoring/disputes/:disputeId',
  access: 'disputes',
  summary: 'Returns a dispute with its call, the shown score, the history of scores and the rubric.',
  params: z.object({ disputeId }),
  reply: z.object({
    dispute: teamDisputeSchema,
    call: deskCallSchema,
    context: z.object({
      picklists: z.record(z.string(), z.array(z.object({ value: z.string(), label: z.string() }))),
      durationSeconds: count.nullable(),
      bookedAppointments: count,
      usualLanguage: z.string().nullable(),
    }),
    staff: z.array(staffChoiceSchema).max(1000),
    history: z.array(scoreVersionSchema),
    rubric: z.object({
      version: z.string(),
      counts: z.string(),
      doesNotCount: z.string(),
      examples: z.tuple([z.string(), z.string()]),
    }),
  }),
});
export type DisputeDetails = z.output<typeof getDispute.reply>;

/** Errors: 400 with a sentence at each field; 404; 422 if it was decided or withdrawn, or the score changed meanwhile. */
export const acceptDispute = route({
  service: 'data',
  method: 'POST',
  path: '/scoring/disputes/:disputeId/accept',
  access: 'disputes',
  summary: 'Saves the right score as a new version with the reason `dispute`, and thanks the office.',
  params: z.object({ disputeId }),
  body: z.strictObject({
    version: count,
    values: scoreValuesSchema,
    rubric: z.string().min(1).max(20),
    thanks: z
      .string()
      .trim()
      .min(1)
      .max(disputeReasonLength.max, `Use at most ${disputeReasonLength.max} characters.`)
      .optional(),
  }),
  reply: z.object({ version: count }),
});

/** Errors: 404; 422 if it was decided or withdrawn. */
export const declineDispute = route({
  service: 'data',
  method: 'POST',
  path: '/scoring/disputes/:disputeId/decline',
  access: 'disputes',
  summary: 'Keeps the score and tells the office why.',
  params: z.object({ disputeId }),
  body: z.strictObject({ reason: reasonOf('Tell the office why, in at least 10 characters.') }),
  reply: z.null(),
});
