import { z } from 'zod';
import * as browser from 'zod/mini';
import { alertTypes } from './rules/alert-types.ts';
import { designAlertTypes } from './rules/design-alerts.ts';
import { route } from './wire/route.ts';

const params = z.object({
  /**
   * Signed. Names a contact and an account with a kind of alert, a saved view, answered disputes, an alert about designs, or the alerts of one
   * mail (for two years; others forever).
   */
  token: z.string().max(2000, 'This link is not valid.'),
});

export const alertEmailsSchema = browser.object({
  alerts: browser.array(
    browser.object({
      alertType: browser.enum(alertTypes),
      accountId: browser.string(),
      accountName: browser.string(),
      on: browser.boolean(),
    }),
  ),
  /** Present if the link stops the mails of a saved view; then there are no alerts. */
  view: browser.optional(
    browser.object({
      id: browser.string(),
      name: browser.string(),
      on: browser.boolean(),
    }),
  ),
  /** Present if the link stops the alert Dispute Answered; then there are no alerts. */
  disputes: browser.optional(browser.object({ on: browser.boolean() })),
  /** Present if the link stops an alert about designs; then there are no alerts. */
  design: browser.optional(
    browser.object({ alertType: browser.enum(designAlertTypes), on: browser.boolean() }),
  ),
});
export type AlertEmails = z.infer<typeof alertEmailsSchema>;

export const readAlertEmails = route({
  service: 'data',
  method: 'GET',
  path: '/alerts/unsubscribe/:token/emails',
  access: 'public',
  summary: 'Returns which alerts the emails of a link are for, and whether they are on.',
  params,
  reply: z.object(alertEmailsSchema.shape),
});

/** Errors of all routes here: 404 for an invalid link. */
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

/** Accepts any body: mail programs send `List-Unsubscribe=One-Click` in several media types. */
export const stopAlertEmails = route({
  service: 'data',
  method: 'POST',
  path: '/alerts/unsubscribe/:token',
  access: 'public',
  summary:
    'Stops the emails of an alert, or of those of one mail, with one click (RFC 8058), without a session. Text messages stay. Repeating it has no effect.',
  params,
  bodyFormat: 'file',
  reply: z.object(alertEmailsSchema.shape),
});
