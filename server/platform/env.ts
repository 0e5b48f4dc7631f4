import { join, resolve } from 'node:path';
import { type DayMode, dayModes } from '@mailcall/contract/time/days.ts';
import { isEmail } from '@mailcall/contract/rules/email.ts';
import { defaultMatchDays } from '@mailcall/contract/rules/patient-match.ts';
import { type SecondFactorLevel, secondFactorLevels } from '@mailcall/contract/rules/second-factors.ts';
import { z } from 'zod';
import { type MapSettings, mapSettings, mapVariables } from './map-settings.ts';
import { OperatorProblem } from './operator-problem.ts';
import { type S3Address, s3Address } from './s3-address.ts';
import type { S3Setting } from './s3-files.ts';
import { readFileSync } from 'node:fs';

export const programFolder = resolve(import.meta.dirname, '../..');

const seconds = (fallback: number) =>
  z
    .string()
    .regex(/^[0-9]{1,9}$/, 'a whole number of seconds, such as 3600')
    .transform(Number)
    .refine((value) => value > 0, 'more than 0 seconds')
    .default(fallback);

const onOrOff = (fallback: boolean) =>
  z
    .enum(['on', 'off'], 'on or off')
    .transform((value) => value === 'on')
    .default(fallback);

const url = (schemes: readonly string[], example: string) =>
  z
    .string()
    .refine(
      (value) => URL.canParse(value) && schemes.includes(new URL(value).protocol),
      `an address such as ${example}`,
    );

/** Forever if absent. */
const months = () =>
  z
    .string()
    .regex(/^[0-9]{1,4}$/, 'a whole number of months, such as 24')
    .transform(Number)
    .refine((value) => value >= 1 && value <= 1200, '1 to 1200 months')
    .optional();

const hours = () =>
  z
    .string()
    .regex(/^[0-9]{1,4}$/, 'a whole number of hours, such as 26')
    .transform(Number)
    .refine((value) => value >= 1, '1 to 9999 hours')
    .optional();

/** Only scheme, host and port, as browsers write origins. */
const isOrigin = (text: string) =>
  URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text;

/** Browsers trust names of this machine without https, too. */
const isSecureOrigin = (origin: string) => /^(https:|http:\/\/([\w-]+\.)*localhost(:|$))/.test(origin);

const monthsOrForever = () =>
  z
    .string()
    .regex(/^([0-9]{1,4}|forever)$/, 'a whole number of months, such as 24, or forever')
    .transform((value) => (value === 'forever' ? undefined : Number(value)))
    .refine((value) => value === undefined || (value >= 1 && value <= 1200), '1 to 1200 months, or forever');

const activityMonths = 72;

const knownRoles = ['web', 'worker'] as const;
type Role = (typeof knownRoles)[number];
const isRole = (name: string): name is Role => knownRoles.some((role) => role === name);

