import { days } from '@mailcall/contract/time/durations.ts';
import { z } from 'zod';
import type { Vendor } from './vendor-api.ts';

/** A call as the system's API answers it. */
export type TheirCall = Readonly<Record<string, unknown>>;

/** A page of a list of calls. */
export interface CallPage {
  calls: readonly TheirCall[];
  /** The address of the next page, as the system gives it; null after the last. */
  next: string | null;
}

/** Window of listed calls: those of an account that began between two instants, or a little outside. */
export interface CallWindow {
  account: string;
  since: Date;
  until: Date;
}

/** A system whose API lists calls, as public clients of it describe it (connectors/). */
export interface CallSource extends Vendor {
  /** Months that the system keeps calls; null when it names none. */
  keptMonths: number | null;
  /** The path of the first page. */
  firstPage(window: CallWindow): string;
  /** @throws {z.ZodError} when it is no page of calls */
  readPage(body: unknown): CallPage;
  /** The path of one call. */
  callPath(account: string, callId: string): string;
  /** @throws {z.ZodError} when it is no call */
  readCall(body: unknown): TheirCall;
  /** The id in Mailcall, and the address of the recording, of a call that has one. */
  recordingOf(call: TheirCall): { id: string; address: string } | null;
}

const day = days(1);
/** Days are in an account's unknown time zone: a day more on either side covers them all. */
const dayBefore = (date: Date) => new Date(date.getTime() - day).toISOString().slice(0, 10);
const dayAfter = (date: Date) => new Date(date.getTime() + day).toISOString().slice(0, 10);

const object = z.record(z.string(), z.unknown());
const path = (parts: readonly string[]) => parts.map((part) => `/${encodeURIComponent(part)}`).join('');

// without these two a list would silently end after its first page
const callrailPage = z
  .object({ calls: z.array(object).max(1000), has_next_page: z.boolean(), next_page: z.string().nullish() })
  .refine(({ has_next_page: more, next_page: next }) => !more || next, { path: ['next_page'] });
const callrailCall = object.and(z.object({ id: z.string() }));

/** CallRail: lists of 250, with relative pagination; 1,000 requests an hour, of which some are left to others. */
const callrail: CallSource = {
  name: 'CallRail',
  origin: 'https://api.callrail.com',
  secretForm: 'an API key',
  interval: 4_000,
  keptMonths: 25,
  headers: (secret) => ({ authorization: `Token token="${secret}"` }),
  firstPage({ account, since, until }) {
    const query = new URLSearchParams({
      relative_pagination: 'true',
      per_page: '250',
      fields: 'company_id',
      start_date: dayBefore(since),
      end_date: dayAfter(until),
    });
    return `${path(['v3', 'a', account, 'calls.json'])}?${query.toString()}`;
  },
  readPage(body) {
    const { calls, has_next_page: more, next_page: next } = callrailPage.parse(body);
    return { calls, next: more && next ? next : null };
  },
  callPath: (account, callId) => `${path(['v3', 'a', account, 'calls', `${callId}.json`])}?fields=company_id`,
  readCall: (body) => callrailCall.parse(body),
  recordingOf({ id, recording, direction }) {
    if (direction !== 'inbound' || typeof recording !== 'string' || recording === '') return null;
    return { id: `callrail:${String(id)}`, address: recording };
  },
};

const ctmPage = z
  .object({
    calls: z.array(object).max(1000),
    page: z.number().nullish(),
    total_pages: z.number().nullish(),
    next_page: z.string().nullish(),
  })
  .refine(({ page, total_pages: pages, next_page: next }) => next || (page ?? 1) >= (pages ?? 1), {
    path: ['next_page'],
  });
const ctmCall = object.and(z.object({ id: z.union([z.string(), z.number()]) }));

/** CallTrackingMetrics: lists of 150, the most that it gives; it names no limit of requests. */
const calltrackingmetrics: CallSource = {
  name: 'CallTrackingMetrics',
  origin: 'https://api.calltrackingmetrics.com',
  secretForm: 'ACCESS_KEY:SECRET_KEY',
  interval: 1_000,
  keptMonths: null,
  headers: (secret) => ({ authorization: `Basic ${Buffer.from(secret).toString('base64')}` }),
  firstPage({ account, since, until }) {
    const query = new URLSearchParams({
      per_page: '150',
      page: '1',
      start_date: dayBefore(since),
      end_date: dayAfter(until),
    });
    return `${path(['api', 'v1', 'accounts', account, 'calls'])}?${query.toString()}`;
  },
  readPage(body) {
    const { calls, next_page: next } = ctmPage.parse(body);
    return { calls, next: next || null };
  },
  callPath: (account, callId) => path(['api', 'v1', 'accounts', account, 'calls', callId]),
  readCall: (body) => ctmCall.parse(body),
  recordingOf({ id, audio, direction }) {
    if (direction !== 'inbound' || typeof audio !== 'string' || audio === '') return null;
    return { id: `calltrackingmetrics:${String(id)}`, address: audio };
  },
};

/** The systems from which calls are pulled, by the kind of their connections. */
export const callSources: Readonly<Record<string, CallSource>> = { callrail, calltrackingmetrics };
