import { z } from 'zod';
import { activityKinds } from './rules/activity.ts';
import { defaultPageSize } from './rules/paging.ts';
import { accountSelectionShape } from './scope/scope.ts';
import { pageOf } from './wire/page.ts';
import { calendarDate, searchQuery, wholeNumber } from './wire/query.ts';
import { route } from './wire/route.ts';

export const maxActivityAccounts = 20;

export const maxExportedActivity = 10_000;

export const activitySchema = z.object({
  id: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  timeZone: z.string(),
  at: z.iso.datetime(),
  contactId: z.string(),
  person: z.string().nullable(),
  kind: z.enum(activityKinds).nullable(),
  text: z.string(),
  /** Whether the person read unusually many calls, in all accounts together. */
  unusual: z.boolean(),
  /** Shortened IP address; null if not known. */
  place: z.string().nullable(),
  /** Call or mailing that was acted on; null for others and for removed ones. */
  callId: z.string().nullable(),
  mailingId: z.string().nullable(),
});
export type Activity = z.infer<typeof activitySchema>;

const filterShape = {
  accountIds: accountSelectionShape.accountIds,
  kind: z.enum(activityKinds).optional(),
  contactId: z.string().min(1).max(200, 'Use an id of at most 200 characters.').optional(),
  /** First and last day, inclusive, in the time zone of each office. */
  startDate: calendarDate.optional(),
  endDate: calendarDate.optional(),
  query: searchQuery.optional(),
};

/** Only accounts with the viewer as primary contact; 400 above 20 own ones. `total_count` counts at most 10,000 entries after the page. */
export const listActivity = route({
  service: 'data',
  method: 'GET',
  path: '/settings/activity',
  access: 'full',
  summary: 'Lists who did what in offices, newest first, for their primary contacts.',
  query: z.object({
    ...filterShape,
    page: wholeNumber(1, 1_000_000).default(1),
    pageSize: wholeNumber(1, 500).default(defaultPageSize),
  }),
  reply: pageOf(activitySchema),
});

/** Errors: as for {@link listActivity}. */
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
