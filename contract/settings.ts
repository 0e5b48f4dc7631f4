import { z } from 'zod';
import { maxEmailLength } from './rules/email.ts';
import { messages } from './rules/messages.ts';
import { maxPasswordLength } from './rules/password.ts';
import { route } from './wire/route.ts';

/** What the signed-in person can see and change of themselves. */
export const userSettingsSchema = z.object({
  /** Also what they sign in with, unless an outside issuer signs them in. */
  email: z.string(),
  /** In its normal form, `+` and digits; also the number for passwordless sign-in. Null for none. */
  phone: z.string().nullable(),
  /** Whether a password has been set. */
  activated: z.boolean(),
  /** Whether they are a primary contact of any of their accounts; `GET account/{id}/user` says it of one. */
  isPrimary: z.boolean(),
  /** Whether their password is kept here: false when an outside issuer signs people in. */
  passwordHere: z.boolean(),
});
export type UserSettings = z.infer<typeof userSettingsSchema>;

export const userSettings = route({
  service: 'identity',
  method: 'GET',
  path: '/user/settings',
  access: 'full',
  summary: 'E-mail, phone and password state of the signed-in person.',
  reply: userSettingsSchema,
});

export const changeUserSettings = route({
  service: 'identity',
  method: 'PUT',
  path: '/user/settings',
  access: 'full',
  summary:
    'Changes e-mail and phone, which change what the person signs in with; 422 when somebody else has one of them. The address before is told by mail.',
  body: z.strictObject({
    /** Absent: it stays. */
    email: z.string().max(maxEmailLength, messages.invalidEmail).optional(),
    /** In any way of writing that sign-in takes. Absent: it stays; empty: there was none and is none. */
    phoneNumber: z.string().max(40, messages.invalidPhone).optional(),
  }),
  reply: userSettingsSchema,
});

export const changePassword = route({
  service: 'identity',
  method: 'PUT',
  path: '/user/password',
  access: 'full',
  summary:
    'Sets the password, with the current one when there is one; the person’s other sessions end. 422 when the current one is wrong.',
  body: z.strictObject({
    /** Needed when a password has been set. */
    oldPassword: z.string().max(1000).default(''),
    newPassword: z.string({ error: messages.newPasswordRequired }).max(maxPasswordLength),
  }),
  reply: z.object({}),
});
