import { z } from 'zod';
import { accountSelectionShape } from './scope/scope.ts';
import { sortDirections } from './calls.ts';
import { route } from './wire/route.ts';

/** Whether a line receives calls: the table's filter. */
export const lineStatusFilters = ['Active', 'Not active'] as const;

/** Sort fields of the tracking lines. */
export const lineSorts = ['campaignName', 'number', 'destinationNumber', 'status', 'type'] as const;
export type LineSort = (typeof lineSorts)[number];

/** The longest friendly name, in characters. */
export const maxFriendlyNameLength = 80;

/** A tracking line. */
export const trackingLineSchema = z.object({
  id: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  campaignName: z.string().nullable(),
  campaignId: z.string().nullable(),
  /** The tracking number, E.164 as a rule. */
  number: z.string(),
  /** The feed's status: Active, New, Released or Suspended. */
  status: z.string(),
  /** '--' when the feed says none. */
  type: z.string(),
  destinationNumber: z.string().nullable(),
  /** Calls that came on it, over its whole life. */
  callsCount: z.int().min(0),
  /** What the office calls it, else the campaign's name, else the number. */
  friendlyName: z.string(),
  campaignType: z.string().nullable(),
});
export type TrackingLine = z.infer<typeof trackingLineSchema>;

export const listTrackingLines = route({
  service: 'data',
  method: 'GET',
  path: '/tracking-lines/account',
  access: 'full',
  summary:
    'Tracking lines of accounts: the active ones, or with `computedStatus` Not active the others; by campaign name.',
  query: z.object({
    ...accountSelectionShape,
    sort: z.enum(lineSorts, { error: `Use one of ${lineSorts.join(', ')}.` }).default('campaignName'),
    dir: z.enum(sortDirections, { error: 'Use asc or desc.' }).default('desc'),
    filters: z
      .object({
        /** Absent: both. */
        computedStatus: z.enum(lineStatusFilters, { error: 'Use Active or Not active.' }).optional(),
      })
      .optional(),
  }),
  reply: z.object({ records: z.array(trackingLineSchema) }),
});

/** Errors: 404 for a line that is not the viewer's. */
export const renameTrackingLine = route({
  service: 'data',
  method: 'PUT',
  path: '/tracking-lines',
  access: 'full',
  summary: 'Gives a tracking line a name of the office’s own; an empty one takes it back.',
  body: z.strictObject({
    id: z.string({ error: 'Name the line.' }).min(1, 'Name the line.').max(200),
    friendlyName: z
      .string({ error: 'Use a text.' })
      .trim()
      .max(maxFriendlyNameLength, `Use at most ${maxFriendlyNameLength} characters.`),
  }),
  reply: z.object({ record: trackingLineSchema }),
});
