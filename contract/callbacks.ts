import { z } from 'zod';
import { callIdParams, callRowSchema, callSchema, appointmentSchema } from './calls.ts';
import { openTimeSchema } from './office-hours.ts';
import { resolutionSchema } from './resolve.ts';
import { callbackClosings, callbackOrders, callbackStates, undoableKinds } from './rules/callbacks.ts';
import { accountSelectionShape } from './scope/scope.ts';
import { pageOf, versionMetaSchema } from './wire/page.ts';
import { calendarDate, wholeNumber } from './wire/query.ts';
import { route } from './wire/route.ts';

const count = z.int().min(0);
const instant = z.iso.datetime();

export const callbackStateSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open') }),
  z.object({
    kind: z.literal('claimed'),
    by: z.string(),
    mine: z.boolean(),
    until: instant,
  }),
  z.object({
    kind: z.literal('snoozed'),
    /** Another missed call ends the snooze earlier. */
    until: instant,
    by: z.string(),
  }),
  z.object({
    kind: z.literal('closed'),
    reason: z.enum(callbackClosings),
    text: z.string(),
    /** Null if a call, an appointment or time closed the caller. */
    by: z.string().nullable(),
    at: instant,
    callId: z.string().nullable(),
    appointmentId: z.string().nullable(),
    canReopen: z.boolean(),
  }),
]);
export type CallbackState = z.infer<typeof callbackStateSchema>;

export const callbackEntrySchema = z.object({
  /** Id of the earliest call. Any of the calls' ids finds the caller, so URLs stay valid. */
  id: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  timeZone: z.string(),
  callerName: z.string().nullable(),
  callerIdName: z.string().nullable(),
  /** Usually E.164; null if not known. */
  callerPhoneNumber: z.string().nullable(),
  /** Why the call is a separate entry, as a sentence; null for a caller with a number. */
  singleReason: z.string().nullable(),
  /** Waiting calls; for a closed caller, all missed and follow-up calls. */
  calls: count.min(1),
  firstCallAt: instant,
  lastCallAt: instant,
  reason: z.string(),
  /** Office hours only, or plain minutes if the hours are not known. */
  waitingMinutes: count,
  hoursKnown: z.boolean(),
  /** Whether the caller waits longer than the provider's target; never for closed or snoozed callers. */
  overdue: z.boolean(),
  attempts: count,
  lastAttempt: z
    .object({ kind: z.enum(['left-voicemail', 'no-answer']), by: z.string(), at: instant })
    .nullable(),
  /** Increases with each action and undo. */
  version: count,
  state: callbackStateSchema,
});
export type CallbackEntry = z.infer<typeof callbackEntrySchema>;

const callersSchema = z.object({ callers: count, calls: count });

export const callbackCountsSchema = z.object({
  'to-call': callersSchema,
  snoozed: callersSchema,
  closed: callersSchema,
});
export type CallbackCounts = z.infer<typeof callbackCountsSchema>;

export const listCallbacks = route({
  service: 'data',
  method: 'GET',
  path: '/callbacks',
  access: 'full',
  guests: true,
  summary: 'Lists the callers of accounts who wait for a callback, the most urgent first, or who waited.',
  query: z.object({
    ...accountSelectionShape,
    page: wholeNumber(1, 1_000_000).default(1),
    pageSize: wholeNumber(1, 500).default(100),
    state: z.enum(callbackStates, { error: `Use one of ${callbackStates.join(', ')}.` }).default('to-call'),
    sort: z.enum(callbackOrders, { error: `Use one of ${callbackOrders.join(', ')}.` }).default('urgency'),
  }),
  reply: pageOf(callbackEntrySchema).extend({
    counts: callbackCountsSchema,
    /** Calls of the last 30 days that an import brought as the past; they do not wait. */
    earlier: callersSchema,
  }),
});

export const countCallbacks = route({
  service: 'data',
  method: 'GET',
  path: '/callbacks/count',
  access: 'full',
  guests: true,
  summary: 'Counts the callers of accounts who wait for a callback, with their calls.',
  query: z.object(accountSelectionShape),
  reply: z.object({
    counts: callbackCountsSchema,
    /** Calls of the last 30 days that are not resolved, whatever the desk knows of their callers: those that the scoreboard lists. */
    unresolved: callersSchema,
    meta: versionMetaSchema,
  }),
});

