import { z } from 'zod';
import { accountSelectionShape, scopeQuerySchema } from './scope/scope.ts';
import { versionMetaSchema } from './wire/page.ts';
import { route } from './wire/route.ts';

export const maxNamedDesigns = 100;

/** Contains no data: the screen then asks the usual routes. */
export const liveEventSchema = z.object({
  /** New calls, appointments, campaigns or approvals in a selected account. */
  data: z.boolean(),
  /** Changed designs; null if not known. Limited sessions receive none. */
  designs: z
    .array(
      z.object({
        id: z.string(),
        revision: z.int().min(0),
      }),
    )
    .max(maxNamedDesigns)
    .nullable(),
});
export type LiveEvent = z.infer<typeof liveEventSchema>;

/** `text/event-stream`: `changed` with {@link liveEventSchema}, at most once a second; a comment every 25 s. Ends if rights change. */
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
