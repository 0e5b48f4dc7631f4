import { resolve } from 'node:path';
import { type DayMode, dayModes } from '@mailcall/contract/rules/days.ts';
import { isEmail } from '@mailcall/contract/rules/email.ts';
import { defaultMatchDays } from '@mailcall/contract/rules/patient-match.ts';
import { type SecondFactorLevel, secondFactorLevels } from '@mailcall/contract/rules/second-factors.ts';
import { z } from 'zod';
import { OperatorProblem } from './operator-problem.ts';
import { type S3Address, s3Address } from './s3-address.ts';
import type { S3Setting } from './s3-files.ts';

/** The folder of the checkout or the installed program. */
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

/** For how long something is kept, in months; without it forever. */
const months = () =>
  z
    .string()
    .regex(/^[0-9]{1,4}$/, 'a whole number of months, such as 24')
    .transform(Number)
    .refine((value) => value >= 1 && value <= 1200, '1 to 1200 months')
    .optional();

/** How old something may be, in hours; without it as old as it is. */
const hours = () =>
  z
    .string()
    .regex(/^[0-9]{1,4}$/, 'a whole number of hours, such as 26')
    .transform(Number)
    .refine((value) => value >= 1, '1 to 9999 hours')
    .optional();

/** Whether it is written as browsers write an origin: only scheme, host and port. */
const isOrigin = (text: string) =>
  URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text;

/** For how long something is kept, in months, or forever. */
const monthsOrForever = () =>
  z
    .string()
    .regex(/^([0-9]{1,4}|forever)$/, 'a whole number of months, such as 24, or forever')
    .transform((value) => (value === 'forever' ? undefined : Number(value)))
    .refine((value) => value === undefined || (value >= 1 && value <= 1200), '1 to 1200 months, or forever');

/** Months for which it is kept who did what: six years. */
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
    // what stands for bytes that are no UTF-8 would name another folder
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
  MAP_STYLE: url(['http:', 'https:'], 'https://maps.example.com/style.json').optional(),
  MAP_ORIGINS: z
    .string()
    .transform((value) => value.split(',').map((origin) => origin.trim()))
    .refine(
      (origins) => origins.every((origin) => /^https?:/.test(origin) && URL.canParse(origin)),
      'origins with commas between them, such as https://tiles.example.com,https://fonts.example.com',
    )
    .transform((origins) => origins.map((origin) => new URL(origin).origin))
    .default([]),
});

/** Variables whose values contain passwords, or can by mistake: they are not printed, even when wrong. */
const secretVariables = new Set([
  'DATABASE_URL',
  'FILES',
  'SMTP_URL',
  'SMS_URL',
  'GEOCODER_URL',
  'METRICS_TOKEN',
]);

