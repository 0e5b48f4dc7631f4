import { z } from 'zod';
import { dayModes } from './time/days.ts';
import { isEmail } from './rules/email.ts';

/** Default color of buttons, links and the current page. */
export const defaultPrimaryColor = '#b5006e';

const link = z.url({ protocol: /^https?$/, error: 'Use an http(s) address.' });

/** Name, logo, links and colors of the provider on pages and in mails. */
export const providerSchema = z.strictObject({
  /** Name in titles, texts and mails, up to 80 characters. */
  name: z.string().min(1).max(80).default('Mailcall'),
  /** Path of this server or https URL; null shows the name instead. */
  logo: z
    .string()
    .regex(/^(\/(?!\/)|https:\/\/)/, 'Use a path that begins with / or an https address.')
    .nullable()
    .default(null),
  supportAddress: z.string().refine(isEmail, 'Use an email address.').default('support@mailcall.example'),
  /** Referral offer; null if absent, which is the default. Links that are null are not shown. */
  referral: z
    .strictObject({
      /** Page where a customer refers a friend. */
      refer: link.nullable().default(null),
      details: link.nullable().default(null),
      /** Reward in US dollars per referred customer who signs up. */
      reward: z.int().min(0).default(100),
      /** Number of free handout cards for the friend. */
      cards: z.int().min(0).default(250),
    })
    .nullable()
    .default(null),
  /** Address of a video about choosing a design concept; null, as by default, without one. */
  conceptVideo: link.nullable().default(null),
  /** Whether Map IQ can be opened on phones. */
  mapsOnPhones: z.boolean().default(false),
  /** `#rrggbb`. */
  colors: z
    .strictObject({
      /** Buttons, links and the current page. Default: magenta. */
      primary: z
        .string()
        .regex(/^#[0-9a-fA-F]{6}$/, 'Use a colour as #rrggbb.')
        .default(defaultPrimaryColor),
    })
    .prefault({}),
});
export type Provider = z.output<typeof providerSchema>;
export type ReferralOffer = NonNullable<Provider['referral']>;

/** Configuration that the web app loads from `/web-config.json` at startup. */
export const webConfigSchema = z.object({
  /** Base URL of each service for browsers. */
  services: z.object({ identity: z.string(), data: z.string(), maps: z.string() }),
  provider: providerSchema,
  /** Time zone of days in presets and dates: UTC, or that of each office's account. */
  days: z.enum(dayModes),
  map: z.object({
    /** MapLibre style of the base map; null for the packaged outlines, which need no network. */
    style: z.string().nullable(),
  }),
  signIn: z.object({
    /** Base URL of `/oauth/token`, `/passwordless/start` and `/userinfo`: the identity service or an external issuer. */
    issuer: z.string(),
    clientId: z.string(),
    audience: z.string(),
    /** Seconds of inactivity before a session ends. */
    idleTime: z.int().positive(),
    /** Origin that can use passkeys; null if they are off. */
    passkeyOrigin: z.string().nullable(),
  }),
});
export type WebConfig = z.output<typeof webConfigSchema>;
