import { z } from 'zod';
import { alertMethods, alertTypes } from './rules/alert-types.ts';
import { defaultPageSize } from './rules/paging.ts';
import { accountSelectionShape } from './scope/scope.ts';
import { pageOf } from './wire/page.ts';
import { wholeNumber } from './wire/query.ts';
import { route } from './wire/route.ts';

/** Days for which an alert stays in the history. */
export const alertHistoryDays = 90;

/**
 * What became of an alert. `waiting`: its message is not sent yet. `collected`: after many alerts within ten minutes it is
 * kept, to go out with others in one message. `failed`: its message could not be sent. `canceled`: while it was kept, its
 * receiver lost the right to it or switched it off.
 */
export const alertStates = ['sent', 'waiting', 'collected', 'failed', 'canceled'] as const;
export type AlertState = (typeof alertStates)[number];

/** An alert to one receiver by one method. */
export const sentAlertSchema = z.object({
  /** Id of the alert. */
  id: z.string(),
  /** Id of the account. */
  accountId: z.string(),
  /** When it was written. */
  createdAt: z.iso.datetime(),
  alertType: z.enum(alertTypes),
  /** What it told, in a few words, without a caller's name or number. */
  title: z.string(),
  /** Id of the receiver. */
  contactId: z.string(),
  /** Name of the receiver; empty when they are gone. */
  receiver: z.string(),
  method: z.enum(alertMethods),
  state: z.enum(alertStates),
  /** When its message was sent; null while it is not. */
  sentAt: z.iso.datetime().nullable(),
  /** What it leads to, below the portal's address: `/scoreboard/CALL`. */
  path: z.string(),
});
export type SentAlert = z.infer<typeof sentAlertSchema>;

/**
 * `total_count` counts at most 10,000 alerts after the requested page. Errors: 403 for an account of others. Of an account that
 * only a scoreboard grant shows there are none.
 */
export const listSentAlerts = route({
  service: 'data',
  method: 'GET',
  path: '/settings/alerts',
  access: 'full',
  summary:
    'Lists the alerts of 90 days, newest first: to a primary contact those of all receivers of the account, to others their own.',
  query: z.object({
    accountIds: accountSelectionShape.accountIds,
    /** From 1. */
    page: wholeNumber(1, 1_000_000).default(1),
    pageSize: wholeNumber(1, 500).default(defaultPageSize),
  }),
  reply: pageOf(sentAlertSchema),
});
