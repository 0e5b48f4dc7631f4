import { createHmac } from 'node:crypto';
import { equalTexts } from '../../../platform/signed-texts.ts';
import type { PostedEvent } from '../kind-handler.ts';
import { minutes } from '@mailcall/contract/time/durations.ts';
import { z } from 'zod';
import {
  type CallEvent,
  type CallSystem,
  callObject,
  dayAfter,
  dayBefore,
  isForm,
  nextPage,
  path,
  readCallId,
  readObject,
  textOf,
} from '../call-system.ts';

/** Milliseconds that an event may be late, and that clocks may differ. */
const maxAge = minutes(15);
const maxAhead = minutes(5);

/** Base64 of the HMAC-SHA1 of time and body with the account's secret key, in `X-CTM-Signature`. */
export const ctmSignature = (time: string, body: Buffer, key: string): string =>
  createHmac('sha1', key).update(time).update(body).digest('base64');

/** `X-CTM-Time`: seconds since 1970, or a date as HTTP or ISO 8601 write it. */
const instantOfHeader = (time: string) => (/^\d{9,11}$/.test(time) ? Number(time) * 1000 : Date.parse(time));

/** Checks the age too, so that a stored event cannot be sent again for long. */
export function isCtmSigned({ body, headers }: PostedEvent, key: string, now: Date): boolean {
  const header = headers['x-ctm-time'];
  const time = typeof header === 'string' ? header : '';
  const signed = equalTexts(ctmSignature(time, body, key), headers['x-ctm-signature']);
  const age = now.getTime() - instantOfHeader(time);
  // false for an invalid time, too
  return signed && age <= maxAge && age >= -maxAhead;
}

function leftOutOf(direction: string): string | null {
  if (direction === 'inbound') return null;
  return direction === 'outbound' ? 'is an outbound call' : 'is a text, a form or a chat';
}

const pageOfCalls = z
  .object({
    calls: z.array(callObject).max(1000),
    page: z.number().nullish(),
    total_pages: z.number().nullish(),
    next_page: z.string().nullish(),
  })
  .refine(({ page, total_pages: pages, next_page: next }) => next || (page ?? 1) >= (pages ?? 1), {
    path: ['next_page'],
  });
const counted = { page: z.int().min(1).nullish(), total_pages: z.int().min(0).nullish() };
const accountId = z.union([z.string().regex(/^[A-Za-z0-9_-]{1,100}$/), z.int().min(1)]);
const pageOfAccounts = z.object({
  ...counted,
  accounts: z
    .array(z.object({ id: accountId, name: z.string().max(1000), status: z.string().max(100).nullish() }))
    .max(1000),
});
const pageOfNumbers = z.object({
  ...counted,
  numbers: z.array(z.object({ number: z.string().max(100) })).max(1000),
});
const pageAfter = (
  address: URL,
  { page, total_pages: pages }: { page?: number | null | undefined; total_pages?: number | null | undefined },
) => nextPage(address, { page: page ?? 1, total_pages: pages ?? 1 });
const inactive = ['disabled', 'suspended', 'canceled', 'cancelled', 'closed', 'inactive'];
const call = callObject.and(z.object({ id: z.union([z.string(), z.number()]) }));

/** Webhooks have the fields of the API. Lists of 150, its maximum; it names no limit of requests. */
export const callTrackingMetrics: CallSystem = {
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
    const { calls, next_page: next } = pageOfCalls.parse(body);
    return { calls, next: next || null };
  },
  callPath: (account, callId) => path(['api', 'v1', 'accounts', account, 'calls', callId]),
  readCall: (body) => call.parse(body),
  transcriptFields: ['transcription_text'],
  recordingOf({ id, audio, direction }) {
    if (direction !== 'inbound' || typeof audio !== 'string' || audio === '') return null;
    return { id: `calltrackingmetrics:${String(id)}`, address: audio };
  },
  readEvent(body, headers): CallEvent {
    const row = readObject(body, headers);
    return {
      callId: readCallId(row['id'], 'id'),
      leftOut: leftOutOf(textOf(row['direction'])),
      row,
      isWhole: !isForm(headers),
    };
  },
  callIdOf: ({ id }) => textOf(id),
  companyOf: ({ account_id: id }) => textOf(id),
  agencies: {
    noun: 'account',
    oneList: false,
    companies: () => '/api/v1/accounts?per_page=150&page=1',
    readCompanies(body, address) {
      const { accounts, ...counts } = pageOfAccounts.parse(body);
      return {
        items: accounts.map(({ id, name, status }) => ({
          id: String(id),
          name,
          isActive: !inactive.includes(status?.toLowerCase() ?? ''),
        })),
        next: pageAfter(address, counts),
      };
    },
    numbers: (_, companyIds) =>
      companyIds.map((id) => `${path(['api', 'v1', 'accounts', id, 'numbers'])}?per_page=150&page=1`),
    readNumbers(body, address) {
      const { numbers, ...counts } = pageOfNumbers.parse(body);
      const companyId = decodeURIComponent(address.pathname.split('/')[4] ?? '');
      return {
        items: numbers.map(({ number }) => ({ companyId, number })),
        next: pageAfter(address, counts),
      };
    },
  },
  calledNumber: ({ tracking_number: number }) => textOf(number),
};
