// @vitest-environment jsdom
import { automaticRequestHeader } from '@mailcall/contract/identity.ts';
import type { BreakdownKey } from '@mailcall/contract/scoreboard.ts';
import { decodeQuery } from '@mailcall/contract/wire/query.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { automatically, CallFailed } from '../../platform/api.ts';
import { loadConfig } from '../../platform/config.ts';
import { requestBreakdown } from './request-breakdowns.ts';

const config = {
  services: { identity: '/api/identity', data: '/api/data', maps: '/api/maps' },
  provider: {},
  map: { style: null },
  signIn: { issuer: '/api/identity', clientId: 'mailcall-web', audience: 'mailcall', idleTime: 1800 },
};
const meta = { version: 7, asOf: '2026-11-22T12:00:00.000Z' };
const named = (name: string) => ({
  records: [{ name, value: 1, id: null }],
  firstRecordDate: null,
  callsCount: 1,
});

let sent: { path: string; query: Record<string, unknown>; automatic: boolean; signal: AbortSignal | null }[] =
  [];
let refused: ReadonlySet<string> = new Set();

beforeEach(async () => {
  sent = [];
  refused = new Set();
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url === '/web-config.json') return Response.json(config);
    const [address = '', text = ''] = url.split('?');
    const path = address.slice(config.services.data.length);
    const query = decodeQuery(text);
    const automatic = new Headers(init.headers).has(automaticRequestHeader);
    sent.push({ path, query, automatic, signal: init.signal ?? null });
    await new Promise((done) => setTimeout(done, 0));
    init.signal?.throwIfAborted();
    if (refused.has(path))
      return Response.json({ status: 'error', message: 'no', data: null }, { status: 500 });
    const keys = query['keys'] as string[] | undefined;
    const data = keys
      ? { breakdowns: Object.fromEntries(keys.map((key) => [key, named(key)])), meta }
      : { ...named(path), meta };
    return Response.json({ status: 'success', data });
  });
  await loadConfig();
});
afterEach(() => void vi.unstubAllGlobals());

const scope = (account: string) => ({ accountIds: [account], filters: { startDate: '2026-01-01' } });
const request = (key: BreakdownKey, account = 'own', signal = new AbortController().signal) =>
  requestBreakdown(key, scope(account), signal);
const requestWrongSources = () => {
  const { filters, ...accounts } = scope('own');
  const query = { ...accounts, filters: { ...filters, wrongSourceMentioned: true } };
  return requestBreakdown('callerSource', query, new AbortController().signal);
};
const nameIn = async (answer: Promise<{ records: { name: string }[] }>) => (await answer).records[0]?.name;
const paths = () => sent.map(({ path, query }) => [path, query['keys']]);

test('combines simultaneous breakdowns of a scope into one request, and inquiries into another', async () => {
  const keys = ['patientType', 'offer', 'answeredBy', 'patientType', 'service'] as const;
  const answers = await Promise.all([...keys.map((key) => request(key)), requestWrongSources()]);
  expect(answers.map(({ records }) => records[0]?.name)).toEqual([...keys, 'callerSource']);
  expect(answers.map((answer) => answer.meta)).toEqual(answers.map(() => meta));
  expect(paths()).toEqual([
    ['/breakdowns', ['patientType', 'answeredBy', 'callerSource']],
    ['/breakdowns', ['offer', 'service']],
  ]);
  // only the sources have their filter
  expect(sent.map(({ query }) => query['filters'])).toEqual([
    { startDate: '2026-01-01', wrongSourceMentioned: 'true' },
    { startDate: '2026-01-01' },
  ]);
});

test('sends a single one, all sources, other scopes and automatic requests separately', async () => {
  const answers = [request('paymentType'), request('callerSource'), request('paymentType', 'other')];
  answers.push(automatically(() => request('answeredBy')));
  expect(await Promise.all(answers.map(nameIn))).toEqual([
    '/get-payment-types',
    '/get-top-referral-source',
    '/get-payment-types',
    '/calls/get-answered-by',
  ]);
  expect(sent.map(({ automatic }) => automatic)).toEqual([false, false, false, true]);
  await Promise.all([request('paymentType'), request('answeredBy')]);
  await request('answeredBy');
  expect(sent.slice(4).map(({ path }) => path)).toEqual(['/breakdowns', '/calls/get-answered-by']);
});

test('fails for all and can be repeated for each', async () => {
  refused = new Set(['/breakdowns']);
  const answers = await Promise.allSettled([request('paymentType'), request('answeredBy')]);
  expect(answers.map((answer) => answer.status === 'rejected' && answer.reason)).toEqual([
    new CallFailed('no', 500),
    new CallFailed('no', 500),
  ]);
  expect(await nameIn(request('answeredBy'))).toBe('/calls/get-answered-by');
});

test('cancels a request when no one waits for any part', async () => {
  const leaving = [new AbortController(), new AbortController()];
  const answers = (['paymentType', 'answeredBy'] as const).map((key, at) =>
    request(key, 'own', leaving[at]?.signal),
  );
  const ended = Promise.allSettled(answers);
  await Promise.resolve();
  leaving[0]?.abort();
  expect(sent[0]?.signal?.aborted).toBe(false);
  leaving[1]?.abort();
  expect(sent[0]?.signal?.aborted).toBe(true);
  expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
