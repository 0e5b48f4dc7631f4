import { z } from 'zod';
import { searchQuery, wholeNumber } from './wire/query.ts';
import { route } from './wire/route.ts';

/** An account, as operators see it. */
export const operatedAccountSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Id of the account above; null for one at the top. */
  parentId: z.string().nullable(),
  timeZone: z.string(),
  /** Number of contacts that are linked to this account itself. */
  contactsCount: z.int().min(0),
  /** When its data changed last; null if never. */
  changedAt: z.iso.datetime().nullable(),
  /** When its newest call came; null without calls. */
  lastCallAt: z.iso.datetime().nullable(),
});
export type OperatedAccount = z.infer<typeof operatedAccountSchema>;

/** A contact, as operators see it. */
export const operatedContactSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** Roles of the feed. */
  feedRoles: z.array(z.string()),
  /** Roles that an operator gave with the command line. */
  portalRoles: z.array(z.string()),
  /** Whether they have chosen a password. */
  activated: z.boolean(),
  /** Until when an invitation or setup link that was not used yet is valid; null without one. */
  invitedUntil: z.iso.datetime().nullable(),
  /** Ids of the accounts that they are linked to, sorted. */
  accountIds: z.array(z.string()),
  /** When they last used the portal, to the minute; null if not within a month or so. */
  lastSeenAt: z.iso.datetime().nullable(),
});
export type OperatedContact = z.infer<typeof operatedContactSchema>;

