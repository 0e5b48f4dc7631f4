import { z } from 'zod';
import * as browser from 'zod/mini';
import { maxEmailLength } from './rules/email.ts';
import { proofShape } from './proof.ts';
import { messages } from './rules/messages.ts';
import { maxPasswordLength } from './rules/password.ts';
import { route } from './wire/route.ts';

/** Names of the older user settings: `push` is a text message. */
export const userAlertMethods = ['email', 'push'] as const;
export type UserAlertMethod = (typeof userAlertMethods)[number];

const userAlertSettingsSchema = browser.object({
  /** In at least one account. */
  missedCallAlerts: browser.array(browser.enum(userAlertMethods)),
  /** Stored for the provider; the portal sends nothing. */
  receivedSmsAlerts: browser.array(browser.enum(userAlertMethods)),
  /** Separated by commas: other receivers of the Missed Call Alert where this person is primary contact. */
  missedCallAlertRecipients: browser.string(),
});
export type UserAlertSettings = z.infer<typeof userAlertSettingsSchema>;

const maxRecipientsLength = 100_000;

const alertMethodList = z.array(z.enum(userAlertMethods)).max(userAlertMethods.length);

export const userSettingsSchema = browser.object({
  email: browser.string(),
  /** Normalized: `+` and digits. */
  phone: browser.nullable(browser.string()),
  activated: browser.boolean(),
  /** Of any account; `GET /account/{id}/user` says so for one. */
  isPrimary: browser.boolean(),
  /** False if an external issuer signs people in. */
  passwordHere: browser.boolean(),
  /** Wait for their codes; until then the old ones apply. */
  pending: browser.object({
    email: browser.nullable(browser.string()),
    phone: browser.nullable(browser.string()),
  }),
  /** Exactly one element. */
  settings: browser.array(userAlertSettingsSchema),
});
export type UserSettings = z.infer<typeof userSettingsSchema>;

export const userSettings = route({
  service: 'identity',
  method: 'GET',
  path: '/user/settings',
  access: 'full',
  summary: 'Returns email, phone number, password state and alerts of the signed-in person.',
  reply: z.object(userSettingsSchema.shape),
});

export const changeUserSettings = route({
  service: 'identity',
  method: 'PUT',
  path: '/user/settings',
  access: 'full',
  summary:
    'Changes alerts, and asks for a new email or phone number, with which the person signs in: a code goes to the new one, and it is `pending` until `POST /user/settings/confirm`. That needs the password or a mailed code. Saving the stored one again withdraws what is pending. 422 when someone else has it.',
  body: z.strictObject({
    /** Absent keeps the current one. */
    email: z.string().max(maxEmailLength, messages.invalidEmail).optional(),
    /** Any format that sign-in accepts; absent keeps the current one. Empty only if no number is stored. */
    phoneNumber: z.string().max(40, messages.invalidPhone).optional(),
    /** For a change of email or phone. Not needed with an external issuer or to repeat a pending request. */
    ...proofShape,
    /** Absent keeps them. Applies to all of the person's accounts; `push` needs a phone number. */
    missedCallAlerts: alertMethodList.optional(),
    receivedSmsAlerts: alertMethodList.optional(),
    /** Absent keeps them. Only primary contacts can change them; each must be a contact of their accounts. */
    missedCallAlertRecipients: z.string().max(maxRecipientsLength).optional(),
  }),
  reply: z.object(userSettingsSchema.shape),
});

export const confirmUserSettings = route({
  service: 'identity',
  method: 'POST',
  path: '/user/settings/confirm',
  access: 'full',
  summary:
    'Replaces email or phone number by the pending one, given the code that was sent to it. 422 when the code is wrong or has expired. The previous address is notified by mail.',
  body: z.strictObject({
    code: z.string({ error: messages.codeRequired }).trim().min(1, messages.codeRequired).max(100),
    /** A wrong code counts only for this field. Absent: either field, and it counts for both. */
    field: z.enum(['email', 'phone']).optional(),
  }),
  reply: z.object(userSettingsSchema.shape),
});

export const changePassword = route({
  service: 'identity',
  method: 'PUT',
  path: '/user/password',
  access: 'full',
  summary:
    'Sets the password, given the current one or, if there is none, a mailed code, and ends the person’s other sessions. 422 when the current password is wrong.',
  body: z.strictObject({
    oldPassword: z.string().max(1000).default(''),
    /** From `POST /user/proof/code`; required without a password. */
    code: proofShape.code,
    newPassword: z.string({ error: messages.newPasswordRequired }).max(maxPasswordLength),
  }),
  reply: z.object({}),
});
