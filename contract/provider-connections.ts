import { z } from 'zod';
import { connectionKinds, connectionName } from './rules/connections.ts';
import { calendarDate, searchQuery, wholeNumber } from './wire/query.ts';
import { route } from './wire/route.ts';

const time = z.iso.datetime().nullable();
const text = z.string();

const name = z
  .string()
  .max(40, 'Use 2 to 40 small letters, digits and hyphens.')
  .regex(connectionName, 'Use 2 to 40 small letters, digits and hyphens.');
const byName = z.object({ name });
const id = z.string().min(1, 'Give an id.').max(200, 'Use at most 200 characters.');
const secret = z
  .string()
  .trim()
  .max(4000, 'Use 8 to 4,000 characters.')
  .regex(/^[\x21-\x7e]{8,}$/, 'Use 8 characters or more, without spaces.');

export const companiesPageSize = 50;

const page = {
  page: wholeNumber(1, 1_000_000).default(1),
  pageSize: wholeNumber(1, 500).default(companiesPageSize),
};
const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ meta: z.object({ total_count: z.int().min(0) }), records: z.array(row) });

export const connectionKindSchema = z.object({
  kind: z.enum(connectionKinds),
  title: text,
  /** Such as `the signing key of the company`. */
  webhookSecret: text,
  /** Such as `the id of the account, ACC…`; null if its API needs none. */
  account: text.nullable(),
  /** Forms of secrets with two parts, such as `NAME:PASSWORD`. */
  secretForms: z.object({ webhook: text.optional(), api: text.optional() }),
  /** Null if its API lists no companies. */
  agency: z.object({ noun: text, needsAccount: z.boolean() }).nullable(),
  assignedTo: z.enum(['tracking line', 'mailing']),
  pauses: z.boolean(),
  replays: z.boolean(),
});
export type ConnectionKindInfo = z.infer<typeof connectionKindSchema>;

/** Without its secrets, which never leave the server. */
export const deskConnectionSchema = z.object({
  name: text,
  kind: z.enum(connectionKinds),
  account: text.nullable(),
  isAgency: z.boolean(),
  /** Agency that it joined. */
  agency: text.nullable(),
  companyId: text.nullable(),
  /** Address to enter at the system. */
  address: text,
  webhookSetAt: time,
  apiSetAt: time,
  pausedAt: time,
  lastReceivedAt: time,
  callbacksFrom: text.nullable(),
  hasOwnMapping: z.boolean(),
  /** Of the last 30 days. */
  waiting: z.int().min(0),
  problem: text.nullable(),
  failed: z.int().min(0),
  parked: z.int().min(0),
  gone: z.int().min(0),
  leftOut: z.int().min(0),
  /** Requests without a valid signature. */
  refused: z.int().min(0),
  lastRefusedAt: time,
  companies: z.object({ all: z.int(), waiting: z.int(), confirmed: z.int() }).nullable(),
  /** Why companies could not be listed, or calls or pieces not be read, last. */
  failure: text.nullable(),
  lastReadAt: time,
});
export type DeskConnection = z.infer<typeof deskConnectionSchema>;

export const listDeskConnections = route({
  service: 'data',
  method: 'GET',
  path: '/provider/connections',
  access: 'operator',
  summary: 'Lists the connections to other systems, without their secrets.',
  reply: z.object({
    kinds: z.array(connectionKindSchema),
    connections: z.array(deskConnectionSchema),
  }),
});

export const showDeskConnection = route({
  service: 'data',
  method: 'GET',
  path: '/provider/connections/:name',
  access: 'operator',
  summary: 'Says how to set up a connection, what it could not import, and who changed it.',
  params: byName,
  reply: z.object({
    setUp: z.array(text),
    /** At most 100, newest first. */
    unfinished: z.array(
      z.object({ id: text, state: text, receivedAt: z.iso.datetime(), reason: text.nullable() }),
    ),
    /** Newest 50. */
    changes: z.array(
      z.object({
        at: z.iso.datetime(),
        by: text.nullable(),
        teamRole: text.nullable(),
        action: text,
        subjectId: text.nullable(),
      }),
    ),
  }),
});

export const addDeskConnection = route({
  service: 'data',
  method: 'POST',
  path: '/provider/connections',
  access: 'operator',
  summary: 'Adds a connection with its secrets.',
  body: z.strictObject({
    name,
    kind: z.enum(connectionKinds),
    isAgency: z.boolean(),
    account: z
      .string()
      .max(100, 'Use at most 100 characters.')
      .regex(/^[A-Za-z0-9_-]+$/, 'Use letters, digits, - and _.')
      .optional(),
    webhookSecret: secret.optional(),
    apiKey: secret.optional(),
    callbacksFrom: calendarDate.optional(),
  }),
  reply: z.object({ name: text, setUp: z.array(text) }),
});

export const rotateSecret = route({
  service: 'data',
  method: 'PUT',
  path: '/provider/connections/:name/secret',
  access: 'operator',
  summary: 'Gives a connection another secret.',
  params: byName,
  body: z.strictObject({
    purpose: z.enum(['webhook', 'api']),
    secret,
    /** Days for which the previous one stays valid. */
    keepDays: wholeNumber(0, 30),
    /** The connection's name, typed again. */
    confirmation: z.string().max(40, 'Type the name of the connection.'),
  }),
  reply: z.object({ stored: z.literal(true) }),
});

