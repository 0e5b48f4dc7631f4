import { z } from 'zod';
import { listOf, searchQuery } from './wire/query.ts';
import { route } from './wire/route.ts';

export const maxFound = 6;

export const maxRecent = 6;

/** Newest matching calls only; more words find callers beyond them. */
export const maxSearchedCalls = 50;

const recentIds = listOf(
  z.string().min(1).max(200, 'Use ids of at most 200 characters.'),
  maxRecent,
  'ids',
).default([]);

export const foundCallerSchema = z.object({
  callId: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  /** Null if not known, as the next two fields. */
  callerName: z.string().nullable(),
  callerIdName: z.string().nullable(),
  callerPhoneNumber: z.string().nullable(),
  /** UTC. */
  dateTime: z.string(),
  timeZone: z.string(),
});
export type FoundCaller = z.infer<typeof foundCallerSchema>;

export const foundMailingSchema = z.object({
  id: z.string(),
  /** The office's name, or the order number. */
  name: z.string(),
  orderNumber: z.string(),
  label: z.string().nullable(),
  accountId: z.string(),
  accountName: z.string(),
  /** Monday, `YYYY-MM-DD`. */
  deliveryWeek: z.string().nullable(),
});
export type FoundMailing = z.infer<typeof foundMailingSchema>;

export const foundLineSchema = z.object({
  id: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  /** The office's name, the campaign's, or the number. */
  name: z.string(),
  number: z.string(),
});
export type FoundLine = z.infer<typeof foundLineSchema>;

export const foundOfficeSchema = z.object({ id: z.string(), name: z.string() });
export type FoundOffice = z.infer<typeof foundOfficeSchema>;

export const foundSentenceSchema = foundCallerSchema.extend({
  /** The sentence with the first word, at most about 160 characters. */
  text: z.string(),
  /** Milliseconds of the recording; null if the source has no times. */
  from: z.int().min(0).nullable(),
});
export type FoundSentence = z.infer<typeof foundSentenceSchema>;

/** Needs at least two letters or digits. Leaves out what is removed or hidden from the viewer. */
export const searchEverything = route({
  service: 'data',
  method: 'GET',
  path: '/search',
  access: 'full',
  guests: true,
  summary:
    'Finds callers, mailings, tracking lines and offices by words of their names or digits of their numbers, or by ids that were chosen before, and calls by what was said in them.',
  query: z.object({
    query: searchQuery.default(''),
    recentCalls: recentIds,
    recentMailings: recentIds,
    recentLines: recentIds,
    recentOffices: recentIds,
  }),
  reply: z.object({
    /** Each once per office and number, last caller first. */
    callers: z.array(foundCallerSchema),
    /** Newest delivery week first. */
    mailings: z.array(foundMailingSchema),
    lines: z.array(foundLineSchema),
    offices: z.array(foundOfficeSchema),
    /** Calls with all words in one turn of their transcript, each once, newest first. */
    sentences: z.array(foundSentenceSchema),
  }),
});