const variables = z.object({
  HOST: z.string().min(1, 'an address of this machine, such as 127.0.0.1 or 0.0.0.0').default('127.0.0.1'),
  PORT: z
    .string()
    .regex(/^[0-9]{1,5}$/, 'a port number from 1 to 65535')
    .transform(Number)
    .refine((value) => value >= 1 && value <= 65535, 'a port number from 1 to 65535')
    .default(3000),
  DATA_DIR: z
    .string()
    // a replacement character would name another folder
    .refine((value) => !/[\n\r\uFFFD]/.test(value), 'a path in UTF-8 without line breaks')
    .refine(
      (value) => !value.startsWith('~/') && value !== '~',
      'a path that begins with / or ./, not with ~',
    )
    .default('./var'),
  FILES: s3Address.optional(),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  DATABASE_URL: url(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/mailcall').optional(),
  DATABASE_CONNECTIONS: z
    .string()
    .regex(/^[1-9][0-9]{0,2}$/, 'how many connections each process may use, 1 to 999')
    .transform(Number)
    .default(10),
  DATABASE_STATEMENT_TIMEOUT: seconds(30).refine(
    (value) => value <= 24 * 60 * 60,
    'at most 86400 seconds, a day',
  ),
  READ_MODEL: z.enum(['duckdb', 'postgres'], 'duckdb or postgres').default('duckdb'),
  DAYS: z.enum(dayModes, 'utc or office').default('utc'),
  METRICS_PORT: z
    .string()
    .regex(/^[0-9]{1,5}$/, 'a port number from 1 to 65535')
    .transform(Number)
    .refine((value) => value >= 1 && value <= 65535, 'a port number from 1 to 65535')
    .optional(),
  METRICS_HOST: z
    .string()
    .min(1, 'an address of this machine, such as 127.0.0.1 or 0.0.0.0')
    .default('127.0.0.1'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, 'at least 16 characters without spaces')
    .optional(),
  SHUTDOWN_DELAY: z
    .string()
    .regex(/^([0-9]|[1-5][0-9]|60)$/, 'whole seconds, 0 to 60')
    .transform(Number)
    .default(0),
  PUBLIC_URL: url(['http:', 'https:'], 'https://portal.example.com').optional(),
  TRUST_PROXY: onOrOff(false),
  ROLE: z
    .string()
    .transform((value) => value.split(',').map((role) => role.trim()))
    .refine((roles) => roles.every(isRole), 'web, worker or web,worker')
    .transform((roles) => roles.filter(isRole))
    .default(['web', 'worker']),
  MAILCALL_DEMO: onOrOff(true),
  MAILCALL_WEB: z.string().default(resolve(programFolder, 'web/dist')),
  DOCS: onOrOff(false),
  MAILCALL_DOCS: z.string().default(resolve(programFolder, 'docs/.vitepress/dist')),
  LOG_LEVEL: z
    .enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      'trace, debug, info, warn, error, fatal or silent',
    )
    .optional(),
  ACCESS_TOKEN_LIFETIME: seconds(60 * 60),
  SETUP_LINK_LIFETIME: seconds(72 * 60 * 60),
  RECORDING_URL_LIFETIME: seconds(5 * 60),
  SIGN_IN_CODE_LIFETIME: seconds(10 * 60),
  MAGIC_LINK_LIFETIME: seconds(15 * 60),
  SIGN_IN_LINK_LIFETIME: seconds(24 * 60 * 60),
  SCOREBOARD_GRANT_LIFETIME: seconds(60 * 60),
  IDLE_TIME: seconds(30 * 60),
  REQUIRE_SECOND_FACTOR: z.enum(secondFactorLevels, 'operators, primary or all').default('operators'),
  IDENTITY_ISSUER: url(['http:', 'https:'], 'https://tenant.example.com/').optional(),
  IDENTITY_AUDIENCE: z.string().default('mailcall'),
  IDENTITY_ORIGINS: z
    .string()
    .transform((value) => value.split(',').map((origin) => origin.trim().replace(/\/$/, '')))
    .refine(
      (origins) => origins.every(isOrigin),
      'origins divided by commas, such as https://portal.example.com',
    )
    .default([]),
  BRAND_ORIGINS: z
    .string()
    .transform((value) => value.split(',').map((origin) => origin.trim().replace(/\/$/, '')))
    .refine(
      (origins) => origins.every((origin) => isOrigin(origin) && isSecureOrigin(origin)),
      'https origins divided by commas, such as https://portal.north.example',
    )
    .transform((origins) => [...new Set(origins)])
    .default([]),
  SMTP_URL: url(['smtp:', 'smtps:'], 'smtp://user:password@mail.example.com:587').optional(),
  MAIL_FROM: z.string().refine(isEmail, 'an email address').optional(),
  SMS_URL: url(['http:', 'https:'], 'https://user:password@sms.example.com/send').optional(),
  GEOCODER_URL: url(
    ['http:', 'https:'],
    'https://geocoding.geo.census.gov/geocoder/locations/addressbatch',
  ).optional(),
  RETENTION_RECORDINGS: months(),
  RETENTION_PERSONAL_DATA: months(),
  RETENTION_ACCESS_LOG: monthsOrForever().default(activityMonths),
  IMPORT_WARNING_HOURS: hours(),
  BACKUP_WARNING_HOURS: hours(),
  INGEST_FETCH_ORIGINS: z
    .string()
    .transform((value) => value.split(',').map((origin) => origin.trim().replace(/\/$/, '')))
    .refine(
      (origins) => origins.every(isOrigin),
      'origins divided by commas, such as https://recordings.example.com',
    )
    .default([]),
  WEBHOOK_PRIVATE_ORIGINS: z
    .string()
    .transform((value) => value.split(',').map((origin) => origin.trim().replace(/\/$/, '')))
    .refine(
      (origins) => origins.every(isOrigin),
      'origins divided by commas, such as https://crm.internal.example.com',
    )
    .default([]),
  SUGGESTIONS_SECRET: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]{32,128}={0,2}$/, 'whsec_ and at least 24 bytes in base64')
    .optional(),
  PROVIDER: z.string().optional(),
  CALLBACK_TARGET: z
    .string()
    .regex(/^[0-9]{1,5}$/, 'a whole number of minutes, such as 60')
    .transform(Number)
    .refine((value) => value >= 1, 'at least 1 minute')
    .default(60),
  PATIENT_MATCH_DAYS: z
    .string()
    .regex(/^[0-9]{1,4}$/, 'a whole number of days, such as 180')
    .transform(Number)
    .refine((value) => value >= 1 && value <= 3650, '1 to 3650 days')
    .default(defaultMatchDays),
  ...mapVariables,
});

