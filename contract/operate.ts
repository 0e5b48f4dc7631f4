import { z } from 'zod';
import { locationSourceSchema } from './mailing-zones.ts';
import { searchQuery, wholeNumber } from './wire/query.ts';
import { route } from './wire/route.ts';

/** An account on /operate. */
export const operatedAccountSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** The name, with the place of an account whose name others have too. */
  distinctName: z.string(),
  /** Parent account; null for a top account. */
  parentId: z.string().nullable(),
  timeZone: z.string(),
  /** Where its place on maps is from; null without one. */
  locationSource: locationSourceSchema.nullable(),
  /** Contacts linked directly to this account. */
  contactsCount: z.int().min(0),
  /** Last change of its data; null without one. */
  changedAt: z.iso.datetime().nullable(),
  /** Newest call; null without calls. */
  lastCallAt: z.iso.datetime().nullable(),
});
export type OperatedAccount = z.infer<typeof operatedAccountSchema>;

/** A contact on /operate. */
export const operatedContactSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** Roles from the feed. */
  feedRoles: z.array(z.string()),
  /** Roles from the command line. */
  portalRoles: z.array(z.string()),
  /** Whether the contact has chosen a password. */
  activated: z.boolean(),
  /** Expiry of an unused invitation or setup link; null without one. */
  invitedUntil: z.iso.datetime().nullable(),
  /** Linked accounts, sorted by id. */
  accountIds: z.array(z.string()),
  /** Last use of the portal, to the minute; null after about a month. */
  lastSeenAt: z.iso.datetime().nullable(),
});
export type OperatedContact = z.infer<typeof operatedContactSchema>;

/** An API key without its secret. */
export const operatedApiKeySchema = z.object({
  id: z.uuid(),
  /** First characters of the key. */
  prefix: z.string(),
  system: z.string(),
  name: z.string(),
  scopes: z.array(z.string()),
  createdAt: z.iso.datetime(),
  /** To the minute; null if never. */
  lastUsedAt: z.iso.datetime().nullable(),
  /** Null for never. */
  expiresAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
  state: z.enum(['active', 'expired', 'revoked']),
});
export type OperatedApiKey = z.infer<typeof operatedApiKeySchema>;

/** A scoreboard grant that is current or ended within a day. `unused`: its link was not opened. */
export const operatedGrantSchema = z.object({
  id: z.uuid(),
  contactId: z.string(),
  /** Null if the contact was removed. */
  email: z.string().nullable(),
  /** Accounts that it shows, sorted by id. */
  accountIds: z.array(z.string()),
  state: z.enum(['unused', 'in use', 'ended']),
  /** When the link was opened; null before. */
  openedAt: z.iso.datetime().nullable(),
  /** End of the link or, after it was opened, of the grant. */
  endsAt: z.iso.datetime(),
});
export type OperatedGrant = z.infer<typeof operatedGrantSchema>;

export const queueKinds = ['jobs', 'messages', 'imports', 'portal changes', 'webhooks'] as const;

/** A queue with its counts. */
export const queueSchema = z.object({
  kind: z.enum(queueKinds),
  /** Job, message channel or webhook id. */
  name: z.string(),
  /** Items that wait for their turn or next attempt. */
  waiting: z.int().min(0),
  running: z.int().min(0),
  /** Items that were given up. */
  failed: z.int().min(0),
  /** Age of the oldest waiting item; null without one, and for imports. */
  oldestAt: z.iso.datetime().nullable(),
  /** Why a job that repeatedly ended its process was given up; null if none was. */
  problem: z.string().max(200).nullable(),
});
export type Queue = z.infer<typeof queueSchema>;

/** An unsent mail or text message, without its text. */
export const unsentMessageSchema = z.object({
  id: z.uuid(),
  channel: z.enum(['email', 'sms']),
  recipient: z.string(),
  /** Subject of a mail or kind of an alert; null for other text messages. */
  subject: z.string().nullable(),
  writtenAt: z.iso.datetime(),
  /** Not sent after this time. */
  goodUntil: z.iso.datetime(),
  /** Last failure; null before the first attempt. */
  failure: z.string().nullable(),
  /** Null while it waits. */
  givenUpAt: z.iso.datetime().nullable(),
});
export type OperatedMessage = z.infer<typeof unsentMessageSchema>;

