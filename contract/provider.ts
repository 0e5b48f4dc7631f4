import { z } from 'zod';
import { openTimesSchema } from './office-hours.ts';
import { defaultFormats, designFormatSchema } from './rules/design-formats.ts';
import { isEmail } from './rules/email.ts';
import { dayModes } from './time/days.ts';
import { defaultTimeZone, isTimeZone } from './time/time-zone.ts';

export const defaultPrimaryColor = '#b5006e';

const link = z.url({ protocol: /^https?$/, error: 'Use an http(s) address.' });

const isSecureUrl = (text: string): boolean =>
  /^(https:|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(?=[:/?]|$))/.test(text);

const percent = z
  .number({ error: 'Use a number from 0 to 100.' })
  .min(0, 'Use a number from 0 to 100.')
  .max(100, 'Use a number from 0 to 100.');

const count = (most: number) => {
  const error = `Use a whole number from 0 to ${most.toLocaleString('en-US')}.`;
  return z.int({ error }).min(0, error).max(most, error);
};

const workdays = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens: 8 * 60, closes: 17 * 60 }));

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
  /** Grade bands: `by-card` has different bands on each card, `one` the bands of the individual metrics on all. */
  grades: z.enum(['by-card', 'one'], { error: 'Use by-card or one.' }).default('by-card'),
  /** Start page of people who have not chosen one. */
  startPage: z.enum(['campaigns', 'today'], { error: 'Use campaigns or today.' }).default('campaigns'),
  /** `#rrggbb`. */
  colors: z
    .strictObject({
      primary: z
        .string()
        .regex(/^#[0-9a-fA-F]{6}$/, 'Use a colour as #rrggbb.')
        .default(defaultPrimaryColor),
    })
    .prefault({}),
  hours: z
    .strictObject({
      timeZone: z
        .string()
        .refine(isTimeZone, 'Use an IANA time zone such as America/Chicago.')
        .default(defaultTimeZone),
      open: openTimesSchema.min(1, 'Name at least one time.').default(workdays),
    })
    .prefault({}),
  /** Hours of `hours` within which a call is scored. */
  scoringTarget: z
    .number({ error: 'Use hours: more than 0, at most 1,000.' })
    .positive('Use hours: more than 0, at most 1,000.')
    .max(1000, 'Use hours: more than 0, at most 1,000.')
    .default(4),
  /** Whether offices see who of the team did something, instead of "the provider's team". */
  showScorers: z.boolean().default(false),
  scoring: z
    .strictObject({
      /** Days after which a call no longer waits for a score. */
      maxAgeDays: count(3650).min(1, 'Use a whole number from 1 to 3,650.').default(90),
      /** Calls of fewer seconds are proposed as too short to score. */
      shortSeconds: count(600).default(10),
      /** Share of scored calls that a second person scores again. */
      secondPassPercent: percent.default(5),
      /** Share of a new scorer's calls that a second person scores again. */
      newScorerPercent: percent.default(20),
      /** Calls after which a scorer is no longer new. */
      newScorerCalls: count(100_000).default(200),
    })
    .prefault({}),
  /** What the team gets when viewing as a client. */
  clientViews: z.strictObject({ recordings: z.boolean().default(false) }).prefault({}),
  /** Sizes of mail pieces, against which new designs are checked. */
  formats: z
    .array(designFormatSchema)
    .min(1, 'Name at least one format.')
    .max(50, 'Name at most 50 formats.')
    .refine(
      (formats) => new Set(formats.map(({ name }) => name)).size === formats.length,
      'Give each format a name of its own.',
    )
    .default(() => [...defaultFormats]),
  /** The provider's own model, which suggests values for scores; null if unused. */
  suggestions: z
    .strictObject({
      /** https, or http on this machine. */
      url: z
        .url({ protocol: /^https?$/, error: 'Use an https address.' })
        .max(2000)
        .refine(isSecureUrl, 'Use an https address.'),
      /** With their sub-accounts; all by default. */
      accounts: z
        .array(z.string().min(1).max(200))
        .min(1, 'Name at least one account.')
        .max(1000, 'Name at most 1,000 accounts.')
        .nullable()
        .default(null),
    })
    .nullable()
    .default(null),
});
export type Provider = z.output<typeof providerSchema>;

/** The part that the web app gets, before anyone signs in. */
export const publicProviderSchema = providerSchema.omit({
  startPage: true,
  hours: true,
  scoringTarget: true,
  showScorers: true,
  scoring: true,
  clientViews: true,
  formats: true,
  suggestions: true,
});
export type PublicProvider = z.output<typeof publicProviderSchema>;
export type ReferralOffer = NonNullable<Provider['referral']>;

/** Loaded from `/web-config.json` at startup. */
export const webConfigSchema = z.object({
  services: z.object({ identity: z.string(), data: z.string(), maps: z.string() }),
  provider: publicProviderSchema,
  days: z.enum(dayModes),
  map: z.object({
    /** MapLibre style; null for the packaged outlines, which need no network. */
    style: z.string().nullable(),
    /** Address of OpenMapTiles vector tiles with {z}, {x} and {y}; null without any. */
    tiles: z.string().nullable(),
    /** Source of style or tiles, as text or HTML; null if the style names it. */
    attribution: z.string().nullable(),
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