/** Values may contain passwords; errors must not print them. */
const secretVariables = new Set([
  'DATABASE_URL',
  'FILES',
  'SMTP_URL',
  'SMS_URL',
  'GEOCODER_URL',
  'METRICS_TOKEN',
  'SUGGESTIONS_SECRET',
]);

/** Checked settings; docs/reference/settings.md explains each. Times are in seconds unless said otherwise. */
export interface Environment {
  readonly host: string;
  readonly port: number;
  readonly dataFolder: string;
  readonly files: S3Setting | undefined;
  readonly databaseUrl: string | undefined;
  readonly databaseConnections: number;
  /** PostgreSQL cancels longer statements. */
  readonly databaseStatementTimeout: number;
  readonly readModel: 'duckdb' | 'postgres';
  /** Days of presets, dates, figures and links are in UTC or in each office's time zone. */
  readonly dayMode: DayMode;
  readonly metricsPort: number | undefined;
  readonly metricsHost: string;
  /** Mandatory unless `metricsHost` is a loopback address. */
  readonly metricsToken: string | undefined;
  readonly shutdownDelay: number;
  readonly publicUrl: string;
  /** Trust X-Forwarded-For and -Proto. */
  readonly trustProxy: boolean;
  readonly roles: ReadonlySet<Role>;
  readonly demo: boolean;
  readonly webFolder: string;
  readonly docsFolder: string | undefined;
  /** Default: warn on a terminal, so that important lines stand out; otherwise info. */
  readonly logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  readonly accessTokenLifetime: number;
  readonly setupLinkLifetime: number;
  readonly recordingUrlLifetime: number;
  readonly signInCodeLifetime: number;
  readonly magicLinkLifetime: number;
  /** Validity of a link of `sign-in-link`, or of a scoreboard grant's code. */
  readonly signInLinkLifetime: number;
  readonly scoreboardGrantLifetime: number;
  readonly idleTime: number;
  readonly requireSecondFactor: SecondFactorLevel;
  /** External issuer, spelled as in its tokens, which all services accept; Mailcall's own if undefined. */
  readonly identityIssuer: string | undefined;
  readonly identityAudience: string;
  readonly identityOrigins: readonly string[];
  /** Addresses of brands, beside `publicUrl`. With any, requests to other hosts are refused. */
  readonly brandOrigins: readonly string[];
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string | undefined;
  readonly smsUrl: string | undefined;
  readonly geocoderUrl: string | undefined;
  /** Months; forever if undefined. The same is true of the next two. */
  readonly retentionRecordings: number | undefined;
  readonly retentionPersonalData: number | undefined;
  readonly retentionAccessLog: number | undefined;
  /** Hours; never if undefined. */
  readonly importWarningHours: number | undefined;
  /** Hours; never if undefined. */
  readonly backupWarningHours: number | undefined;
  readonly ingestFetchOrigins: readonly string[];
  readonly webhookPrivateOrigins: readonly string[];
  /** Signs posts to the provider's model. */
  readonly suggestionsSecret: string | undefined;
  readonly providerFile: string | undefined;
  /** Minutes of office hours. */
  readonly callbackTarget: number;
  readonly patientMatchDays: number;
  readonly map: MapSettings;
}

