import { z } from 'zod';
import { dayModes } from './rules/days.ts';
import { isEmail } from './rules/email.ts';

/** The color of buttons, links and the current page where the provider has none of its own, as `#rrggbb`. */
export const defaultPrimaryColor = '#b5006e';

const link = z.url({ protocol: /^https?$/, error: 'Use an http(s) address.' });

/** The provider's name, logo, links and colors, as they appear on pages and in mails. */
export const providerSchema = z.strictObject({
  /** Name in titles, texts and mails, up to 80 characters. */
  name: z.string().min(1).max(80).default('Mailcall'),
  /** URL of the logo: a path of this server or an https address; null shows the name instead. */
  logo: z
    .string()
    .regex(/^(\/(?!\/)|https:\/\/)/, 'Use a path that begins with / or an https address.')
    .nullable()
    .default(null),
  /** Email address of the support, which people are referred to. */
  supportAddress: z.string().refine(isEmail, 'Use an email address.').default('support@mailcall.example'),
  /** The referral offer; null, as by default, for a provider who makes none. A link that is null is not shown. */
  referral: z
    .strictObject({
      /** Address of the page where a customer refers a friend. */
      refer: link.nullable().default(null),
      /** Address of the page that explains the offer. */
      details: link.nullable().default(null),
      /** Reward in US dollars for each referred customer who signs up. */
      reward: z.int().min(0).default(100),
      /** Number of free handout cards for the friend. */
      cards: z.int().min(0).default(250),
    })
    .nullable()
    .default(null),
  /** Whether Map IQ can be opened on phones. */
  mapsOnPhones: z.boolean().default(false),
  /** Colors, as `#rrggbb`. */
  colors: z
    .strictObject({
      /** Color of buttons, links and the current page; magenta by default. */
      primary: z
        .string()
        .regex(/^#[0-9a-fA-F]{6}$/, 'Use a colour as #rrggbb.')
        .default(defaultPrimaryColor),
    })
    .prefault({}),
});
export type Provider = z.output<typeof providerSchema>;
export type ReferralOffer = NonNullable<Provider['referral']>;

/** The configuration that the web app loads from `/web-config.json` before it starts. */
export const webConfigSchema = z.object({
  /** Base URL of each service, as the browser reaches it. */
  services: z.object({ identity: z.string(), data: z.string(), maps: z.string() }),
  provider: providerSchema,
  /** Whose days presets and dates count by: those of UTC, or of each office in the time zone of its account. */
  days: z.enum(dayModes),
  map: z.object({
    /** URL of the MapLibre style of the base map; null for the packaged outlines, which need no network. */
    style: z.string().nullable(),
  }),
  /** How the web app signs people in. */
  signIn: z.object({
    /** Base URL of `/oauth/token`, `/passwordless/start` and `/userinfo`: the identity service or an external issuer. */
    issuer: z.string(),
    clientId: z.string(),
    audience: z.string(),
    /** Seconds without activity after which a session ends. */
    idleTime: z.int().positive(),
    /** The origin whose pages can use passkeys; null where they are off. */
    passkeyOrigin: z.string().nullable(),
  }),
});
export type WebConfig = z.output<typeof webConfigSchema>;