/** A webhook without its secret. Paths and queries may be secret, so only the beginning of the URL is shown. */
export const operatedWebhookSchema = z.object({
  id: z.string(),
  url: z.string(),
  /** Accounts whose changes it receives; null for all. */
  accountIds: z.array(z.string()).nullable(),
  /** Feed files whose changes it receives; null for all. */
  files: z.array(z.string()).nullable(),
  /** Accounts with changes to send. */
  waiting: z.int().min(0),
  /** Accounts paused until an operator resumes them. */
  paused: z.int().min(0),
});
export type OperatedWebhook = z.infer<typeof operatedWebhookSchema>;

/** A change that was sent to a webhook or waits to be sent. */
export const webhookDeliverySchema = z.object({
  /** Last attempt. */
  at: z.iso.datetime(),
  webhookId: z.string(),
  /** Null if the webhook was removed. */
  url: z.string().nullable(),
  /** Null for a change of a contact. */
  accountId: z.string().nullable(),
  /** Feed file with its row's id. */
  file: z.string(),
  rowId: z.string(),
  attempts: z.int().min(1),
  /** Null until delivered. */
  deliveredAt: z.iso.datetime().nullable(),
  /** Failure of the last attempt as a sentence; null if it succeeded. */
  failure: z.string().nullable(),
});
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>;

/** A connection to another system, or an address to which Twilio reports calls, without secrets. */
export const operatedConnectionSchema = z.object({
  name: z.string(),
  kind: z.string(),
  /** Valid secrets by purpose, such as `webhook`, `api (2)` during a replacement, or `api (cannot be opened)`. */
  secrets: z.array(z.string()),
  /** First day of new calls that wait for a callback, `YYYY-MM-DD`; null: all new calls can. */
  callbacksFrom: z.string().nullable(),
  /** Whether its mapping differs from the ready one of its kind. */
  hasOwnMapping: z.boolean(),
  /** To the minute; null if never. */
  lastReceivedAt: z.iso.datetime().nullable(),
  /** Unprocessed events of the last 30 days. */
  waiting: z.int().min(0),
  /** Time of the oldest of them; null without any. */
  oldestAt: z.iso.datetime().nullable(),
  /** Why events cannot be processed; null if none is stuck. */
  problem: z.string().nullable(),
  /** Events that could not be imported. */
  failed: z.int().min(0),
  /** Calls of the last 30 days that the system no longer has. */
  gone: z.int().min(0),
  /** Requests that were refused because they were not signed with its secret. */
  refused: z.int().min(0),
  /** When the last of these was; null if none was. */
  lastRefusedAt: z.iso.datetime().nullable(),
  /** Events with an unknown number or mailing. */
  parked: z.int().min(0),
  /** Events that do not count: outbound calls, legs of calls, texts, forms, chats and tests. */
  leftOut: z.int().min(0),
});
export type OperatedConnection = z.infer<typeof operatedConnectionSchema>;

/** An unknown number or mailing named by events of a connection. */
export const parkedReferenceSchema = z.object({
  connection: z.string(),
  /** The called number, or the mail event's reference to its mailing. */
  reference: z.string(),
  /** Number of calls or events that name it. */
  count: z.int().min(1),
  firstAt: z.iso.datetime(),
  lastAt: z.iso.datetime(),
});
export type OperatedParkedReference = z.infer<typeof parkedReferenceSchema>;

/** A role granted or revoked by the command line. */
export const roleChangeSchema = z.object({
  at: z.iso.datetime(),
  contactId: z.string(),
  /** Null if the contact was removed. */
  email: z.string().nullable(),
  role: z.string(),
  /** False if the role was revoked. */
  given: z.boolean(),
  /** System user who did it; null without a name. */
  by: z.string().nullable(),
});
export type OperatedRoleChange = z.infer<typeof roleChangeSchema>;