/** An empty variable counts as absent. On a terminal it logs less. Throws OperatorProblem that names each wrong variable. */
export function readEnvironment(
  source: Readonly<Record<string, string | undefined>> = process.env,
  onTerminal = process.stdout.isTTY,
): Environment {
  const provided = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  );
  const result = variables.safeParse(provided);
  if (!result.success) {
    const lines = result.error.issues.map((issue) => {
      const name = String(issue.path[0]);
      const shown = secretVariables.has(name) ? '' : ` is "${source[name] ?? ''}", it`;
      return `${name}${shown} must be ${issue.message}.`;
    });
    throw new OperatorProblem([...new Set(lines)].join('\n'));
  }
  const values = result.data;
  if (
    values.METRICS_PORT !== undefined &&
    values.METRICS_TOKEN === undefined &&
    !isLoopback(values.METRICS_HOST)
  )
    throw new OperatorProblem(
      'METRICS_HOST lets other machines read the metrics: METRICS_TOKEN must be set, at least 16 characters.',
    );
  const publicUrl = values.PUBLIC_URL?.replace(/(?<!\/)\/+$/, '') ?? addressOf(values.HOST, values.PORT);
  const { protocol, origin: ownOrigin } = new URL(publicUrl);
  if (values.BRAND_ORIGINS.some((origin) => origin === ownOrigin || new URL(origin).protocol !== protocol))
    throw new OperatorProblem(
      `BRAND_ORIGINS must be addresses other than PUBLIC_URL, and begin with ${protocol}// as it does.`,
    );
  return {
    host: values.HOST,
    port: values.PORT,
    dataFolder: resolve(values.DATA_DIR),
    files: withKey(values.FILES, values),
    databaseUrl: values.DATABASE_URL,
    databaseConnections: values.DATABASE_CONNECTIONS,
    databaseStatementTimeout: values.DATABASE_STATEMENT_TIMEOUT,
    readModel: values.READ_MODEL,
    dayMode: values.DAYS,
    metricsPort: values.METRICS_PORT,
    metricsHost: values.METRICS_HOST,
    metricsToken: values.METRICS_TOKEN,
    shutdownDelay: values.SHUTDOWN_DELAY,
    publicUrl,
    trustProxy: values.TRUST_PROXY,
    roles: new Set(values.ROLE),
    demo: values.MAILCALL_DEMO,
    webFolder: resolve(values.MAILCALL_WEB),
    docsFolder: values.DOCS ? resolve(values.MAILCALL_DOCS) : undefined,
    logLevel: values.LOG_LEVEL ?? (onTerminal ? 'warn' : 'info'),
    accessTokenLifetime: values.ACCESS_TOKEN_LIFETIME,
    setupLinkLifetime: values.SETUP_LINK_LIFETIME,
    recordingUrlLifetime: values.RECORDING_URL_LIFETIME,
    signInCodeLifetime: values.SIGN_IN_CODE_LIFETIME,
    magicLinkLifetime: values.MAGIC_LINK_LIFETIME,
    signInLinkLifetime: values.SIGN_IN_LINK_LIFETIME,
    scoreboardGrantLifetime: values.SCOREBOARD_GRANT_LIFETIME,
    idleTime: values.IDLE_TIME,
    requireSecondFactor: values.REQUIRE_SECOND_FACTOR,
    identityIssuer: values.IDENTITY_ISSUER,
    identityAudience: values.IDENTITY_AUDIENCE,
    identityOrigins: values.IDENTITY_ORIGINS,
    brandOrigins: values.BRAND_ORIGINS,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    smsUrl: values.SMS_URL,
    geocoderUrl: values.GEOCODER_URL,
    retentionRecordings: values.RETENTION_RECORDINGS,
    retentionPersonalData: values.RETENTION_PERSONAL_DATA,
    retentionAccessLog: values.RETENTION_ACCESS_LOG,
    importWarningHours: values.IMPORT_WARNING_HOURS,
    backupWarningHours: values.BACKUP_WARNING_HOURS,
    ingestFetchOrigins: values.INGEST_FETCH_ORIGINS,
    webhookPrivateOrigins: values.WEBHOOK_PRIVATE_ORIGINS,
    suggestionsSecret: values.SUGGESTIONS_SECRET,
    providerFile: values.PROVIDER === undefined ? undefined : resolve(values.PROVIDER),
    callbackTarget: values.CALLBACK_TARGET,
    patientMatchDays: values.PATIENT_MATCH_DAYS,
    map: mapSettings(values),
  };
}

/** Throws OperatorProblem that names the missing part of the key. */
function withKey(
  address: S3Address | undefined,
  provided: { AWS_ACCESS_KEY_ID?: string | undefined; AWS_SECRET_ACCESS_KEY?: string | undefined },
): S3Setting | undefined {
  if (address === undefined) return undefined;
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = provided;
  if (accessKeyId !== undefined && secretAccessKey !== undefined)
    return { ...address, accessKeyId, secretAccessKey };
  const missing = Object.entries({
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
  }).flatMap(([name, value]) => (value === undefined ? [name] : []));
  throw new OperatorProblem(`FILES names a bucket: its key must be given in ${missing.join(' and ')}.`);
}

/** These become `localhost` in links: one spelling, because a browser session belongs to its spelling. */
const localhostAddresses: ReadonlySet<string> = new Set(['127.0.0.1', '0.0.0.0', '::']);

/** For browsers on this machine. */
export function addressOf(host: string, port: number): string {
  const name = localhostAddresses.has(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

const hostnameOf = (publicUrl: string) => new URL(publicUrl).hostname.replace(/^\[(.*)\]$/, '$1');

export function isUnencrypted({ publicUrl }: Pick<Environment, 'publicUrl'>): boolean {
  const name = hostnameOf(publicUrl);
  return new URL(publicUrl).protocol === 'http:' && !isLoopback(name) && !name.endsWith('.localhost');
}

/** A loopback address, no other public address and no proxy. */
export function servesThisMachineOnly(
  environment: Pick<Environment, 'host' | 'publicUrl' | 'trustProxy'>,
): boolean {
  const { host, publicUrl, trustProxy } = environment;
  return isLoopback(host) && isLoopback(hostnameOf(publicUrl)) && !trustProxy;
}

export const release: string = (
  JSON.parse(readFileSync(join(programFolder, 'package.json'), 'utf8')) as { version: string }
).version;