export const testDeskConnection = route({
  service: 'data',
  method: 'POST',
  path: '/provider/connections/:name/test',
  access: 'operator',
  summary: 'Checks a signed sample event, or the key of an agency’s API; writes nothing.',
  params: byName,
  reply: z.object({ accepted: z.boolean(), failed: z.boolean(), lines: z.array(text) }),
});

export const pauseConnection = route({
  service: 'data',
  method: 'PUT',
  path: '/provider/connections/:name/paused',
  access: 'operator',
  summary: 'Pauses a connection, whose calls then wait, or lets it go on.',
  params: byName,
  body: z.strictObject({ paused: z.boolean() }),
  reply: z.object({ paused: z.boolean() }),
});

export const replayConnection = route({
  service: 'data',
  method: 'POST',
  path: '/provider/connections/:name/replay',
  access: 'operator',
  summary: 'Imports again what came by a connection since a day, of the last 30.',
  params: byName,
  body: z.strictObject({ since: calendarDate.optional() }),
  reply: z.object({ events: z.int().min(0) }),
});

export const listParkedReferences = route({
  service: 'data',
  method: 'GET',
  path: '/provider/parked',
  access: 'operator',
  summary: 'Lists numbers and mailings that calls and mail events name and nobody knows, newest first.',
  query: z.object({ query: searchQuery.optional(), ...page }),
  reply: pageOf(
    z.object({
      connection: text,
      reference: text,
      assignedTo: z.enum(['tracking line', 'mailing']),
      count: z.int().min(1),
      firstAt: z.iso.datetime(),
      lastAt: z.iso.datetime(),
    }),
  ),
});

export const findAssignmentTargets = route({
  service: 'data',
  method: 'GET',
  path: '/provider/parked/targets',
  access: 'operator',
  summary: 'Finds tracking lines or mailings by their name, number, id or office, at most 20.',
  query: z.object({ assignedTo: z.enum(['tracking line', 'mailing']), query: searchQuery }),
  reply: z.object({
    records: z.array(z.object({ id: text, accountId: text, name: text, office: text })).max(20),
  }),
});

export const assignParkedReference = route({
  service: 'data',
  method: 'PUT',
  path: '/provider/connections/:name/assignment',
  access: 'operator',
  summary: 'Says which tracking line or mailing a parked number or name is.',
  params: byName,
  body: z.strictObject({
    reference: z.string().min(1, 'Name what is parked.').max(200, 'Use at most 200 characters.'),
    targetId: id,
    accountId: id,
  }),
  reply: z.object({ reworked: z.int().min(0), more: text.nullable() }),
});

export const companyViews = ['waiting', 'confirmed', 'left out', 'all'] as const;

export const deskCompanySchema = z.object({
  id: text,
  name: text,
  isActive: z.boolean(),
  /** Tracking numbers at the system. */
  numbers: z.array(text),
  accountId: text.nullable(),
  /** Name of the account. */
  office: text.nullable(),
  matchedBy: z.enum(['id', 'numbers', 'name', 'person']).nullable(),
  state: z.enum(['new', 'confirmed', 'left out']),
  /** Since somebody decided; null if nothing changed. */
  change: z.enum(['renamed', 'disabled', 'enabled', 'gone']).nullable(),
  previousName: text.nullable(),
  problem: text.nullable(),
  revision: z.int(),
  lastReceivedAt: time,
  keySetAt: time,
  joined: text.nullable(),
});
export type DeskCompany = z.infer<typeof deskCompanySchema>;

export const listConnectionCompanies = route({
  service: 'data',
  method: 'GET',
  path: '/provider/connections/:name/companies',
  access: 'operator',
  summary: 'Lists the companies that an agency’s key sees; those that wait come first.',
  params: byName,
  query: z.object({
    query: searchQuery.optional(),
    view: z.enum(companyViews).default('all'),
    ...page,
  }),
  reply: pageOf(deskCompanySchema),
});

export const lookForCompanies = route({
  service: 'data',
  method: 'POST',
  path: '/provider/connections/:name/companies/look',
  access: 'operator',
  summary: 'Asks the system for an agency’s companies and proposes their offices. Reads no calls.',
  params: byName,
  reply: z.object({ all: z.int(), waiting: z.int(), confirmed: z.int() }),
});

const maxDecisions = 500;

/** Errors: 400 with a sentence for each company, at its id; then nothing was saved. */
export const saveCompanies = route({
  service: 'data',
  method: 'PUT',
  path: '/provider/connections/:name/companies',
  access: 'operator',
  summary: 'Confirms companies with their offices, or leaves them out, and stores their signing keys.',
  params: byName,
  body: z.strictObject({
    companies: z
      .array(
        z.strictObject({
          id,
          revision: z.int(),
          state: z.enum(['confirmed', 'left out']),
          accountId: id.optional(),
        }),
      )
      .max(maxDecisions, 'Save at most 500 companies at once.'),
    keys: z.array(z.strictObject({ id, key: secret })).max(maxDecisions, 'Save at most 500 keys at once.'),
  }),
  reply: z.object({ saved: z.int().min(0) }),
});

export const joinConnection = route({
  service: 'data',
  method: 'PUT',
  path: '/provider/connections/:name/companies/:companyId/joined',
  access: 'operator',
  summary: 'Lets the connection of one company join an agency, with its address and its progress.',
  params: z.object({ name, companyId: id }),
  body: z.strictObject({ connection: name }),
  reply: z.object({ joined: text }),
});
