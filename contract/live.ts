import { z } from 'zod';
import { accountSelectionShape, scopeQuerySchema } from './scope/scope.ts';
import { versionMetaSchema } from './wire/page.ts';
import { route } from './wire/route.ts';

/** Maximum number of designs in an event. */
export const maxNamedDesigns = 100;

/** Event for an open screen. It contains no data; the screen then uses the usual routes. */
export const liveEventSchema = z.object({
  /** Whether a selected account has newer data: calls, appointments, campaigns, approvals. */
  data: z.boolean(),
  /** Changed designs of the selected accounts; null if not known. */
  designs: z
    .array(
      z.object({
        id: z.string(),
        /** New revision; increases with each change. */
        revision: z.int().min(0),
      }),
    )
    .max(maxNamedDesigns)
    .nullable(),
});
export type LiveEvent = z.infer<typeof liveEventSchema>;

/**
 * `text/event-stream`. Sends an event `changed` with {@link liveEventSchema} after changes in the selected accounts, at
 * most one per second, and a comment line every 25 s. Ends with the session and when the person's rights change. Limited
 * sessions receive no changes of designs.
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

/** Two of these replies show whether a screen is current and how many calls it lacks. */
export const liveVersion = route({
  service: 'data',
  method: 'GET',
  path: '/live/version',
  access: 'limited',
  guests: true,
  summary: 'Returns the version of the data of a scope with its number of calls.',
  query: scopeQuerySchema,
  reply: z.object({
    calls: z.int().min(0),
    meta: versionMetaSchema,
  }),
});
