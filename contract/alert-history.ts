import { z } from 'zod';
import { alertMethods, alertTypes } from './rules/alert-types.ts';
import { defaultPageSize } from './rules/paging.ts';
import { accountSelectionShape } from './scope/scope.ts';
import { pageOf } from './wire/page.ts';
import { wholeNumber } from './wire/query.ts';
import { route } from './wire/route.ts';

export const alertHistoryDays = 90;

/** `collected`: held back after many alerts within ten minutes. `canceled`: the receiver lost access or switched the alert off. */
export const alertStates = ['sent', 'waiting', 'collected', 'failed', 'canceled'] as const;
export type AlertState = (typeof alertStates)[number];

export const sentAlertSchema = z.object({
  id: z.string(),
  accountId: z.string(),
  createdAt: z.iso.datetime(),
  alertType: z.enum(alertTypes),
  /** Short text without a caller's name or number. */
  title: z.string(),
  contactId: z.string(),
  /** Empty if the receiver was removed. */
  receiver: z.string(),
  method: z.enum(alertMethods),
  state: z.enum(alertStates),
  sentAt: z.iso.datetime().nullable(),
  /** Path of the alert's subject, relative to the portal: `/scoreboard/CALL`. */
  path: z.string(),
});
export type SentAlert = z.infer<typeof sentAlertSchema>;

/** `total_count` counts at most 10,000 alerts after the requested page. Errors: 403 for another customer's account. */
export const listSentAlerts = route({
  service: 'data',
  method: 'GET',
  path: '/settings/alerts',
  access: 'full',
  summary:
    'Lists the alerts of 90 days, newest first: to a primary contact those of all receivers of the account, to others their own.',
  query: z.object({
    accountIds: accountSelectionShape.accountIds,
    page: wholeNumber(1, 1_000_000).default(1),
    pageSize: wholeNumber(1, 500).default(defaultPageSize),
  }),
  reply: pageOf(sentAlertSchema),
});
