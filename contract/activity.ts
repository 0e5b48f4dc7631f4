import { z } from 'zod';
import { activityKinds } from './rules/activity.ts';
import { defaultPageSize } from './rules/paging.ts';
import { accountSelectionShape } from './scope/scope.ts';
import { pageOf } from './wire/page.ts';
import { calendarDate, searchQuery, wholeNumber } from './wire/query.ts';
import { route } from './wire/route.ts';

/** The most accounts whose activity is listed together. */
export const maxActivityAccounts = 20;

/** The most entries of an exported file: the newest. */
export const maxExportedActivity = 10_000;

/** Something that a person did in an office. */
export const activitySchema = z.object({
  id: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  /** IANA time zone of the office. */
  timeZone: z.string(),
  /** When it was done. */
  at: z.iso.datetime(),
  contactId: z.string(),
  /** The person's present name; null when they were removed or erased. */
  person: z.string().nullable(),
  /** Null for what has no kind yet. */
  kind: z.enum(activityKinds).nullable(),
  /** In plain words: "Played a recording". */
  text: z.string(),
  /** Whether the person read unusually many calls, in all accounts together. */
  unusual: z.boolean(),
  /** From where: the shortened address; null when not known. */
  place: z.string().nullable(),
  /** The call that it was done with; null for others, and when it is not there any more. */
  callId: z.string().nullable(),
  /** The same for a mailing. */
  mailingId: z.string().nullable(),
});
export type Activity = z.infer<typeof activitySchema>;

const filterShape = {
  accountIds: accountSelectionShape.accountIds,
  /** Only this kind. */
  kind: z.enum(activityKinds).optional(),
  /** Only what this person did. */
  contactId: z.string().min(1).max(200, 'Use an id of at most 200 characters.').optional(),
  /** From this day on, of each office. */
  startDate: calendarDate.optional(),
  /** Up to the end of this day. */
  endDate: calendarDate.optional(),
  /** Words of what was done, of the person's name, or of the place. */
  query: searchQuery.optional(),
};

/**
 * Of accounts of which the viewer is not a primary contact there are none. `total_count` counts at most 10,000 entries after the
 * requested page. Errors: 400 for more than 20 of the viewer's own.
 */
export const listActivity = route({
  service: 'data',
  method: 'GET',
  path: '/settings/activity',
  access: 'full',
  summary: 'Lists who did what in offices, newest first, for their primary contacts.',
  query: z.object({
    ...filterShape,
    /** From 1. */
    page: wholeNumber(1, 1_000_000).default(1),
    pageSize: wholeNumber(1, 500).default(defaultPageSize),
  }),
  reply: pageOf(activitySchema),
});

/** Errors as {@link listActivity}. */
export const exportActivity = route({
  service: 'data',
  method: 'GET',
  path: '/settings/activity/file',
  access: 'full',
  summary:
    'Downloads who did what in offices as a CSV file of at most 10,000 entries, for their primary contacts.',
  query: z.object(filterShape),
  reply: z.unknown(),
  replyFormat: 'binary',
});
