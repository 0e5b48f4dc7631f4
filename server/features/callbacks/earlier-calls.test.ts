import { listActivity } from '@mailcall/contract/activity.ts';
import { listCallbacks, takeInCallbacks } from '@mailcall/contract/callbacks.ts';
import { listCalls } from '@mailcall/contract/calls.ts';
import { resolveCall } from '@mailcall/contract/resolve.ts';
import { callSummaryCount, type Summary } from '@mailcall/contract/scoreboard.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { requestRoute } from '../../../tests/support/request-route.ts';
import { addPerson, signInAs, testApp, testNow } from '../../../tests/support/test-app.ts';
import { csv, FeedFolders } from '../ingest/feed-for-tests.ts';
import { importFolder, type ImportOptions } from '../ingest/index.ts';

const here = testApp();
const folders = new FeedFolders();
let token = '';

const hour = 60 * 60 * 1000;
const day = 24 * hour;
const now = Date.parse(testNow);
const localDay = (hoursAgo: number) =>
  new Date(now - hoursAgo * hour).toLocaleDateString('en-CA', { timeZone: 'America/Denver' });

const call = (id: string, hoursAgo: number, more: Record<string, unknown> = {}) => ({
  id,
  account_id: 'own',
  call_date_time: new Date(now - hoursAgo * hour).toISOString(),
  call_answered_by: 'Voicemail',
  caller_phone_number: `+1303555${String(hoursAgo % 10_000).padStart(4, '0')}`,
  follow_up_opportunity: false,
  ...more,
});

async function importCalls(calls: Record<string, unknown>[], options: Partial<ImportOptions> = {}) {
  const folder = await folders.folder({ 'calls.csv': csv(calls as never) });
  const report = await importFolder(here.database, folder, {
    files: here.files,
    clock: here.clock,
    ...options,
  });
  expect(report.firstRejections).toEqual([]);
}

beforeAll(async () => {
  const folder = await folders.folder({
    'accounts.csv': csv([{ id: 'own', name: 'Own', time_zone: 'America/Denver' }]),
  });
  await importFolder(here.database, folder, { files: here.files });
  await addPerson(here.database, { id: 'ann', accounts: ['own'] });
  await here.database.pool.query(`update contact_accounts set is_primary = true where contact_id = 'ann'`);
  token = await signInAs(here, 'ann@people.test');
});
afterAll(() => folders.remove());
beforeEach(async () => {
  here.clock.set(testNow);
  for (const table of ['calls', 'callback_actions', 'access_log'])
    await here.database.pool.query(`delete from ${table}`);
});

async function desk() {
  const { data } = await requestRoute<RouteReply<typeof listCallbacks>>(here, token, listCallbacks, {
    query: { accountIds: ['*'] },
  });
  return { waiting: data.records.map(({ id }) => id).sort(), earlier: data.earlier, counts: data.counts };
}
async function panel() {
  const filters = { outcome: ['missed-and-followup'] };
  const list = await requestRoute<RouteReply<typeof listCalls>>(here, token, listCalls, {
    query: { accountIds: ['*'], filters },
  });
  const { data } = await requestRoute<Summary>(here, token, callSummaryCount, {
    query: { accountIds: ['*'] },
  });
  expect(data.missed_and_followup_count).toBe(list.data.meta.total_count);
  return list.data.records.map(({ callId }) => callId).sort();
}
const takeIn = async (accountIds = ['*']) =>
  requestRoute<{ calls: number }>(here, token, takeInCallbacks, { body: { accountIds } });

test('by default all calls of the last 30 days wait', async () => {
  await importCalls([call('new', 2), call('old', 300), call('older', 31 * 24)]);
  expect(await desk()).toMatchObject({ waiting: ['new', 'old'], earlier: { callers: 0, calls: 0 } });
  expect(await panel()).toEqual(['new', 'old']);
});

test('calls before the named day wait neither at the desk nor in the panel, and stay missed calls', async () => {
  const calls = [
    call('new', 2),
    call('old', 300),
    call('flagged', 310, { call_answered_by: 'Staff', follow_up_opportunity: true }),
  ];
  await importCalls(calls, { callbacksFrom: localDay(24) });
  expect(await desk()).toMatchObject({
    waiting: ['new'],
    earlier: { callers: 2, calls: 2 },
    counts: { closed: { callers: 0 } },
  });
  expect(await panel()).toEqual(['new']);
  const { data } = await requestRoute<Summary>(here, token, callSummaryCount, {
    query: { accountIds: ['*'] },
  });
  expect(data).toMatchObject({ missed_calls_count: 2, followup_opportunity_calls_count: 1 });
});

