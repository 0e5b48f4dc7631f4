import { z } from 'zod';
import * as browser from 'zod/mini';
import { maxEmailLength } from './rules/email.ts';
import { messages } from './rules/messages.ts';
import { maxPasswordLength } from './rules/password.ts';
import { route } from './wire/route.ts';

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
});
export type UserSettings = z.infer<typeof userSettingsSchema>;

export const userSettings = route({
  service: 'identity',
  method: 'GET',
  path: '/user/settings',
  access: 'full',
  summary: 'Returns email, phone number and password state of the signed-in person.',
  reply: z.object(userSettingsSchema.shape),
});

export const changeUserSettings = route({
  service: 'identity',
  method: 'PUT',
  path: '/user/settings',
  access: 'full',
  summary:
    'Changes email and phone number, with which the person signs in. 422 when somebody else has one of them. The previous address is notified by mail.',
  body: z.strictObject({
    /** New email address; absent to keep the current one. */
    email: z.string().max(maxEmailLength, messages.invalidEmail).optional(),
    /** New phone number in any format that sign-in accepts; absent to keep the current one. Empty only if there is none. */
    phoneNumber: z.string().max(40, messages.invalidPhone).optional(),
  }),
  reply: z.object(userSettingsSchema.shape),
});

export const changePassword = route({
  service: 'identity',
  method: 'PUT',
  path: '/user/password',
  access: 'full',
  summary:
    'Sets the password, given the current one if there is one, and ends the person’s other sessions. 422 when the current password is wrong.',
  body: z.strictObject({
    /** The current password; required when one has been set. */
    oldPassword: z.string().max(1000).default(''),
    newPassword: z.string({ error: messages.newPasswordRequired }).max(maxPasswordLength),
  }),
  reply: z.object({}),
});
