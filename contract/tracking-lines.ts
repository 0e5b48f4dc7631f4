import { z } from 'zod';
import { campaignGroupSchema } from './rules/campaign-groups.ts';
import { sortDirectionSchema } from './rules/paging.ts';
import { accountSelectionShape } from './scope/scope.ts';
import { searchQuery } from './wire/query.ts';
import { optionalPageShape, pageMetaSchema } from './wire/page.ts';
import { route } from './wire/route.ts';

export const lineStatusFilters = ['Active', 'Not active'] as const;

export const lineSorts = ['campaignName', 'number', 'destinationNumber', 'status', 'type'] as const;
export type LineSort = (typeof lineSorts)[number];

export const maxFriendlyNameLength = 80;

export const trackingLineSchema = z.object({
  id: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  campaignName: z.string().nullable(),
  campaignId: z.string().nullable(),
  number: z.string(),
  /** Active, New, Released or Suspended. */
  status: z.string(),
  /** '--' if the feed has none. */
  type: z.string(),
  destinationNumber: z.string().nullable(),
  callsCount: z.int().min(0),
  /** The office's name, the campaign's, or the number. */
  friendlyName: z.string(),
  campaignType: z.string().nullable(),
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
        computedStatus: z.enum(lineStatusFilters, { error: 'Use Active or Not active.' }).optional(),
      })
      .optional(),
    /** Words in any order and case; each must occur in the name, the campaign's name or the number. */
    query: searchQuery.optional(),
    ...optionalPageShape,
  }),
  reply: z.object({
    records: z.array(trackingLineSchema),
    /** Absent in a complete list. */
    meta: pageMetaSchema.optional(),
  }),
});

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