/** One logged use of an office's data. */
export const accessEntrySchema = z.object({
  at: z.iso.datetime(),
  /** The account. For a list that an operator read, its first account, or null for rows without an account. */
  accountId: z.string().nullable(),
  /** Number of further accounts in the same use. */
  moreAccounts: z.int().min(0),
  contactId: z.string(),
  /** Null if the contact was removed. */
  email: z.string().nullable(),
  /** Such as open, play, resolve, book or export; `list` if an operator read a list of /operate. */
  action: z.string(),
  /** Subject such as call or patient list; for `list` the list, such as accounts. */
  kind: z.string(),
  /** Id of the subject; '' for a list. */
  subjectId: z.string(),
});
export type AccessEntry = z.infer<typeof accessEntrySchema>;

/** Versions of the running portal. */
export const versionSchema = z.object({
  release: z.string(),
  /** Newest migration of the database. */
  migration: z.string(),
  migratedAt: z.iso.datetime(),
  node: z.string(),
  database: z.string(),
  /** Embedded PostgreSQL, or that of `DATABASE_URL`. */
  embedded: z.boolean(),
  /** Id of the database; export cursors contain it. */
  databaseId: z.uuid(),
});
export type Version = z.infer<typeof versionSchema>;

/** Rows per page on /operate. */
export const operatePageSize = 20;

/** Maximum number of access log entries on /operate; the command line shows all. */
export const maxAccessEntries = 5_000;

/** Maximum number of deliveries on /operate. */
export const maxDeliveries = 5_000;

const pageShape = {
  /** From 1. */
  page: wholeNumber(1, 1_000_000).default(1),
  /** Rows per page. */
  pageSize: wholeNumber(1, 500).default(operatePageSize),
};

/** A page of a list with its total row count. */
const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ meta: z.object({ total_count: z.int().min(0) }), records: z.array(row) });

export const operateOverview = route({
  service: 'data',
  method: 'GET',
  path: '/operate/overview',
  access: 'operator',
  summary:
    'Says what runs here and what waits: warnings, version, queues, messages, webhooks, connections, API keys, scoreboard grants and roles that were given or taken.',
  reply: z.object({
    /** Warnings of /health. */
    warnings: z.array(z.string()),
    version: versionSchema,
    queues: z.array(queueSchema),
    /** Waiting or failed messages among the newest 50. */
    messages: z.array(unsentMessageSchema),
    webhooks: z.array(operatedWebhookSchema),
    /** By name, without removed ones; the addresses for Twilio come last. */
    connections: z.array(operatedConnectionSchema),
    /** Newest 50. */
    parked: z.array(parkedReferenceSchema),
    apiKeys: z.array(operatedApiKeySchema),
    grants: z.array(operatedGrantSchema),
    /** Newest 10. */
    roleChanges: z.array(roleChangeSchema),
  }),
});

export const operateAccounts = route({
  service: 'data',
  method: 'GET',
  path: '/operate/accounts',
  access: 'operator',
  summary: 'Lists the accounts by name, or those whose id or name contains each word of `query`.',
  query: z.object({ query: searchQuery.optional(), ...pageShape }),
  reply: pageOf(operatedAccountSchema),
});

export const operateContacts = route({
  service: 'data',
  method: 'GET',
  path: '/operate/contacts',
  access: 'operator',
  summary: 'Lists the contacts by name, or those whose id, name or email contains each word of `query`.',
  query: z.object({ query: searchQuery.optional(), ...pageShape }),
  reply: pageOf(operatedContactSchema),
});

export const operateAccess = route({
  service: 'data',
  method: 'GET',
  path: '/operate/access',
  access: 'operator',
  summary:
    'Lists who opened, heard, changed or exported what, and which lists operators read, newest first; at most the last 5,000 entries.',
  query: z.object({ ...pageShape }),
  reply: pageOf(accessEntrySchema),
});

export const operateDeliveries = route({
  service: 'data',
  method: 'GET',
  path: '/operate/deliveries',
  access: 'operator',
  summary:
    'Lists what was sent to webhooks, newest first, or what could not be delivered yet; at most 5,000 entries.',
  query: z.object({
    /** `failed`: only undelivered changes. */
    state: z.enum(['failed']).optional(),
    ...pageShape,
  }),
  reply: pageOf(webhookDeliverySchema),
});
