import { z } from 'zod';
import * as browser from 'zod/mini';
import { alertFrequencies, alertMethods, alertTypes } from './rules/alert-types.ts';
import { accountSelectionShape, idText } from './scope/scope.ts';
import { route } from './wire/route.ts';

/** Enough for six kinds of alerts and a few hundred contacts. */
export const maxSettingsPerSave = 2000;

/** Without a stored setting, the alert is off. */
export const notificationSettingSchema = browser.object({
  /** Empty if the alert was never on. */
  id: browser.string(),
  Alert_Type__c: browser.enum(alertTypes),
  Method__c: browser.array(browser.enum(alertMethods)),
  Frequency__c: browser.enum(alertFrequencies),
  Contact__r: browser.object({
    Id: browser.string(),
    name: browser.string(),
    Email: browser.string(),
    /** Normalized: `+` and digits. Null allows only email. */
    Phone: browser.nullable(browser.string()),
  }),
});
export type NotificationSetting = z.infer<typeof notificationSettingSchema>;

const replySchema = browser.object({ notification: browser.array(notificationSettingSchema) });

/** Errors: 400 for several accounts; 403 for another customer's account. */
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

/** Errors: 400 names the field; 403 for another customer's account; 422 for primary contacts' settings and under a scoreboard grant. */
export const saveNotificationSettings = route({
  service: 'data',
  method: 'POST',
  path: '/settings/contacts',
  access: 'full',
  summary:
    'Switches alerts of an account on, changes them, or switches them off with an empty `method`: all of the request, or nothing. Returns the settings of the request as stored.',
  body: z.strictObject({
    accountId: idText('the id of an account').min(1, 'Name the account.'),
    notification: z
      .array(
        z.strictObject({
          /** Absent for a new setting. Contact and kind of alert also identify it. */
          id: idText('the id of the setting').optional(),
          contactId: idText('the id of a contact').min(1, 'Name the contact.'),
          alertType: z.enum(alertTypes),
          frequency: z.enum(alertFrequencies),
          /** Empty switches the alert off. */
          method: z.array(z.enum(alertMethods)).max(alertMethods.length),
        }),
      )
      .min(1, 'Name at least one setting.')
      .max(maxSettingsPerSave),
  }),
  reply: z.object(replySchema.shape),
});
