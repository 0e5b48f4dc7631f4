import { createHmac } from 'node:crypto';
import { equalTexts } from '../../../platform/signed-texts.ts';
import type { PostedEvent } from '../kind-handler.ts';
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

/** Base64 of the HMAC-SHA1 with the company's signing key, in the header `Signature`. */
export const callRailSignature = (body: Buffer, key: string): string =>
  createHmac('sha1', key).update(body).digest('base64');

/** The scheme has no time, so events must have no effect when repeated. */
export const isCallRailSigned = ({ body, headers }: PostedEvent, key: string): boolean =>
  equalTexts(callRailSignature(body, key), headers['signature']);

/** Ids of texts and forms begin with other letters. */
const callPrefix = 'CAL';

function leftOutOf(callId: string, direction: string): string | null {
  if (!callId.startsWith(callPrefix)) return 'is a text, a form or a chat';
  return direction === 'outbound' ? 'is an outbound call' : null;
}

const companyId = z.string().regex(/^[A-Za-z0-9_-]{1,100}$/);

// without these two a list would silently end after its first page
const pageOfCalls = z
  .object({
    calls: z.array(callObject).max(1000),
    has_next_page: z.boolean(),
    next_page: z.string().nullish(),
  })
  .refine(({ has_next_page: more, next_page: next }) => !more || next, { path: ['next_page'] });
const counted = { page: z.int().min(1), total_pages: z.int().min(0) };
const name = z.string().max(1000);
const pageOfCompanies = z.object({
  ...counted,
  companies: z.array(z.object({ id: companyId, name, status: z.string() })).max(1000),
});
const pageOfTrackers = z.object({
  ...counted,
  trackers: z
    .array(
      z.object({
        company: z.object({ id: companyId }),
        tracking_numbers: z.array(z.string().max(100)).max(1000).nullish(),
      }),
    )
    .max(1000),
});
const call = callObject.and(z.object({ id: z.string() }));

const transcriptFields = ['conversational_transcript', 'transcription'];
/** CallRail sends these only on request. */
const fields = ['company_id', ...transcriptFields].join(',');

/** Webhooks name ids differently than the API. Lists of 250; 1,000 requests an hour, of which some are left to others. */
export const callRail: CallSystem = {
  name: 'CallRail',
  origin: 'https://api.callrail.com',
  secretForm: 'an API key',
  interval: 4_000,
  limits: { hour: 900, day: 9_000 },
  keptMonths: 25,
  headers: (secret) => ({ authorization: `Token token="${secret}"` }),
  firstPage({ account, since, until }) {
    const query = new URLSearchParams({
      relative_pagination: 'true',
      per_page: '250',
      fields,
      start_date: dayBefore(since),
      end_date: dayAfter(until),
    });
    return `${path(['v3', 'a', account, 'calls.json'])}?${query.toString()}`;
  },
  readPage(body) {
    const { calls, has_next_page: more, next_page: next } = pageOfCalls.parse(body);
    return { calls, next: more && next ? next : null };
  },
  callPath: (account, callId) => `${path(['v3', 'a', account, 'calls', `${callId}.json`])}?fields=${fields}`,
  readCall: (body) => call.parse(body),
  transcriptFields,
  recordingOf({ id, recording, direction }) {
    if (direction !== 'inbound' || typeof recording !== 'string' || recording === '') return null;
    return { id: `callrail:${String(id)}`, address: recording };
  },
  readEvent(body, headers): CallEvent {
    const posted = readObject(body, headers);
    const callId = readCallId(posted['resource_id'], 'resource_id');
    const company = posted['company_resource_id'] ?? posted['company_id'];
    const caller = posted['customer_phone_number'] ?? posted['customer_number'];
    return {
      callId,
      leftOut: leftOutOf(callId, textOf(posted['direction'])),
      row: { ...posted, id: callId, company_id: company, customer_phone_number: caller },
      isWhole: !isForm(headers),
    };
  },
  callIdOf: ({ id }) => textOf(id),
  companyOf: ({ company_id: id }) => textOf(id),
  agencies: {
    noun: 'company',
    oneList: true,
    companies: (account) => `${path(['v3', 'a', account ?? '', 'companies.json'])}?per_page=250&page=1`,
    readCompanies(body, address) {
      const { companies, ...counts } = pageOfCompanies.parse(body);
      return {
        items: companies.map(({ status, ...company }) => ({ ...company, isActive: status === 'active' })),
        next: nextPage(address, counts),
      };
    },
    numbers: (account) => [`${path(['v3', 'a', account ?? '', 'trackers.json'])}?per_page=250&page=1`],
    readNumbers(body, address) {
      const { trackers, ...counts } = pageOfTrackers.parse(body);
      return {
        items: trackers.flatMap(({ company, tracking_numbers: numbers }) =>
          (numbers ?? []).map((number) => ({ companyId: company.id, number })),
        ),
        next: nextPage(address, counts),
      };
    },
  },
  calledNumber: ({ tracking_phone_number: number }) => textOf(number),
};
