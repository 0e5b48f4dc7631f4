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

/** What becomes of a caller: they wait, somebody is calling them, they wait for a later time, or nobody has to call them. */
export const callbackStateSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open') }),
  z.object({
    kind: z.literal('claimed'),
    /** Name of the person who is calling. */
    by: z.string(),
    /** Whether it is the viewer. */
    mine: z.boolean(),
    /** When the claim lapses, UTC. */
    until: instant,
  }),
  z.object({
    kind: z.literal('snoozed'),
    /** When the caller waits again, UTC. Another missed call of theirs ends it before. */
    until: instant,
    by: z.string(),
  }),
  z.object({
    kind: z.literal('closed'),
    reason: z.enum(callbackClosings),
    /** The reason as a sentence for people. */
    text: z.string(),
    /** Who closed it; null when a call, an appointment or time did. */
    by: z.string().nullable(),
    /** When it was closed, UTC. */
    at: instant,
    /** The call that shows it: the answered one, or the one that was resolved. */
    callId: z.string().nullable(),
    /** The appointment that shows it. */
    appointmentId: z.string().nullable(),
    /** Whether it can be taken back with `reopen`. */
    canReopen: z.boolean(),
  }),
]);
export type CallbackState = z.infer<typeof callbackStateSchema>;

/** A caller of an office with their missed and follow-up calls of the last 30 days. */
export const callbackEntrySchema = z.object({
  /** Id of the earliest of these calls. The id of any of them leads to the caller, so that an address keeps working. */
  id: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  /** IANA time zone of the account. */
  timeZone: z.string(),
  /** Name that the caller gave last; null when not known. */
  callerName: z.string().nullable(),
  /** Caller ID of the phone company, from the last call; null when not known. */
  callerIdName: z.string().nullable(),
  /** As a rule E.164; null when not known. */
  callerPhoneNumber: z.string().nullable(),
  /** Why the call is an entry of its own, as a sentence; null for a caller with a number. */
  singleReason: z.string().nullable(),
  /** Calls that wait for a callback; of a closed caller, their missed and follow-up calls. */
  calls: count.min(1),
  /** When the caller began to wait: the earliest of these calls, UTC. */
  firstCallAt: instant,
  /** The last of these calls, UTC. */
  lastCallAt: instant,
  /** The reason of its place in the queue, in words. */
  reason: z.string(),
  /** Minutes that the caller has waited when the reply was made: of office hours, or plain ones when the hours are not known. */
  waitingMinutes: count,
  /** Whether the hours of the office are known. */
  hoursKnown: z.boolean(),
  /** Whether the caller waits longer than the provider's target. Never for a closed or snoozed one. */
  overdue: z.boolean(),
  /** Attempts to reach them since they began to wait. */
  attempts: count,
  /** The last of these attempts. */
  lastAttempt: z
    .object({ kind: z.enum(['left-voicemail', 'no-answer']), by: z.string(), at: instant })
    .nullable(),
  /** Rises with each action and each undo. */
  version: count,
  state: callbackStateSchema,
});
export type CallbackEntry = z.infer<typeof callbackEntrySchema>;

/** Callers and their calls. */
const callersSchema = z.object({ callers: count, calls: count });

/** How many callers are in each list, with their calls. */
export const callbackCountsSchema = z.object({
  /** Open and claimed. */
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
  reply: pageOf(callbackEntrySchema).extend({ counts: callbackCountsSchema }),
});

export const countCallbacks = route({
  service: 'data',
  method: 'GET',
  path: '/callbacks/count',
  access: 'full',
  guests: true,
  summary: 'Counts the callers of accounts who wait for a callback, with their calls.',
  query: z.object(accountSelectionShape),
  reply: z.object({ counts: callbackCountsSchema, meta: versionMetaSchema }),
});

