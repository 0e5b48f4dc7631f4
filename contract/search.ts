import { z } from 'zod';
import { listOf, searchQuery } from './wire/query.ts';
import { route } from './wire/route.ts';

/** The most that are found of each kind. */
export const maxFound = 6;

/** The most recent choices, of each kind, that are looked up by their ids. */
export const maxRecent = 6;

/** The calls among which callers are found: the newest that match. Who called only before them is found by more words. */
export const maxSearchedCalls = 50;

const recentIds = listOf(
  z.string().min(1).max(200, 'Use ids of at most 200 characters.'),
  maxRecent,
  'ids',
).default([]);

/** A caller, by their newest call that matches. */
export const foundCallerSchema = z.object({
  /** Id of that call. */
  callId: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  /** Null when not known; so are the next two. */
  callerName: z.string().nullable(),
  callerIdName: z.string().nullable(),
  /** As the feed has it. */
  callerPhoneNumber: z.string().nullable(),
  /** When the call was, in UTC. */
  dateTime: z.string(),
  /** IANA time zone of the office. */
  timeZone: z.string(),
});
export type FoundCaller = z.infer<typeof foundCallerSchema>;

/** A mailing. */
export const foundMailingSchema = z.object({
  id: z.string(),
  /** The office's own name for it, else the order number. */
  name: z.string(),
  orderNumber: z.string(),
  accountName: z.string(),
  /** Monday of the week of delivery, `YYYY-MM-DD`; null when not known. */
  deliveryWeek: z.string().nullable(),
});
export type FoundMailing = z.infer<typeof foundMailingSchema>;

/** A tracking line. */
export const foundLineSchema = z.object({
  id: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  /** The office's own name, else the campaign's, else the number. */
  name: z.string(),
  /** The tracking number. */
  number: z.string(),
});
export type FoundLine = z.infer<typeof foundLineSchema>;

/** An office. */
export const foundOfficeSchema = z.object({ id: z.string(), name: z.string() });
export type FoundOffice = z.infer<typeof foundOfficeSchema>;

/**
 * Everything is of the accounts that the viewer may read. Nothing is found by less than two letters or digits. Ids that the viewer cannot
 * read, or that are gone, are left out.
 */
export const searchEverything = route({
  service: 'data',
  method: 'GET',
  path: '/search',
  access: 'full',
  guests: true,
  summary:
    'Finds callers, mailings, tracking lines and offices by words of their names or digits of their numbers, or by ids that were chosen before.',
  query: z.object({
    /** Words to search for, in any order and case. */
    query: searchQuery.default(''),
    /** Ids of calls, for their callers. */
    recentCalls: recentIds,
    recentMailings: recentIds,
    recentLines: recentIds,
    recentOffices: recentIds,
  }),
  reply: z.object({
    /** Each once by office and number, the one who called last first. */
    callers: z.array(foundCallerSchema),
    /** Newest week of delivery first. */
    mailings: z.array(foundMailingSchema),
    /** By name. */
    lines: z.array(foundLineSchema),
    /** By name. */
    offices: z.array(foundOfficeSchema),
  }),
});
