import { z } from 'zod';
import { callbackFigureLists } from './rules/callback-figures.ts';
import { idText, scopeQuerySchema } from './scope/scope.ts';
import { pageOf, versionMetaSchema } from './wire/page.ts';
import { wholeNumber } from './wire/query.ts';
import { route } from './wire/route.ts';

const count = z.int().min(0);

/** Different callers, and missed calls of theirs. */
const callersSchema = z.object({ callers: count, calls: count });

/** What came of missed calls. Each of the first four is a part of the one before. */
export const callbackOutcomesSchema = z.object({
  /** All of them. */
  missed: callersSchema,
  /** Called back by staff, or reached without it. */
  attempted: callersSchema,
  /** Somebody spoke with the caller, or they booked. */
  reached: callersSchema,
  /** With an appointment. */
  booked: callersSchema,
  /** Called back by staff: the calls of which the times are. */
  'called-back': callersSchema,
  /** Neither called back nor reached. */
  'not-attempted': callersSchema,
  /** Minutes until half of the calls that staff called back had been called back, by the hours of the office; null without any. */
  medianMinutes: count.nullable(),
  /** Minutes until nine of ten of them had been called back. */
  ninetiethMinutes: count.nullable(),
});
export type CallbackOutcomes = z.infer<typeof callbackOutcomesSchema>;

/** Who called back first; null when it is not known. */
const staffName = z.string().nullable();

/** Errors: 400 and 403 as for every figure. */
export const getCallbackFigures = route({
  service: 'data',
  method: 'GET',
  path: '/callbacks/figures',
  access: 'full',
  guests: true,
  summary: 'Counts what came of the missed calls of a scope: attempted, reached, booked, and how soon.',
  query: scopeQuerySchema,
  reply: z.object({
    outcomes: callbackOutcomesSchema,
    /** Missed calls that are not counted, because the personal data of the caller was removed. */
    removedCalls: count,
    /** Whether the hours of all these offices are known; where they are not, plain minutes count. */
    hoursKnown: z.boolean(),
    /** Accounts with the most missed calls, at most 100. */
    offices: z.array(
      z.object({ accountId: z.string(), accountName: z.string(), outcomes: callbackOutcomesSchema }),
    ),
    /** People with the calls that they called back first, by account, at most 100 with the most calls. */
    staff: z.array(
      z.object({
        accountId: z.string(),
        accountName: z.string(),
        staff: staffName,
        outcomes: callbackOutcomesSchema,
      }),
    ),
    /** By the hour of the missed call at its office, 0 to 23; hours without one are missing. */
    hours: z.array(z.object({ hour: z.int().min(0).max(23), outcomes: callbackOutcomesSchema })),
    meta: versionMetaSchema,
  }),
});
export type CallbackFigures = z.infer<(typeof getCallbackFigures)['reply']>;

/** A missed call, and what came of it. */
export const callbackFigureCallSchema = z.object({
  callId: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  /** IANA time zone of the account. */
  timeZone: z.string(),
  callerName: z.string().nullable(),
  callerIdName: z.string().nullable(),
  callerPhoneNumber: z.string().nullable(),
  /** When the call came in, UTC. */
  at: z.iso.datetime(),
  /** The furthest step. */
  step: z.enum(['missed', 'attempted', 'reached', 'booked']),
  /** When staff called back first, UTC; null when they did not. */
  firstAttempt: z.object({ at: z.iso.datetime(), by: staffName, minutes: count }).nullable(),
});
export type CallbackFigureCall = z.infer<typeof callbackFigureCallSchema>;

/** Errors: 400 and 403 as for every figure. */
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
    /** Only calls of this account. */
    office: idText('the id of an account').optional(),
    /** Only calls that this person called back first; empty for those of whom it is not known who did. */
    staff: z
      .string({ error: 'Use the name of a person.' })
      .max(200, 'Use at most 200 characters.')
      .optional(),
    /** Only calls of this hour of the day at their office. */
    hour: wholeNumber(0, 23).optional(),
    page: wholeNumber(1, 1_000_000).default(1),
    pageSize: wholeNumber(1, 500).default(50),
  }),
  reply: pageOf(callbackFigureCallSchema).extend({
    /** Different callers of the whole list. */
    callers: count,
  }),
});