/** A missed or follow-up call of a caller. */
export const callbackCallSchema = callRowSchema.extend({
  /** Id of the campaign that brought the call; null without one. */
  campaignId: z.string().nullable(),
  /** Whether the call still waits for a callback. */
  waits: z.boolean(),
  voicemailLeftMessage: z.boolean().nullable(),
  voicemailWantsAppointment: z.boolean().nullable(),
  /** Waveform of the recording: peaks from 0 to 100; null when not known. */
  audioPeaks: z.array(z.int().min(0).max(100)).nullable(),
  /** Whether there was a recording that is no longer kept. */
  recordingRemoved: z.boolean(),
});
export type CallbackCall = z.infer<typeof callbackCallSchema>;

/** What people did about a caller. */
export const callbackActionSchema = z.object({
  id: z.string(),
  kind: z.enum([...undoableKinds, 'release', 'reopen', 'resolve']),
  /** Name of the person, as it was then. */
  by: z.string(),
  at: instant,
  /** Until when the caller was claimed or snoozed, UTC. */
  until: instant.nullable(),
  /** When it was undone, UTC; null when it was not. */
  undoneAt: instant.nullable(),
  /** A sentence for people. */
  details: z.string(),
  /** Whether the viewer can undo it now. */
  canUndo: z.boolean(),
});
export type CallbackAction = z.infer<typeof callbackActionSchema>;

/** Any missed or follow-up call of the caller. Errors: 404 for a call that the viewer cannot see or that is neither. */
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
    /** Newest first, at most 100. */
    calls: z.array(callbackCallSchema),
    /** Newest first, at most 100. */
    actions: z.array(callbackActionSchema),
    /** Appointments of the caller's calls and of their number, newest first, at most 20. */
    appointments: z.array(appointmentSchema.extend({ callId: z.string() })),
    /** When to try again after an attempt: another time of day within office hours, UTC. */
    nextTry: instant,
    /** By which it and later ones are proposed. */
    hours: z.object({
      /** When the office is open; empty while that is not known. */
      open: z.array(openTimeSchema),
      /** Coming days on which it is closed, in order. */
      holidays: z.array(calendarDate),
    }),
    meta: versionMetaSchema,
  }),
});

/** A request that the client makes once: sent again with the same id, it does nothing twice. */
const requestId = z.uuid({ error: 'Use a UUID.' });
/** The version of the entry that the person saw. */
const seenVersion = z.int({ error: 'Use the version of the entry.' }).min(0).max(1_000_000);

/**
 * Errors: 400 for an `until` that does not fit, 404, and 422 with a sentence that says who did what when the entry has
 * changed, somebody else is calling ("Theo is calling.") or it does not apply. Sending the same `requestId` twice does it once.
 */
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
    /** When to try again, UTC. Required for `snooze`, possible for `left-voicemail` and `no-answer`; at most 30 days ahead. */
    until: z.iso.datetime({ error: 'Use a time in UTC.' }).max(40).nullish(),
    version: seenVersion,
  }),
  reply: z.object({ entry: callbackEntrySchema, action: callbackActionSchema }),
});

/**
 * Takes back one's own last action: an attempt, a closing, a snooze or a claim. Errors: 404, and 422 with a sentence when something was
 * done since or it cannot be undone. Undoing it again does nothing.
 */
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

/**
 * Resolves calls of a caller with one outcome, all or none. Appointments are created on the newest of them. A call that came since
 * still waits. Errors: those of `resolveCall`, also when one of the calls was resolved meanwhile, and 422 when somebody else is calling.
 */
export const resolveCallback = route({
  service: 'data',
  method: 'POST',
  path: '/callbacks/:id/resolve',
  access: 'full',
  summary: 'Resolves all calls of a caller with one callback outcome, in one transaction.',
  params: callIdParams,
  body: resolutionSchema.extend({
    requestId,
    /** The caller's waiting calls that the person saw. */
    callIds: z
      .array(z.string({ error: 'Name calls by their ids.' }).min(1).max(200))
      .min(1, 'Name the calls.')
      .max(200, 'Name at most 200 calls.'),
  }),
  reply: z.object({ entry: callbackEntrySchema, calls: z.array(callSchema) }),
});
