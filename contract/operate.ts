import { z } from 'zod';
import { locationSourceSchema } from './mailing-zones.ts';
import { searchQuery, wholeNumber } from './wire/query.ts';
import { route } from './wire/route.ts';

export const operatedAccountSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Adds the place if other accounts have the same name. */
  distinctName: z.string(),
  /** Null for a top account. */
  parentId: z.string().nullable(),
  timeZone: z.string(),
  locationSource: locationSourceSchema.nullable(),
  /** Linked directly, not through an account above. */
  contactsCount: z.int().min(0),
  changedAt: z.iso.datetime().nullable(),
  lastCallAt: z.iso.datetime().nullable(),
});
export type OperatedAccount = z.infer<typeof operatedAccountSchema>;

export const operatedContactSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  feedRoles: z.array(z.string()),
  /** From the command line. */
  portalRoles: z.array(z.string()),
  /** Whether the contact has chosen a password. */
  activated: z.boolean(),
  /** When an unused invitation or setup link expires. */
  invitedUntil: z.iso.datetime().nullable(),
  accountIds: z.array(z.string()),
  /** To the minute; null after about a month. */
  lastSeenAt: z.iso.datetime().nullable(),
});
export type OperatedContact = z.infer<typeof operatedContactSchema>;

export const operatedApiKeySchema = z.object({
  id: z.uuid(),
  prefix: z.string(),
  system: z.string(),
  name: z.string(),
  scopes: z.array(z.string()),
  createdAt: z.iso.datetime(),
  /** To the minute; null if never. */
  lastUsedAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
  state: z.enum(['active', 'expired', 'revoked']),
});
export type OperatedApiKey = z.infer<typeof operatedApiKeySchema>;

export const operatedGrantSchema = z.object({
  id: z.uuid(),
  contactId: z.string(),
  /** Null if the contact was removed. */
  email: z.string().nullable(),
  accountIds: z.array(z.string()),
  state: z.enum(['unused', 'in use', 'ended']),
  openedAt: z.iso.datetime().nullable(),
  /** End of the link or, after it was opened, of the grant. */
  endsAt: z.iso.datetime(),
});
export type OperatedGrant = z.infer<typeof operatedGrantSchema>;

export const queueKinds = ['jobs', 'messages', 'imports', 'portal changes', 'webhooks'] as const;

export const queueSchema = z.object({
  kind: z.enum(queueKinds),
  name: z.string(),
  /** Includes items between attempts. */
  waiting: z.int().min(0),
  running: z.int().min(0),
  failed: z.int().min(0),
  /** Null for imports. */
  oldestAt: z.iso.datetime().nullable(),
  /** Why a job that repeatedly ended its process was given up. */
  problem: z.string().max(200).nullable(),
});
export type Queue = z.infer<typeof queueSchema>;

export const unsentMessageSchema = z.object({
  id: z.uuid(),
  channel: z.enum(['email', 'sms']),
  recipient: z.string(),
  /** Subject of a mail or kind of an alert; null for other text messages. */
  subject: z.string().nullable(),
  writtenAt: z.iso.datetime(),
  goodUntil: z.iso.datetime(),
  /** Last failure; null before the first attempt. */
  failure: z.string().nullable(),
  givenUpAt: z.iso.datetime().nullable(),
});
export type OperatedMessage = z.infer<typeof unsentMessageSchema>;

/** Paths and queries may be secret, so only the beginning of the URL is shown. */
export const operatedWebhookSchema = z.object({
  id: z.string(),
  url: z.string(),
  /** Null for all. */
  accountIds: z.array(z.string()).nullable(),
  files: z.array(z.string()).nullable(),
  waiting: z.int().min(0),
  /** Paused until an operator resumes them. */
  paused: z.int().min(0),
});
export type OperatedWebhook = z.infer<typeof operatedWebhookSchema>;

export const webhookDeliverySchema = z.object({
  at: z.iso.datetime(),
  webhookId: z.string(),
  /** Null if the webhook was removed. */
  url: z.string().nullable(),
  accountId: z.string().nullable(),
  file: z.string(),
  rowId: z.string(),
  attempts: z.int().min(1),
  deliveredAt: z.iso.datetime().nullable(),
  /** Last failure as a sentence; null if the last attempt succeeded. */
  failure: z.string().nullable(),
});
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>;

/** Connection to another system, or an address for Twilio's reports; without secrets. */
export const operatedConnectionSchema = z.object({
  name: z.string(),
  kind: z.string(),
  /** By purpose, such as `webhook`, `api (2)` during a replacement, or `api (cannot be opened)`. */
  secrets: z.array(z.string()),
  /** First day of new calls that wait for a callback, `YYYY-MM-DD`; null: all new calls can. */
  callbacksFrom: z.string().nullable(),
  hasOwnMapping: z.boolean(),
  lastReceivedAt: z.iso.datetime().nullable(),
  /** Of the last 30 days. */
  waiting: z.int().min(0),
  oldestAt: z.iso.datetime().nullable(),
  /** Why events cannot be processed; null if none is stuck. */
  problem: z.string().nullable(),
  failed: z.int().min(0),
  /** Why its calls, pieces or companies could not be read last. */
  failure: z.string().nullable(),
  lastReadAt: z.iso.datetime().nullable(),
  pausedAt: z.iso.datetime().nullable(),
  /** Calls of the last 30 days that the system no longer has. */
  gone: z.int().min(0),
  /** Requests without its valid signature. */
  refused: z.int().min(0),
  lastRefusedAt: z.iso.datetime().nullable(),
  parked: z.int().min(0),
  /** Outbound calls, legs of calls, texts, forms, chats and tests. */
  leftOut: z.int().min(0),
});
export type OperatedConnection = z.infer<typeof operatedConnectionSchema>;

