import { z } from 'zod';
import { accountSelectionShape, scopeQuerySchema } from './scope/scope.ts';
import { versionMetaSchema } from './wire/page.ts';
import { route } from './wire/route.ts';

/** The most designs that one event names. */
export const maxNamedDesigns = 100;

/** What an event tells an open screen. It has no data: the screen asks the ordinary routes. */
export const liveEventSchema = z.object({
  /** Whether the data of a selected account has a newer version: calls, appointments, campaigns, approvals. */
  data: z.boolean(),
  /** The designs of the selected accounts that have changed; null when it is not known which, or whether any. */
  designs: z
    .array(
      z.object({
        id: z.string(),
        /** The design's new revision, which rises with each change. */
        revision: z.int().min(0),
      }),
    )
    .max(maxNamedDesigns)
    .nullable(),
});
export type LiveEvent = z.infer<typeof liveEventSchema>;

/**
 * A `text/event-stream`. It sends an event `changed` with {@link liveEventSchema} when something of the selected accounts has
 * changed, at most one per second, and a comment line every 25 s. It ends with the session, and when the person's rights change.
 * Changes of designs are not sent to a limited session.
 */
export const liveUpdates = route({
  service: 'data',
  method: 'GET',
  path: '/live',
  access: 'limited',
  guests: true,
  replyFormat: 'events',
  summary: 'Notifies open screens of changes to the selected accounts.',
  query: z.object(accountSelectionShape),
  reply: z.unknown(),
});

/** Whether a screen is up to date, and how many calls it does not show yet, follow from two of these answers. */
export const liveVersion = route({
  service: 'data',
  method: 'GET',
  path: '/live/version',
  access: 'limited',
  guests: true,
  summary: 'Returns the version of the data of a scope with its number of calls.',
  query: scopeQuerySchema,
  reply: z.object({
    /** Calls in scope. */
    calls: z.int().min(0),
    meta: versionMetaSchema,
  }),
});
