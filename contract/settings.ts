import { z } from 'zod';
import * as browser from 'zod/mini';
import { maxEmailLength } from './rules/email.ts';
import { proofShape } from './proof.ts';
import { messages } from './rules/messages.ts';
import { maxPasswordLength } from './rules/password.ts';
import { route } from './wire/route.ts';

/** How a person is alerted, by the names of the older user settings: `push` is a text message. */
export const userAlertMethods = ['email', 'push'] as const;
export type UserAlertMethod = (typeof userAlertMethods)[number];

/** The alerts of the signed-in person that are not set for each account. */
const userAlertSettingsSchema = browser.object({
  /** How the person gets the Missed Call Alert in at least one of their accounts. */
  missedCallAlerts: browser.array(browser.enum(userAlertMethods)),
  /** How the person wants to hear of text messages that clients send. Stored for the provider; the portal sends nothing. */
  receivedSmsAlerts: browser.array(browser.enum(userAlertMethods)),
  /**
   * Email addresses, separated by commas, of the other contacts who get the Missed Call Alert by email in the accounts
   * whose primary contact the person is. Empty for others.
   */
  missedCallAlertRecipients: browser.string(),
});
export type UserAlertSettings = z.infer<typeof userAlertSettingsSchema>;

/** The most characters in a list of recipients. */
const maxRecipientsLength = 100_000;

const alertMethodList = z.array(z.enum(userAlertMethods)).max(userAlertMethods.length);

/** The settings of the signed-in person. */
export const userSettingsSchema = browser.object({
  /** Email address, with which the person signs in unless an external issuer is used. */
  email: browser.string(),
  /** Phone number, normalized to `+` and digits, with which the person can sign in without a password. Null for none. */
  phone: browser.nullable(browser.string()),
  /** Whether a password has been set. */
  activated: browser.boolean(),
  /** Whether the person is a primary contact of any of their accounts; `GET /account/{id}/user` returns it for one. */
  isPrimary: browser.boolean(),
  /** Whether the password is stored here: false when an external issuer signs people in. */
  passwordHere: browser.boolean(),
  /** New email and phone that wait for the code that was sent to them; until then the old ones hold. Null when none waits. */
  pending: browser.object({
    email: browser.nullable(browser.string()),
    /** Normalized: `+` and digits. */
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
    'Changes alerts, and asks for a new email or phone number, with which the person signs in: a code goes to the new one, and it is `pending` until `POST /user/settings/confirm`. That needs the password or a mailed code. Saving the stored one again withdraws what is pending. 422 when somebody else has it.',
  body: z.strictObject({
    /** New email address; absent to keep the current one. */
    email: z.string().max(maxEmailLength, messages.invalidEmail).optional(),
    /** New phone number in any format that sign-in accepts; absent to keep the current one. Empty only if there is none. */
    phoneNumber: z.string().max(40, messages.invalidPhone).optional(),
    /** What proves who changes email or phone, unless people sign in at an outside issuer; not needed to request the pending one again. */
    ...proofShape,
    /** Absent to keep them. A change applies to all accounts of the person; `push` needs a phone number. */
    missedCallAlerts: alertMethodList.optional(),
    /** Absent to keep them. */
    receivedSmsAlerts: alertMethodList.optional(),
    /** Absent to keep them. Only a primary contact can change them; each must be a contact of their accounts. */
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
    /** Six digits. */
    code: z.string({ error: messages.codeRequired }).trim().min(1, messages.codeRequired).max(100),
    /** What the code confirms; a wrong code counts only for this one. Absent: whichever it fits, and it counts for both. */
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
    /** The current password; required when one has been set. */
    oldPassword: z.string().max(1000).default(''),
    /** The code of `POST /user/proof/code`; required when no password has been set. */
    code: proofShape.code,
    newPassword: z.string({ error: messages.newPasswordRequired }).max(maxPasswordLength),
  }),
  reply: z.object({}),
});
