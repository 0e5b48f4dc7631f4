import { afterAll, beforeEach, expect, test } from 'vitest';
import { startCallrailServer } from '../../../tests/support/callrail-server.ts';
import type { CallSystem } from './call-system.ts';
import { callSystems } from './systems.ts';
import { listCalls, readCall } from './read-lists.ts';
import { retryAfterOf, type VendorAccess, VendorProblem } from './vendor-api.ts';

const server = await startCallrailServer();
const other = await startCallrailServer();
afterAll(() => Promise.all([server.close(), other.close()]));

const call = (id: number, day = '2026-03-09') => ({
  id: `CAL${id}`,
  start_time: `${day}T08:00:${String(id).padStart(2, '0')}.000-06:00`,
  company_id: 'COM1',
});
const paused: number[] = [];
const callrail = callSystems['callrail'];
if (!callrail) throw new Error('there is no callrail');
const access = (more: Partial<VendorAccess<CallSystem>> = {}): VendorAccess<CallSystem> => ({
  source: callrail,
  origin: server.origin,
  secrets: [server.key],
  signal: new AbortController().signal,
  pause: async (milliseconds) => void paused.push(milliseconds),
  ...more,
});
const window = {
  account: server.account,
  since: new Date('2026-03-09T00:00:00Z'),
  until: new Date('2026-03-11T00:00:00Z'),
};

beforeEach(() => {
  server.calls = [1, 2, 3, 4, 5].map((id) => call(id));
  server.pageSize = 2;
  server.instead = () => false;
  server.asked.length = 0;
  other.asked.length = 0;
  paused.length = 0;
});

async function read(
  given: VendorAccess<CallSystem> = access(),
  from: string | null = null,
): Promise<unknown[][]> {
  const pages: unknown[][] = [];
  for await (const { calls } of listCalls(given, window, from)) pages.push(calls.map(({ id }) => id));
  return pages;
}
const answer = (status: number, headers: Record<string, string> = {}, body = '') => {
  server.instead = (_, response) => {
    response.writeHead(status, headers).end(body);
    return true;
  };
};

test('reads the calls of a window page after page, with the offices that have to be asked for', async () => {
  server.calls.push(call(6, '2026-03-01'), call(7, '2026-03-13'));
  const pages = [];
  for await (const page of listCalls(access(), window, null)) pages.push(page);
  expect(pages.map(({ calls }) => calls.map(({ id }) => id))).toEqual([
    ['CAL5', 'CAL4'],
    ['CAL3', 'CAL2'],
    ['CAL1'],
  ]);
  expect(pages[0]?.calls[0]).toEqual(call(5));
  expect(server.asked[0]).toBe(
    `/v3/a/${server.account}/calls.json?relative_pagination=true&per_page=250&fields=company_id%2Cconversational_transcript%2Ctranscription&start_date=2026-03-08&end_date=2026-03-12`,
  );
  expect(await read(access(), pages[0]?.next ?? null)).toEqual([['CAL3', 'CAL2'], ['CAL1']]);
  expect(await readCall(access(), server.account, 'CAL3')).toEqual(call(3));
  expect(await readCall(access(), server.account, 'CAL9')).toBeNull();
});

test('keeps the limits of the system: pauses in a long list, and when the system says wait', async () => {
  server.pageSize = 1;
  server.calls = Array.from({ length: 23 }, (_, index) => call(index + 10));
  await read();
  expect(paused).toEqual([4_000, 4_000, 4_000]);
  paused.length = 0;
  let refused = 0;
  server.instead = (_, response) => {
    if (refused++ > 1) return false;
    response.writeHead(refused === 1 ? 429 : 503, { 'retry-after': '7' }).end();
    return true;
  };
  expect(await readCall(access(), server.account, 'CAL11')).not.toBeNull();
  expect(paused).toEqual([7_000, 7_000]);
});

test.each<[string, number, Record<string, string>, string, number | null]>([
  ['too much was asked', 429, { 'retry-after': '900' }, 'CallRail wants no more requests for now.', 900_000],
  ['too much was asked, without a time', 429, {}, 'CallRail wants no more requests for now.', 900_000],
  ['the key is refused', 401, {}, 'CallRail refuses the secret of its API with status 401', null],
  [
    'it redirects',
    302,
    { location: 'https://other.example/' },
    'CallRail redirects to another address',
    null,
  ],
  ['it is asked in a wrong way', 406, {}, 'CallRail answers with status 406.', null],
  ['it is out of order', 500, {}, 'CallRail answers with status 500.', null],
])('says that %s', async (_, status, headers, message, retryAfter) => {
  answer(status, headers);
  await expect(read()).rejects.toMatchObject({ message: expect.stringContaining(message), retryAfter });
  expect(server.asked).toHaveLength(status === 500 ? 5 : 1);
});

