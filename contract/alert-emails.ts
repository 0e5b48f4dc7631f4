import { z } from 'zod';
import * as browser from 'zod/mini';
import { alertTypes } from './rules/alert-types.ts';
import { route } from './wire/route.ts';

const params = z.object({
  /** The signed part of a link from an alert: it names a contact with an account and a kind of alert, with a saved view, or with the alerts of one mail, for two years; the others never expire. */
  token: z.string().max(2000, 'This is not such a link.'),
});

/** The alerts whose emails a link stops, by name of the account and kind; one of most links. */
export const alertEmailsSchema = browser.object({
  alerts: browser.array(
    browser.object({
      /** Kind of the alert. */
      alertType: browser.enum(alertTypes),
      /** Id of the account. */
      accountId: browser.string(),
      /** Name of the account. */
      accountName: browser.string(),
      /** Whether the contact of the link gets the alert by email. */
      on: browser.boolean(),
    }),
  ),
  /** The saved view whose link comes by mail, of a link that stops these mails; then there are no alerts. */
  view: browser.optional(
    browser.object({
      id: browser.string(),
      name: browser.string(),
      /** Whether the contact of the link gets these mails. */
      on: browser.boolean(),
    }),
  ),
});
export type AlertEmails = z.infer<typeof alertEmailsSchema>;

/** Error: 404 for a link that is not ours. */
export const readAlertEmails = route({
  service: 'data',
  method: 'GET',
  path: '/alerts/unsubscribe/:token/emails',
  access: 'public',
  summary: 'Tells which alerts the emails of a link are for, and whether they are on.',
  params,
  reply: z.object(alertEmailsSchema.shape),
});

/** Error: 404 for a link that is not ours. */
export const openUnsubscribeLink = route({
  service: 'data',
  method: 'GET',
  path: '/alerts/unsubscribe/:token',
  access: 'public',
  summary:
    'Redirects to the page on which a person stops the emails of an alert, or of those of one mail. Changes nothing.',
  params,
  reply: z.any(),
  replyFormat: 'binary',
});

/** Any body is accepted, as mail programs send `List-Unsubscribe=One-Click` as one of several types. Error: 404 for a link that is not ours. */
export const stopAlertEmails = route({
  service: 'data',
  method: 'POST',
  path: '/alerts/unsubscribe/:token',
  access: 'public',
  summary:
    'Stops the emails of an alert, or of those of one mail, with one click (RFC 8058), without a session. Text messages stay. Again it changes nothing.',
  params,
  bodyFormat: 'file',
  reply: z.object(alertEmailsSchema.shape),
});