test.each([
  ['that day', 0, ['edge']],
  ['the day after', 1, []],
])('the day is that of the office: from %s', async (_, days, waiting) => {
  // 04:30 UTC is the evening before in Denver
  const edge = Math.floor(now / day) * day - 2 * day + 4.5 * hour;
  await importCalls([{ ...call('edge', 0), call_date_time: new Date(edge).toISOString() }], {
    callbacksFrom: new Date(edge - day + days * day).toISOString().slice(0, 10),
  });
  expect((await desk()).waiting).toEqual(waiting);
});

test('a call at midnight is of the day that begins', async () => {
  const midnight = '2026-03-08T07:00:00.000Z';
  await importCalls([{ ...call('midnight', 0), call_date_time: midnight }], { callbacksFrom: '2026-03-08' });
  expect((await desk()).waiting).toEqual(['midnight']);
});

test('a call keeps what it had when it is imported again, with another day or without', async () => {
  await importCalls([call('old', 300)], { callbacksFrom: localDay(24) });
  await importCalls([call('old', 300), call('new', 290)]);
  expect((await desk()).waiting).toEqual(['new']);
  await importCalls([call('old', 300), call('new', 290)], { callbacksFrom: localDay(0) });
  expect((await desk()).waiting).toEqual(['new']);
  await importCalls([call('scored-later', 280, { call_answered_by: '' })], { callbacksFrom: localDay(24) });
  await importCalls([call('scored-later', 280)]);
  expect((await desk()).waiting).toEqual(['new']);
});

test('who calls again waits with the new call alone', async () => {
  const number = { caller_phone_number: '+13035559999' };
  await importCalls([call('old', 300, number)], { callbacksFrom: localDay(24) });
  await importCalls([call('again', 1, number)]);
  expect((await desk()).waiting).toEqual(['again']);
});

test('one press takes the earlier calls of the last 30 days in, once, and is logged for each office', async () => {
  await importCalls([call('new', 2), call('old', 300), call('old-too', 300), call('older', 31 * 24)], {
    callbacksFrom: localDay(24),
  });
  const versionOf = async (id: string) =>
    (await here.database.pool.query<{ version: string }>('select version from calls where id = $1', [id]))
      .rows[0]?.version;
  const before = await versionOf('old');
  expect((await takeIn()).data).toEqual({ calls: 2 });
  expect(await versionOf('old')).not.toBe(before);
  expect(await desk()).toMatchObject({ waiting: ['new', 'old'], earlier: { callers: 0, calls: 0 } });
  expect(await panel()).toEqual(['new', 'old', 'old-too']);
  expect((await takeIn()).data).toEqual({ calls: 0 });
  const { data } = await requestRoute<RouteReply<typeof listActivity>>(here, token, listActivity, {
    query: { accountIds: ['own'] },
  });
  expect(data.records.map(({ text }) => text)).toContain('Callback: took in the earlier calls');
  expect(data.records.filter(({ text }) => text.includes('took in'))).toHaveLength(1);
});

test('an earlier call can be resolved where it is found', async () => {
  await importCalls([call('old', 300)], { callbacksFrom: localDay(24) });
  await here.database.pool.query(
    `insert into staff (account_id, id, name) values ('own', 's1', 'Maria') on conflict do nothing`,
  );
  const { code } = await requestRoute(here, token, resolveCall, {
    params: { id: 'old' },
    body: {
      callbackHandler: 's1',
      callbackOutcomeResult: 'Spoke With Caller',
      callbackOutcomeOpportunityResult: 'Unknown',
      callbackOutcomeSummary: 'Was a question.',
    },
  });
  expect(code).toBe(200);
  expect((await desk()).earlier).toEqual({ callers: 0, calls: 0 });
});

test('calls of others are not taken in', async () => {
  await importCalls([call('old', 300)], { callbacksFrom: localDay(24) });
  expect((await takeIn(['foreign'])).code).toBe(403);
  expect((await takeIn([])).data).toEqual({ calls: 0 });
  expect((await desk()).earlier).toEqual({ callers: 1, calls: 1 });
});