/** The settings of a process, read once from its environment variables and checked. */
export interface Environment {
  /** `HOST`: the address to listen on; 127.0.0.1 by default. */
  readonly host: string;
  /** `PORT`: the port to listen on, 3000 by default. */
  readonly port: number;
  /** `DATA_DIR`: absolute path of the folder for the database, keys and files; `./var` by default. */
  readonly dataFolder: string;
  /** `FILES`: the bucket that files are stored in, with its key; without it a folder in DATA_DIR. */
  readonly files: S3Setting | undefined;
  /** `DATABASE_URL`: an outside PostgreSQL 15 to 18; without it the embedded one. */
  readonly databaseUrl: string | undefined;
  /** `DATABASE_CONNECTIONS`: the maximum number of connections this process uses; 10 by default. */
  readonly databaseConnections: number;
  /** `DATABASE_STATEMENT_TIMEOUT`: seconds after which PostgreSQL cancels a statement; 30 by default. */
  readonly databaseStatementTimeout: number;
  /** `READ_MODEL`: what answers queries over many calls: a columnar copy in DATA_DIR, or PostgreSQL; duckdb by default. */
  readonly readModel: 'duckdb' | 'postgres';
  /** `DAYS`: whose days presets, dates, figures and links count by: those of UTC, or of each office; UTC by default. */
  readonly dayMode: DayMode;
  /** `METRICS_PORT`: the port on which this process serves its metrics; without it none. */
  readonly metricsPort: number | undefined;
  /** `METRICS_HOST`: the address to serve metrics on; 127.0.0.1 by default. */
  readonly metricsHost: string;
  /** `METRICS_TOKEN`: what a reader of the metrics has to send as a bearer token; needed unless METRICS_HOST is of this machine alone. */
  readonly metricsToken: string | undefined;
  /** `SHUTDOWN_DELAY`: seconds for which requests are still taken after SIGTERM while `/health/ready` says no; 0 by default. */
  readonly shutdownDelay: number;
  /** `PUBLIC_URL`: the portal's address as people type it, without a slash at the end; from HOST and PORT by default. */
  readonly publicUrl: string;
  /** `TRUST_PROXY` (on, off): believe X-Forwarded-For and -Proto of a proxy in front; off by default. */
  readonly trustProxy: boolean;
  /** `ROLE`: what this process does; both by default. */
  readonly roles: ReadonlySet<Role>;
  /** `MAILCALL_DEMO` (on, off): load the demo story into an empty database; on by default. */
  readonly demo: boolean;
  /** `MAILCALL_WEB`: absolute path of the folder with the built web app. */
  readonly webFolder: string;
  /** `LOG_LEVEL`: info by default, on a terminal warn: someone who starts the portal by hand reads what matters. */
  readonly logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  /** `ACCESS_TOKEN_LIFETIME`: seconds an access token is good for; 3600 by default. */
  readonly accessTokenLifetime: number;
  /** `SETUP_LINK_LIFETIME`: seconds a setup or reset link is good for; 72 hours by default. */
  readonly setupLinkLifetime: number;
  /** `RECORDING_URL_LIFETIME`: seconds a recording's signed address is good for; 300 by default. */
  readonly recordingUrlLifetime: number;
  /** `SIGN_IN_CODE_LIFETIME`: seconds a mailed or texted sign-in code is good for; 600 by default. */
  readonly signInCodeLifetime: number;
  /** `MAGIC_LINK_LIFETIME`: seconds a magic link is good for; 900 by default. */
  readonly magicLinkLifetime: number;
  /** `SIGN_IN_LINK_LIFETIME`: seconds a link of `sign-in-link`, or the code of a scoreboard grant, is good for; 24 hours by default. */
  readonly signInLinkLifetime: number;
  /** `SCOREBOARD_GRANT_LIFETIME`: seconds an exchanged scoreboard grant adds its accounts; 3600 by default. */
  readonly scoreboardGrantLifetime: number;
  /** `IDLE_TIME`: seconds without a request after which a session ends; 1800 by default. */
  readonly idleTime: number;
  /** `REQUIRE_SECOND_FACTOR`: whose sign-in needs a second factor; operators by default. */
  readonly requireSecondFactor: SecondFactorLevel;
  /** `IDENTITY_ISSUER`: an outside issuer whose tokens all services take, as its tokens spell it; without it our own. */
  readonly identityIssuer: string | undefined;
  /** `IDENTITY_AUDIENCE`: the audience of access tokens; `mailcall` by default. */
  readonly identityAudience: string;
  /** `IDENTITY_ORIGINS`: origins of other portals whose pages may sign people in here, as at their issuer; none by default. */
  readonly identityOrigins: readonly string[];
  /** `SMTP_URL`: the mail server; without it mails stay in the outbox. */
  readonly smtpUrl: string | undefined;
  /** `MAIL_FROM`: the address that mails come from; the provider's support address by default. */
  readonly mailFrom: string | undefined;
  /** `SMS_URL`: the webhook that text messages are posted to; without it they stay in the outbox. */
  readonly smsUrl: string | undefined;
  /** `GEOCODER_URL`: the service that locates the addresses of patient lists; without it ZIP codes do. */
  readonly geocoderUrl: string | undefined;
  /** `RETENTION_RECORDINGS`: months after a call for which its recording is kept; without it forever. */
  readonly retentionRecordings: number | undefined;
  /** `RETENTION_PERSONAL_DATA`: months for which it is kept who called and who is on a patient list; without it forever. */
  readonly retentionPersonalData: number | undefined;
  /** `RETENTION_ACCESS_LOG`: months for which it is kept who did what, 72 by default; undefined for ever. */
  readonly retentionAccessLog: number | undefined;
  /** `IMPORT_WARNING_HOURS`: `/health` warns when nothing was imported for longer; absent: never. */
  readonly importWarningHours: number | undefined;
  /** `BACKUP_WARNING_HOURS`: `/health` warns when no backup was made for longer; absent: never. */
  readonly backupWarningHours: number | undefined;
  /** `INGEST_FETCH_ORIGINS`: origins from which recordings and pictures are fetched that rows name by their address; none by default. */
  readonly ingestFetchOrigins: readonly string[];
  /** `WEBHOOK_PRIVATE_ORIGINS`: origins in private networks that webhooks may be sent to; none by default. */
  readonly webhookPrivateOrigins: readonly string[];
  /** `PROVIDER`: absolute path of a JSON file that says who runs the portal; without it the defaults. */
  readonly providerFile: string | undefined;
  /** `CALLBACK_TARGET`: minutes of office hours within which a caller who waits for a callback should be called; 60 by default. */
  readonly callbackTarget: number;
  /** `PATIENT_MATCH_DAYS`: days after a mailing's delivery in which a first visit can be its result; 180 by default. */
  readonly patientMatchDays: number;
  /** `MAP_STYLE`: address of the MapLibre style under every map; without it the packaged outlines. */
  readonly mapStyle: string | undefined;
  /** `MAP_ORIGINS`: other origins that the style's tiles, letters and pictures come from. */
  readonly mapOrigins: readonly string[];
}