/** Errors: 403 for calls that the viewer cannot change, such as calls of a scoreboard grant. Repeating it has no effect. */
export const takeInCallbacks = route({
  service: 'data',
  method: 'POST',
  path: '/callbacks/take-in',
  access: 'full',
  summary:
    'Puts missed and follow-up calls of the last 30 days on the callback lists that an import brought as past calls.',
  body: z.strictObject(accountSelectionShape),
  reply: z.object({
    /** Number of calls that wait now and did not before. */
    calls: count,
  }),
});

export const callbackCallSchema = callRowSchema.extend({
  campaignId: z.string().nullable(),
  waits: z.boolean(),
  voicemailLeftMessage: z.boolean().nullable(),
  voicemailWantsAppointment: z.boolean().nullable(),
  /** Waveform peaks from 0 to 100; null if not known. */
  audioPeaks: z.array(z.int().min(0).max(100)).nullable(),
  recordingRemoved: z.boolean(),
});
export type CallbackCall = z.infer<typeof callbackCallSchema>;

export const callbackActionSchema = z.object({
  id: z.string(),
  kind: z.enum([...undoableKinds, 'release', 'reopen', 'resolve']),
  /** Name at the time of the action. */
  by: z.string(),
  at: instant,
  /** End of a claim or snooze; null for other actions. */
  until: instant.nullable(),
  undoneAt: instant.nullable(),
  details: z.string(),
  canUndo: z.boolean(),
});
export type CallbackAction = z.infer<typeof callbackActionSchema>;

/** Finds the caller by any of their missed or follow-up calls. Errors: 404. */
export const getCallback = route({
  service: 'data',
  method: 'GET',
  path: '/callbacks/:id',
  access: 'full',
  guests: true,
  summary:
    'Returns a caller with their missed and follow-up calls, what was done about them, and appointments.',
  params: callIdParams,
  reply: z.object({
    entry: callbackEntrySchema,
    /** Calls and actions: newest first, at most 100 each. */
    calls: z.array(callbackCallSchema),
    actions: z.array(callbackActionSchema),
    /** Appointments of the caller's calls and number, newest first, at most 20. */
    appointments: z.array(appointmentSchema.extend({ callId: z.string() })),
    /** Proposed next attempt, at another time of day within office hours, UTC. */
    nextTry: instant,
    hours: z.object({
      open: z.array(openTimeSchema),
      holidays: z.array(calendarDate),
    }),
    meta: versionMetaSchema,
  }),
});

/** Unique id from the client; repeating a request with it has no effect. */
const requestId = z.uuid({ error: 'Use a UUID.' });
const seenVersion = z.int({ error: 'Use the version of the entry.' }).min(0).max(1_000_000);

/** Errors: 400 for an invalid `until`; 404; 422 if the entry changed, someone else is calling or the action does not apply. */
export const actOnCallback = route({
  service: 'data',
  method: 'POST',
  path: '/callbacks/:id/actions',
  access: 'full',
  summary: 'Claims a caller, records an attempt to reach them, snoozes, closes or reopens them.',
  params: callIdParams,
  body: z.strictObject({
    requestId,
    kind: z.enum([...undoableKinds, 'release', 'reopen'], { error: 'Name what was done.' }),
    /** Time of the next attempt, UTC, at most 30 days ahead. Only `snooze` requires it. */
    until: z.iso.datetime({ error: 'Use a time in UTC.' }).max(40).nullish(),
    version: seenVersion,
  }),
  reply: z.object({ entry: callbackEntrySchema, action: callbackActionSchema }),
});

/** Undoes the viewer's own last action. Errors: 404; 422 if something happened since or it cannot be undone. Repeating it has no effect. */
export const undoCallbackAction = route({
  service: 'data',
  method: 'POST',
  path: '/callbacks/:id/undo',
  access: 'full',
  summary: 'Undoes the last action about a caller.',
  params: callIdParams,
  body: z.strictObject({
    actionId: z.string({ error: 'Use the id of the action.' }).min(1, 'Use the id of the action.').max(200),
  }),
  reply: z.object({ entry: callbackEntrySchema }),
});

/** Resolves all calls or none; the newest gets the appointments. Errors: as for `resolveCall`; 422 if someone else is calling. */
export const resolveCallback = route({
  service: 'data',
  method: 'POST',
  path: '/callbacks/:id/resolve',
  access: 'full',
  summary: 'Resolves all calls of a caller with one callback outcome, in one transaction.',
  params: callIdParams,
  body: resolutionSchema.extend({
    requestId,
    callIds: z
      .array(z.string({ error: 'Name calls by their ids.' }).min(1).max(200))
      .min(1, 'Name the calls.')
      .max(200, 'Name at most 200 calls.'),
  }),
  reply: z.object({ entry: callbackEntrySchema, calls: z.array(callSchema) }),
});
