import { z } from 'zod';
import { callbackFigureLists } from './rules/callback-figures.ts';
import { idText, scopeQuerySchema } from './scope/scope.ts';
import { pageOf, versionMetaSchema } from './wire/page.ts';
import { wholeNumber } from './wire/query.ts';
import { route } from './wire/route.ts';

const count = z.int().min(0);

const callersSchema = z.object({ callers: count, calls: count });

/** Outcomes of missed calls. Each of the first four includes the next. */
export const callbackOutcomesSchema = z.object({
  missed: callersSchema,
  /** Called back by staff, or reached without a callback. */
  attempted: callersSchema,
  /** Someone spoke with the caller, or the caller booked. */
  reached: callersSchema,
  booked: callersSchema,
  /** Called back by staff; the median and percentile below are of these calls. */
  'called-back': callersSchema,
  'not-attempted': callersSchema,
  /** Median minutes until staff called back, in office hours; null without such calls. */
  medianMinutes: count.nullable(),
  ninetiethMinutes: count.nullable(),
});
export type CallbackOutcomes = z.infer<typeof callbackOutcomesSchema>;

/** First to call back; null if not known. */
const staffName = z.string().nullable();

export const getCallbackFigures = route({
  service: 'data',
  method: 'GET',
  path: '/callbacks/figures',
  access: 'full',
  guests: true,
  summary: 'Counts the outcomes of the missed calls of a scope: attempted, reached, booked, and how soon.',
  query: scopeQuerySchema,
  reply: z.object({
    outcomes: callbackOutcomesSchema,
    /** Missed calls left out because the caller's personal data was removed. */
    removedCalls: count,
    /** Whether all offices' hours are known; without them, plain minutes count. */
    hoursKnown: z.boolean(),
    /** Accounts with the most missed calls, at most 100. */
    offices: z.array(
      z.object({ accountId: z.string(), accountName: z.string(), outcomes: callbackOutcomesSchema }),
    ),
    /** Staff by account with the calls they called back first; at most 100, most calls first. */
    staff: z.array(
      z.object({
        accountId: z.string(),
        accountName: z.string(),
        staff: staffName,
        outcomes: callbackOutcomesSchema,
      }),
    ),
    /** Outcomes by hour of the missed call, 0 to 23 in the office's time zone; hours without missed calls are omitted. */
    hours: z.array(z.object({ hour: z.int().min(0).max(23), outcomes: callbackOutcomesSchema })),
    meta: versionMetaSchema,
  }),
});
export type CallbackFigures = z.infer<(typeof getCallbackFigures)['reply']>;

export const callbackFigureCallSchema = z.object({
  callId: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  timeZone: z.string(),
  callerName: z.string().nullable(),
  callerIdName: z.string().nullable(),
  callerPhoneNumber: z.string().nullable(),
  at: z.iso.datetime(),
  step: z.enum(['missed', 'attempted', 'reached', 'booked']),
  /** First callback by staff, UTC; null without one. */
  firstAttempt: z.object({ at: z.iso.datetime(), by: staffName, minutes: count }).nullable(),
});
export type CallbackFigureCall = z.infer<typeof callbackFigureCallSchema>;

export const listCallbackFigureCalls = route({
  service: 'data',
  method: 'GET',
  path: '/callbacks/figures/calls',
  access: 'full',
  guests: true,
  summary: 'Lists the missed calls that a figure of the callback desk counts, newest first.',
  query: scopeQuerySchema.extend({
    list: z
      .enum(callbackFigureLists, { error: `Use one of ${callbackFigureLists.join(', ')}.` })
      .default('missed'),
    office: idText('the id of an account').optional(),
    staff: z
      .string({ error: 'Use the name of a person.' })
      .max(200, 'Use at most 200 characters.')
      .optional(),
    hour: wholeNumber(0, 23).optional(),
    page: wholeNumber(1, 1_000_000).default(1),
    pageSize: wholeNumber(1, 500).default(50),
  }),
  reply: pageOf(callbackFigureCallSchema).extend({
    callers: count,
  }),
});