export const parkedReferenceSchema = z.object({
  connection: z.string(),
  reference: z.string(),
  count: z.int().min(1),
  firstAt: z.iso.datetime(),
  lastAt: z.iso.datetime(),
});
export type OperatedParkedReference = z.infer<typeof parkedReferenceSchema>;

export const roleChangeSchema = z.object({
  at: z.iso.datetime(),
  contactId: z.string(),
  email: z.string().nullable(),
  role: z.string(),
  given: z.boolean(),
  /** Of the role `team`, which says who is in the team; `*` for all accounts, null for other roles. */
  accountIds: z.array(z.string()).nullable(),
  /** System user who did it. */
  by: z.string().nullable(),
});
export type OperatedRoleChange = z.infer<typeof roleChangeSchema>;

export const accessEntrySchema = z.object({
  at: z.iso.datetime(),
  /** First account of several; null for rows of a list without an account. */
  accountId: z.string().nullable(),
  moreAccounts: z.int().min(0),
  contactId: z.string(),
  email: z.string().nullable(),
  /** Role in the provider's team at that time; null for people of offices. */
  teamRole: z.string().nullable(),
  action: z.string(),
  kind: z.string(),
  /** Id of the subject; '' for a list. */
  subjectId: z.string(),
});
export type AccessEntry = z.infer<typeof accessEntrySchema>;

export const versionSchema = z.object({
  release: z.string(),
  migration: z.string(),
  migratedAt: z.iso.datetime(),
  node: z.string(),
  database: z.string(),
  embedded: z.boolean(),
  /** Export cursors contain it. */
  databaseId: z.uuid(),
});
export type Version = z.infer<typeof versionSchema>;

export const operatePageSize = 20;

/** The command line shows all. */
export const maxAccessEntries = 5_000;

export const maxDeliveries = 5_000;

const pageShape = {
  page: wholeNumber(1, 1_000_000).default(1),
  pageSize: wholeNumber(1, 500).default(operatePageSize),
};

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
    warnings: z.array(z.string()),
    version: versionSchema,
    queues: z.array(queueSchema),
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

const subject = { params: z.object({ id: z.string().min(1).max(200, 'Use at most 200 characters.') }) };

export const retryJobs = route({
  service: 'data',
  method: 'POST',
  path: '/operate/jobs/retry',
  access: 'operator',
  summary: 'Runs jobs of a task again that were given up after too many failures.',
  body: z.strictObject({ task: z.string().min(1).max(200, 'Use at most 200 characters.') }),
  reply: z.object({ retried: z.int().min(0) }),
});

/** Errors: 422 if the message can no longer be sent. */
export const resendMessage = route({
  service: 'data',
  method: 'POST',
  path: '/operate/messages/:id/resend',
  access: 'operator',
  summary: 'Sends a message again that was not sent and is still good.',
  params: z.object({ id: z.uuid() }),
  reply: z.object({}),
});

export const resumeWebhook = route({
  service: 'data',
  method: 'POST',
  path: '/operate/webhooks/:id/resume',
  access: 'operator',
  summary: 'Goes on in the accounts in which a webhook was paused after failures.',
  ...subject,
  reply: z.object({ accounts: z.int().min(0) }),
});

/** Errors: 422 if it was revoked before. */
export const revokeApiKey = route({
  service: 'data',
  method: 'POST',
  path: '/operate/api-keys/:id/revoke',
  access: 'operator',
  summary: 'Refuses requests with an API key from now on.',
  ...subject,
  reply: z.object({}),
});

export const revokeGrant = route({
  service: 'data',
  method: 'POST',
  path: '/operate/grants/:id/revoke',
  access: 'operator',
  summary: 'Ends a scoreboard grant, its link and its session.',
  ...subject,
  reply: z.object({}),
});

/** Errors: 422 with an external issuer, which keeps the sessions. */
export const endContactSessions = route({
  service: 'data',
  method: 'POST',
  path: '/operate/contacts/:id/end-sessions',
  access: 'operator',
  summary: 'Signs a contact out everywhere, removes their passkeys and forgets their browsers.',
  ...subject,
  reply: z.object({ ended: z.int().min(0), removedPasskeys: z.int().min(0) }),
});

export const rotateSigningKey = route({
  service: 'data',
  method: 'POST',
  path: '/operate/signing-keys/rotate',
  access: 'operator',
  summary: 'Signs access tokens with a new key; tokens signed before are good until they end.',
  reply: z.object({}),
});
