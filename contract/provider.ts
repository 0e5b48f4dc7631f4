import { z } from 'zod';
import { dayModes } from './time/days.ts';
import { isEmail } from './rules/email.ts';

export const defaultPrimaryColor = '#b5006e';

const link = z.url({ protocol: /^https?$/, error: 'Use an http(s) address.' });

export const providerSchema = z.strictObject({
  /** Up to 80 characters, in titles, texts and mails. */
  name: z.string().min(1).max(80).default('Mailcall'),
  /** Path on this server or https URL; null shows the name instead. */
  logo: z
    .string()
    .regex(/^(\/(?!\/)|https:\/\/)/, 'Use a path that begins with / or an https address.')
    .nullable()
    .default(null),
  supportAddress: z.string().refine(isEmail, 'Use an email address.').default('support@mailcall.example'),
  /** Referral offer; null if absent, which is the default. Links that are null are not shown. */
  referral: z
    .strictObject({
      refer: link.nullable().default(null),
      details: link.nullable().default(null),
      /** US dollars for each referred customer who signs up. */
      reward: z.int().min(0).default(100),
      cards: z.int().min(0).default(250),
    })
    .nullable()
    .default(null),
  conceptVideo: link.nullable().default(null),
  mapsOnPhones: z.boolean().default(false),
  /** `#rrggbb`. */
  colors: z
    .strictObject({
      primary: z
        .string()
        .regex(/^#[0-9a-fA-F]{6}$/, 'Use a colour as #rrggbb.')
        .default(defaultPrimaryColor),
    })
    .prefault({}),
});
export type Provider = z.output<typeof providerSchema>;
export type ReferralOffer = NonNullable<Provider['referral']>;

/** Loaded from `/web-config.json` at startup. */
export const webConfigSchema = z.object({
  services: z.object({ identity: z.string(), data: z.string(), maps: z.string() }),
  provider: providerSchema,
  days: z.enum(dayModes),
  map: z.object({
    /** MapLibre style; null for the packaged outlines, which need no network. */
    style: z.string().nullable(),
  }),
  signIn: z.object({
    /** Base URL of `/oauth/token`, `/passwordless/start` and `/userinfo`: the identity service or an external issuer. */
    issuer: z.string(),
    clientId: z.string(),
    audience: z.string(),
    /** Seconds of inactivity before a session ends. */
    idleTime: z.int().positive(),
    /** Null if passkeys are off. */
    passkeyOrigin: z.string().nullable(),
  }),
});
export type WebConfig = z.output<typeof webConfigSchema>;
