import { z } from 'zod';
import { campaignGroupSchema } from './rules/campaign-groups.ts';
import { sortDirectionSchema } from './rules/sort-direction.ts';
import { accountSelectionShape } from './scope/scope.ts';
import { searchQuery } from './wire/query.ts';
import { optionalPageShape, pageMetaSchema } from './wire/page.ts';
import { route } from './wire/route.ts';

/** The values of the table's filter by whether a line receives calls. */
export const lineStatusFilters = ['Active', 'Not active'] as const;

/** Sort fields of the tracking lines. */
export const lineSorts = ['campaignName', 'number', 'destinationNumber', 'status', 'type'] as const;
export type LineSort = (typeof lineSorts)[number];

/** The most characters in a friendly name. */
export const maxFriendlyNameLength = 80;

/** A tracking line: a phone number that forwards to the office and records the call. */
export const trackingLineSchema = z.object({
  id: z.string(),
  /** Id of the account. */
  accountId: z.string(),
  /** Name of the account. */
  accountName: z.string(),
  /** Name of the campaign; null without one. */
  campaignName: z.string().nullable(),
  /** Id of the campaign; null without one. */
  campaignId: z.string().nullable(),
  /** The tracking number, E.164 as a rule. */
  number: z.string(),
  /** The feed's status: Active, New, Released or Suspended. */
  status: z.string(),
  /** Type of the line; '--' when the feed has none. */
  type: z.string(),
  /** The number that the line forwards to, E.164 as a rule; null when not known. */
  destinationNumber: z.string().nullable(),
  /** Number of calls on the line, whatever their dates. */
  callsCount: z.int().min(0),
  /** The office's own name, else the campaign's name, else the number. */
  friendlyName: z.string(),
  /** Type of the campaign; null without one. */
  campaignType: z.string().nullable(),
  /** Filter that has that type; null for neither. */
  campaignGroup: campaignGroupSchema.nullable(),
});
export type TrackingLine = z.infer<typeof trackingLineSchema>;

export const listTrackingLines = route({
  service: 'data',
  method: 'GET',
  path: '/tracking-lines/account',
  access: 'full',
  guests: true,
  summary:
    'Lists the tracking lines of accounts, sorted. `computedStatus` selects those that receive calls or the others. Without `page` and `pageSize` it lists all of them.',
  query: z.object({
    ...accountSelectionShape,
    sort: z.enum(lineSorts, { error: `Use one of ${lineSorts.join(', ')}.` }).default('campaignName'),
    dir: sortDirectionSchema.default('desc'),
    filters: z
      .object({
        /** Absent for both. */
        computedStatus: z.enum(lineStatusFilters, { error: 'Use Active or Not active.' }).optional(),
      })
      .optional(),
    /** Words to search for, in any order and case. Each must occur in the name, the campaign's name or the number. */
    query: searchQuery.optional(),
    ...optionalPageShape,
  }),
  reply: z.object({
    records: z.array(trackingLineSchema),
    /** The position of a requested page; absent in a complete list. */
    meta: pageMetaSchema.optional(),
  }),
});

/** Errors: 404 for a line that the viewer cannot see. */
export const renameTrackingLine = route({
  service: 'data',
  method: 'PUT',
  path: '/tracking-lines',
  access: 'full',
  summary: 'Sets the office’s own name of a tracking line. An empty name restores the default.',
  body: z.strictObject({
    id: z.string({ error: 'Name the line.' }).min(1, 'Name the line.').max(200),
    friendlyName: z
      .string({ error: 'Use a text.' })
      .trim()
      .max(maxFriendlyNameLength, `Use at most ${maxFriendlyNameLength} characters.`),
  }),
  reply: z.object({ record: trackingLineSchema }),
});
