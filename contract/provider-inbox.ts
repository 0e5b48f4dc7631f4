import { z } from 'zod';
import { editedValuesSchema, feedAnswers, feedQuestionSchema } from './edited-rows.ts';
import { inboxKinds, type InboxKind } from './rules/inbox.ts';
import { route } from './wire/route.ts';
import { wholeNumber } from './wire/query.ts';

export const inboxPageSize = 25;

const kind = z.enum(inboxKinds as [InboxKind, ...InboxKind[]], { error: 'Use one of the listed kinds.' });
const id = z.string().min(1, 'Name it.').max(400, 'Use at most 400 characters.');
const count = z.int().min(0);
const nothing = z.strictObject({});

/** A row of the feed beside the row made here that has the same email or number. */
const inboxQuestionSchema = feedQuestionSchema.pick({ file: true, column: true, feedRow: true }).extend({
  /** Cells of the row made here, by the same names. */
  ownRow: editedValuesSchema,
  feedOffices: z.array(z.string()),
  ownOffices: z.array(z.string()),
});

export const inboxItemSchema = z.object({
  kind,
  /** Of the kind. */
  id: z.string(),
  /** Null if it is of no office, or of several. */
  accountId: z.string().nullable(),
  accountName: z.string().nullable(),
  since: z.iso.datetime(),
  /** Name of the design, mailing, line or task; the disputed field; the parked reference; the file; of a question, the common value. */
  subject: z.string(),
  /** Client who acted, or recipient; null if unknown. */
  person: z.string().nullable(),
  /** Open comments of a design; usual calls in 28 days; parked events, jobs or rows. */
  count: count.nullable(),
  detail: z.string().nullable(),
  /** Kind and id of the page that opens. */
  opens: z
    .object({ kind: z.enum(['design', 'mailing', 'dispute', 'person', 'spreadsheet']), id: z.string() })
    .nullable(),
  question: inboxQuestionSchema.nullable(),
  parked: z.object({ connection: z.string(), assignedTo: z.enum(['tracking line', 'mailing']) }).nullable(),
  /** Whether a message is still worth sending; null for others. */
  canBeSent: z.boolean().nullable(),
});
export type InboxItem = z.output<typeof inboxItemSchema>;
export type InboxQuestion = z.output<typeof inboxQuestionSchema>;

/** Time, kind and id of the last item of a page. */
const cursorPattern = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)\|([a-z A-Z]{1,40})\|(.{1,400})$/s;

export interface InboxPosition {
  since: string;
  kind: string;
  id: string;
}

export const inboxCursor = ({ since, kind: of, id: last }: InboxPosition): string => `${since}|${of}|${last}`;

/** Null for any other text. */
export function inboxPosition(cursor: string): InboxPosition | null {
  const [, since, of, last] = cursorPattern.exec(cursor) ?? [];
  if (since === undefined || of === undefined || last === undefined) return null;
  return Number.isNaN(Date.parse(since)) ? null : { since, kind: of, id: last };
}

export const listInbox = route({
  service: 'data',
  method: 'GET',
  path: '/provider/inbox',
  access: 'provider',
  summary: 'Lists what waits for the person’s roles, oldest first; nothing for a kind of other roles.',
  query: z.object({
    kind: kind.optional(),
    /** `next` of the page before. */
    after: z
      .string()
      .max(500, 'Use the cursor of a reply.')
      .refine((text) => inboxPosition(text) !== null, 'Use the cursor of a reply.')
      .optional(),
    pageSize: wholeNumber(1, 100).default(inboxPageSize),
  }),
  reply: z.object({
    records: z.array(inboxItemSchema).max(100),
    /** Null on the last page. */
    next: z.string().nullable(),
  }),
});

export const countInbox = route({
  service: 'data',
  method: 'GET',
  path: '/provider/inbox/counts',
  access: 'provider',
  summary: 'Counts what waits for the person’s roles.',
  reply: z.object({
    total: count,
    /** Without kinds of which nothing waits. */
    kinds: z.array(z.object({ kind, count: z.int().min(1) })),
  }),
});

/** Errors: 404 if it does not wait any more, 422 for a kind that only work ends. */
export const dismissInboxItem = route({
  service: 'data',
  method: 'POST',
  path: '/provider/inbox/dismissals',
  access: 'provider',
  summary: 'Acknowledges an item that no work ends, or puts one off, for everyone.',
  body: z.strictObject({ kind, id }),
  reply: nothing,
});

/** Errors: 404 if it is answered, 422 if the feed’s row cannot be saved so, with the reason. */
export const answerInboxQuestion = route({
  service: 'data',
  method: 'POST',
  path: '/provider/inbox/questions/:id/answer',
  access: 'account-manager',
  summary: 'Says whether a row of the feed is the one that was made here.',
  params: z.object({ id: z.uuid({ error: 'Use a UUID.' }) }),
  body: z.strictObject({ answer: z.enum(feedAnswers, { error: 'Use one of the listed answers.' }) }),
  reply: nothing,
});