/** An API key of one of the provider's systems, without the key. */
export const operatedApiKeySchema = z.object({
  id: z.uuid(),
  /** The first characters of the key. */
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

/** A scoreboard grant that has not ended, or ended within a day. `unused`: its link was not opened yet. */
export const operatedGrantSchema = z.object({
  id: z.uuid(),
  contactId: z.string(),
  /** Null when the contact is gone. */
  email: z.string().nullable(),
  /** Ids of the accounts that it shows, sorted. */
  accountIds: z.array(z.string()),
  state: z.enum(['unused', 'in use', 'ended']),
  /** When its link was opened; null before. */
  openedAt: z.iso.datetime().nullable(),
  /** When its link, or after it was opened the grant, ends. */
  endsAt: z.iso.datetime(),
});
export type OperatedGrant = z.infer<typeof operatedGrantSchema>;

/** The kinds of queues. */
export const queueKinds = ['jobs', 'messages', 'imports', 'portal changes', 'webhooks'] as const;

/** A queue and what is in it. */
export const queueSchema = z.object({
  kind: z.enum(queueKinds),
  /** The job, the channel of messages, or the id of the webhook. */
  name: z.string(),
  /** What waits for its turn or its next attempt. */
  waiting: z.int().min(0),
  /** What is under way. */
  running: z.int().min(0),
  /** What is not attempted any more. */
  failed: z.int().min(0),
  /** Since when the oldest of those that wait does so; null when nothing waits, and for imports. */
  oldestAt: z.iso.datetime().nullable(),
  /** Why a job was given up that has ended its process again and again; null when none was. */
  problem: z.string().max(200).nullable(),
});
export type Queue = z.infer<typeof queueSchema>;

/** A mail or text message that was not sent, without its text. */
export const unsentMessageSchema = z.object({
  id: z.uuid(),
  channel: z.enum(['email', 'sms']),
  recipient: z.string(),
  /** The subject of a mail, or the kind of an alert; null for other text messages. */
  subject: z.string().nullable(),
  writtenAt: z.iso.datetime(),
  /** It is not sent after this. */
  goodUntil: z.iso.datetime(),
  /** Why the last attempt failed; null while there was none. */
  failure: z.string().nullable(),
  /** When it was given up; null while it waits. */
  givenUpAt: z.iso.datetime().nullable(),
});
export type OperatedMessage = z.infer<typeof unsentMessageSchema>;

/**
 * An address of another system that receives portal changes, without its secret. Paths and queries of addresses can be secrets too:
 * only their beginning is shown.
 */
export const operatedWebhookSchema = z.object({
  id: z.string(),
  url: z.string(),
  /** Ids of the accounts whose changes it receives; null for all. */
  accountIds: z.array(z.string()).nullable(),
  /** Files of the feed whose changes it receives; null for all. */
  files: z.array(z.string()).nullable(),
  /** Number of accounts in which something waits to be sent. */
  waiting: z.int().min(0),
  /** Number of accounts in which nothing is sent until an operator resumes it. */
  paused: z.int().min(0),
});
export type OperatedWebhook = z.infer<typeof operatedWebhookSchema>;

/** A change that was sent to a webhook, or could not be sent yet. */
export const webhookDeliverySchema = z.object({
  /** Of the last attempt. */
  at: z.iso.datetime(),
  webhookId: z.string(),
  /** Null when the webhook was removed. */
  url: z.string().nullable(),
  /** Null for a contact's change. */
  accountId: z.string().nullable(),
  /** File of the feed, and the id of its row. */
  file: z.string(),
  rowId: z.string(),
  attempts: z.int().min(1),
  /** Null while it could not be delivered. */
  deliveredAt: z.iso.datetime().nullable(),
  /** Why the last attempt failed, as a sentence; null when it did not. */
  failure: z.string().nullable(),
});
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>;

/** A connection to another system, without its secrets. */
export const operatedConnectionSchema = z.object({
  name: z.string(),
  kind: z.string(),
  /** Its valid secrets by what they are for, such as `webhook` and `api (2)` while one takes the place of another, or `api (cannot be opened)`. */
  secrets: z.array(z.string()),
  /** When something came last, to the minute; null if never. */
  lastReceivedAt: z.iso.datetime().nullable(),
  /** Events of the last 30 days that are not worked off yet. */
  waiting: z.int().min(0),
  /** Since when the oldest of these waits; null when nothing does. */
  oldestAt: z.iso.datetime().nullable(),
  /** Why something waits that cannot be worked off as things are; null when nothing does. */
  problem: z.string().nullable(),
  /** Events that could not be imported. */
  failed: z.int().min(0),
  /** Events that name a number or a mailing that nobody knows. */
  parked: z.int().min(0),
  /** What does not count: outbound calls, texts, forms, chats and tests. */
  leftOut: z.int().min(0),
});
export type OperatedConnection = z.infer<typeof operatedConnectionSchema>;

/** A number or mailing that events of a connection name and nobody knows. */
export const parkedReferenceSchema = z.object({
  connection: z.string(),
  /** The number that was called, or what an event of the mail says of its mailing. */
  reference: z.string(),
  /** How many calls or events name it. */
  count: z.int().min(1),
  firstAt: z.iso.datetime(),
  lastAt: z.iso.datetime(),
});
export type OperatedParkedReference = z.infer<typeof parkedReferenceSchema>;

/** A role that was given or taken with the command line. */
export const roleChangeSchema = z.object({
  at: z.iso.datetime(),
  contactId: z.string(),
  /** Null when the contact is gone. */
  email: z.string().nullable(),
  role: z.string(),
  /** Whether it was given; otherwise it was taken. */
  given: z.boolean(),
  /** The user of the machine who did it; null for one without a name. */
  by: z.string().nullable(),
});
export type OperatedRoleChange = z.infer<typeof roleChangeSchema>;

/** One use of an office's data, as it was logged. */
export const accessEntrySchema = z.object({
  at: z.iso.datetime(),
  /** The account; of a list that an operator read, the first one in it, or null for its rows that are of no account. */
  accountId: z.string().nullable(),
  /** Number of other accounts that the same use concerned. */
  moreAccounts: z.int().min(0),
  contactId: z.string(),
  /** Null when the contact is gone. */
  email: z.string().nullable(),
  /** What they did: open, play, resolve, book, export, … `list`: an operator read a list of /operate. */
  action: z.string(),
  /** What it was done with: call, patient list, …; of `list` the list: accounts, contacts, … */
  kind: z.string(),
  /** Id of what it was done with; '' of a list. */
  subjectId: z.string(),
});
export type AccessEntry = z.infer<typeof accessEntrySchema>;

/** What runs here. */
export const versionSchema = z.object({
  /** Release of Mailcall. */
  release: z.string(),
  /** Name of the newest migration of the database. */
  migration: z.string(),
  migratedAt: z.iso.datetime(),
  /** Version of Node. */
  node: z.string(),
  /** Version of PostgreSQL. */
  database: z.string(),
  /** The embedded PostgreSQL, or the one of `DATABASE_URL`. */
  embedded: z.boolean(),
  /** Id of the database, which cursors of exports contain. */
  databaseId: z.uuid(),
});
export type Version = z.infer<typeof versionSchema>;

/** Rows per page of the lists of /operate. */
export const operatePageSize = 20;

/** How far back the access log of /operate reaches, in entries; the command line has all of them. */
export const maxAccessEntries = 5_000;

/** How far back the deliveries of /operate reach, in entries. */
export const maxDeliveries = 5_000;

const pageShape = {
  /** From 1. */
  page: wholeNumber(1, 1_000_000).default(1),
  /** Rows per page. */
  pageSize: wholeNumber(1, 500).default(operatePageSize),
};

/** A page of a list, and the number of rows in the whole list. */
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
    /** The warnings of /health. */
    warnings: z.array(z.string()),
    version: versionSchema,
    queues: z.array(queueSchema),
    /** Of the newest 50 that were not sent those that still wait or have failed. */
    messages: z.array(unsentMessageSchema),
    webhooks: z.array(operatedWebhookSchema),
    /** By name, without those that were removed. */
    connections: z.array(operatedConnectionSchema),
    /** The 50 that came last. */
    parked: z.array(parkedReferenceSchema),
    apiKeys: z.array(operatedApiKeySchema),
    grants: z.array(operatedGrantSchema),
    /** The last 10, newest first. */
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
    /** `failed`: only what could not be delivered yet. */
    state: z.enum(['failed']).optional(),
    ...pageShape,
  }),
  reply: pageOf(webhookDeliverySchema),
});