test.each([404, 410])(
  'a call that the system answers with %i is no longer there, and is asked for once',
  async (status) => {
    answer(status);
    expect(await readCall(access(), server.account, 'CAL3')).toBeNull();
    expect(server.asked).toHaveLength(1);
  },
);

test.each([
  ['something that is not JSON', '<html>', 'CallRail answers with something that is not JSON.'],
  [
    'another form',
    '{"calls":{},"has_next_page":false}',
    'CallRail answers in another form than it documents: calls.',
  ],
  [
    'a list that does not say whether it goes on',
    '{"calls":[],"page":1,"total_pages":2}',
    'CallRail answers in another form than it documents: has_next_page.',
  ],
])('refuses %s', async (_, body, message) => {
  answer(200, {}, body);
  await expect(read()).rejects.toThrow(message);
});

test('refuses an answer that is too large', async () => {
  answer(200, {}, `"${'x'.repeat(33 * 1024 * 1024)}"`);
  await expect(read()).rejects.toThrow('The answer is larger than 32 MB.');
});

test.each(['/v3/next', ''])(
  'sends the key to no page of another origin, and uses nothing of the page that names it%s',
  async (path) => {
    answer(
      200,
      {},
      JSON.stringify({ calls: [call(1)], has_next_page: true, next_page: `${other.origin}${path}` }),
    );
    await expect(read()).rejects.toThrow(`CallRail names an address that is not of ${server.origin}`);
    await expect(read(access(), `${other.origin}/v3`)).rejects.toThrow(VendorProblem);
    expect(other.asked).toEqual([]);
  },
);

test('uses the second key while one is rotated, and asks nothing without one', async () => {
  expect(await read(access({ secrets: ['new-key-that-is-not-yet-there', server.key] }))).toHaveLength(3);
  await expect(read(access({ secrets: [] }))).rejects.toThrow(
    'CallRail needs a secret for its API: an API key.',
  );
});

test('sends no request to unnamed private networks, and none without TLS', async () => {
  for (const origin of ['http://127.0.0.1:1', 'https://10.0.0.1', 'https://localhost:1'])
    await expect(read(access({ origin: null, source: { ...callrail, origin } })), origin).rejects.toThrow(
      /(Use an https address|The address is in a private network|The host name of the address leads to a private network)\.$/,
    );
  await expect(read(access({ origin: 'http://callrail.example' }))).rejects.toThrow(
    'CallRail cannot be asked. Use an https address.',
  );
});

test('ends at once when it is stopped', async () => {
  const stopping = new AbortController();
  answer(500);
  const reading = read(access({ signal: stopping.signal, pause: async () => stopping.abort() }));
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
});

test('reads when to ask again', () => {
  const now = Date.parse('2026-03-11T15:00:00Z');
  expect(
    ['30', ' 0 ', 'Wed, 11 Mar 2026 15:01:00 GMT', 'Wed, 11 Mar 2026 14:00:00 GMT', 'soon', undefined].map(
      (text) => retryAfterOf(text, now),
    ),
  ).toEqual([30_000, 0, 60_000, 0, null, null]);
});

test('reads the lists and calls of CallTrackingMetrics', async () => {
  const ctm = callSystems['calltrackingmetrics'];
  server.instead = (request, response) => {
    const { pathname, search } = new URL(request.url ?? '', server.origin);
    const isAllowed =
      request.headers.authorization === `Basic ${Buffer.from('KEY:SECRET').toString('base64')}`;
    const next = search.includes('page=1') ? `${server.origin}/api/v1/accounts/25001/calls?page=2` : null;
    const one = { id: 4379952365, direction: 'inbound', audio: 'https://app.example/a.mp3' };
    const body = pathname.endsWith('/calls')
      ? { calls: [one], page: next ? 1 : 2, total_pages: 2, next_page: next }
      : one;
    response.writeHead(isAllowed ? 200 : 401).end(JSON.stringify(body));
    return true;
  };
  if (!ctm) throw new Error('there is no calltrackingmetrics');
  const given = access({ source: ctm, secrets: ['KEY:SECRET'] });
  const pages = [];
  for await (const { calls } of listCalls(given, { ...window, account: '25001' }, null))
    pages.push(calls.length);
  expect(pages).toEqual([1, 1]);
  expect(server.asked[0]).toBe(
    '/api/v1/accounts/25001/calls?per_page=150&page=1&start_date=2026-03-08&end_date=2026-03-12',
  );
  const found = await readCall(given, '25001', '4379952365');
  expect(found && ctm.recordingOf(found)).toEqual({
    id: 'calltrackingmetrics:4379952365',
    address: 'https://app.example/a.mp3',
  });
});
