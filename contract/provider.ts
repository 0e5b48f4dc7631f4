import { z } from 'zod';

const link = z.url({ protocol: /^https?$/, error: 'Use an http(s) address.' });

/** Who runs the portal, as people see it: in the pages and in every mail. */
export const providerSchema = z.strictObject({
  /** Name in titles, texts and mails. */
  name: z.string().min(1).max(80).default('Mailcall'),
  /** Address of the logo, a path of this server or `https:`; null shows the name instead. */
  logo: z
    .string()
    .regex(/^(\/(?!\/)|https:\/\/)/, 'Use a path that begins with / or an https address.')
    .nullable()
    .default(null),
  /** E-mail address of the people who help; ends the message of a failed activation link. */
  supportAddress: z.email('Use an e-mail address.').default('support@mailcall.example'),
  /** Pages of the referral offer; a null one is not linked. */
  referral: z
    .strictObject({
      /** Where a customer refers a friend. */
      refer: link.nullable().default(null),
      /** What the offer is. */
      details: link.nullable().default(null),
      /** Dollars for each referred customer who signs up. */
      reward: z.int().min(0).default(100),
      /** Free handout cards for the friend. */
      cards: z.int().min(0).default(250),
    })
    .prefault({}),
  /** Colours as `#rrggbb`. */
  colors: z
    .strictObject({
      /** What can be acted on and the current place. A magenta unless set. */
      primary: z
        .string()
        .regex(/^#[0-9a-fA-F]{6}$/, 'Use a colour as #rrggbb.')
        .default('#b5006e'),
    })
    .prefault({}),
});
export type Provider = z.output<typeof providerSchema>;

/** What the web app is told before it starts, at `/web-config.json`. */
export const webConfigSchema = z.object({
  /** The base URL of each service, as the browser reaches it. */
  services: z.object({ identity: z.string(), data: z.string(), maps: z.string() }),
  provider: providerSchema,
  map: z.object({
    /** Address of the MapLibre style under every map; null for the packaged outlines, which need no network. */
    style: z.string().nullable(),
  }),
  /** Where and as whom the app signs people in. */
  signIn: z.object({
    /** Base URL of `/oauth/token`, `/passwordless/start` and `/userinfo`: the identity service, or an outside issuer. */
    issuer: z.string(),
    clientId: z.string(),
    audience: z.string(),
    /** Seconds without activity after which a session ends. */
    idleTime: z.int().positive(),
  }),
});
export type WebConfig = z.output<typeof webConfigSchema>;
