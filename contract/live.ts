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

/** What the pages of the provider's desk show: files of the import, and what is in none of them. */
export const deskTopics = [
  'picklists',
  'accounts',
  'contacts',
  'staff',
  'office-hours',
  'office-holidays',
  'campaigns',
  'tracking-lines',
  'sales-contacts',
  'designs',
  'design-versions',
  'review-comments',
  'geodata',
  'mailing-areas',
  'mailing-zones',
  'score-disputes',
  'inbox',
  'team',
  'client-health',
  'brands',
] as const;
export type DeskTopic = (typeof deskTopics)[number];

export const isDeskTopic = (name: string): name is DeskTopic =>
  (deskTopics as readonly string[]).includes(name);

export const deskEventSchema = z.object({
  /** Null if not known: anything may have changed. */
  topics: z.array(z.enum(deskTopics)).nullable(),
});
export type DeskEvent = z.infer<typeof deskEventSchema>;

/** `text/event-stream` as {@link liveUpdates}, with {@link deskEventSchema}. */
export const deskUpdates = route({
  service: 'data',
  method: 'GET',
  path: '/provider/live',
  access: 'provider',
  replyFormat: 'events',
  summary: 'Notifies open pages of the provider’s desk of changes to the viewer’s accounts.',
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