/**
 * Reads the settings from environment variables; an empty one counts as absent. On a terminal the log is quieter.
 * @throws {OperatorProblem} naming each variable with a wrong value and what would be right.
 */
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
    publicUrl: values.PUBLIC_URL?.replace(/(?<!\/)\/+$/, '') ?? addressOf(values.HOST, values.PORT),
    trustProxy: values.TRUST_PROXY,
    roles: new Set(values.ROLE),
    demo: values.MAILCALL_DEMO,
    webFolder: resolve(values.MAILCALL_WEB),
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
    providerFile: values.PROVIDER === undefined ? undefined : resolve(values.PROVIDER),
    callbackTarget: values.CALLBACK_TARGET,
    patientMatchDays: values.PATIENT_MATCH_DAYS,
    mapStyle: values.MAP_STYLE,
    mapOrigins: values.MAP_ORIGINS,
  };
}

/**
 * The bucket together with the key that opens it.
 * @throws {OperatorProblem} naming what is missing of the key.
 */
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

/** The usual address of this machine, and all of its addresses: one spelling, because a session belongs to its spelling. */
const localhostAddresses: ReadonlySet<string> = new Set(['127.0.0.1', '0.0.0.0', '::']);

/** The address at which a browser on this machine reaches what listens there. */
export function addressOf(host: string, port: number): string {
  const name = localhostAddresses.has(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

/** Whether only programs on this machine can reach what listens there. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

const hostnameOf = (publicUrl: string) => new URL(publicUrl).hostname.replace(/^\[(.*)\]$/, '$1');

/** Whether people reach the portal over a network without encryption. */
export function isUnencrypted({ publicUrl }: Pick<Environment, 'publicUrl'>): boolean {
  const name = hostnameOf(publicUrl);
  return new URL(publicUrl).protocol === 'http:' && !isLoopback(name) && !name.endsWith('.localhost');
}

/**
 * Whether the portal is for this machine only: it listens here, is known by no other address and has no proxy in front
 * that lets others in.
 */
export function servesThisMachineOnly(
  environment: Pick<Environment, 'host' | 'publicUrl' | 'trustProxy'>,
): boolean {
  const { host, publicUrl, trustProxy } = environment;
  return isLoopback(host) && isLoopback(hostnameOf(publicUrl)) && !trustProxy;
}
