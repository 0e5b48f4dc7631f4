import { z } from 'zod';
import * as browser from 'zod/mini';
import { alertFrequencies, alertMethods, alertTypes } from './rules/alert-types.ts';
import { accountSelectionShape, idText } from './scope/scope.ts';
import { route } from './wire/route.ts';

/** The most settings in one request: six kinds of alerts for a few hundred contacts. */
export const maxSettingsPerSave = 2000;

/** A contact's setting of an alert for one account. Without one the alert is off. */
export const notificationSettingSchema = browser.object({
  /** Id of the setting; empty for one that was switched off without ever having been on. */
  id: browser.string(),
  /** Kind of the alert. */
  Alert_Type__c: browser.enum(alertTypes),
  /** How it is sent; empty when it has been switched off. */
  Method__c: browser.array(browser.enum(alertMethods)),
  /** How often it is sent. */
  Frequency__c: browser.enum(alertFrequencies),
  /** The receiver. */
  Contact__r: browser.object({
    /** Id of the contact. */
    Id: browser.string(),
    name: browser.string(),
    Email: browser.string(),
    /** Normalized: `+` and digits. Null without one; then only email reaches them. */
    Phone: browser.nullable(browser.string()),
  }),
});
export type NotificationSetting = z.infer<typeof notificationSettingSchema>;

const replySchema = browser.object({ notification: browser.array(notificationSettingSchema) });

/** Errors: 400 for several accounts; 403 for an account of others. */
export const listNotificationSettings = route({
  service: 'data',
  method: 'GET',
  path: '/settings/account',
  access: 'full',
  summary:
    'Lists the alerts that are on for one account: to a primary contact those of all its contacts, to others their own. A scoreboard grant shows none.',
  query: z.object({ accountIds: accountSelectionShape.accountIds }),
  reply: z.object(replySchema.shape),
});

/**
 * Errors: 400 names the field, as in `notification.0.frequency`; 403 for an account of others; 422 for what only a primary
 * contact can set, and in a session that began with a scoreboard grant.
 */
export const saveNotificationSettings = route({
  service: 'data',
  method: 'POST',
  path: '/settings/contacts',
  access: 'full',
  summary:
    'Switches alerts of an account on, changes them, or switches them off with an empty `method`: all of the request, or nothing. Returns the settings of the request as stored.',
  body: z.strictObject({
    /** Id of the account. */
    accountId: idText('the id of an account').min(1, 'Name the account.'),
    notification: z
      .array(
        z.strictObject({
          /** Id of the stored setting; absent for a new one. Contact and kind of alert identify it as well. */
          id: idText('the id of the setting').optional(),
          /** Id of the receiver. */
          contactId: idText('the id of a contact').min(1, 'Name the contact.'),
          alertType: z.enum(alertTypes),
          frequency: z.enum(alertFrequencies),
          /** Empty to switch the alert off. */
          method: z.array(z.enum(alertMethods)).max(alertMethods.length),
        }),
      )
      .min(1, 'Name at least one setting.')
      .max(maxSettingsPerSave),
  }),
  reply: z.object(replySchema.shape),
});
