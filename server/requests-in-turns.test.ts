import { getCall } from '@mailcall/contract/calls.ts';
import { ingestRows, listFetches } from '@mailcall/contract/ingest.ts';
import { liveUpdates } from '@mailcall/contract/live.ts';
import { streamRecording } from '@mailcall/contract/recordings.ts';
import { getStartPage } from '@mailcall/contract/saved-views.ts';
import { exchangeScoreboardGrant, logout, scoreboardGrantHeader } from '@mailcall/contract/identity.ts';
import { userSettings } from '@mailcall/contract/settings.ts';
import { type AnyRoute, pathOf } from '@mailcall/contract/wire/route.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { countLockWaits, whileLocked } from '../tests/support/lock-waits.ts';
import { startServer, type TestServer, testTime } from '../tests/support/start-server.ts';
import { addAccounts, addPerson, signInAs } from '../tests/support/test-app.ts';
import { makeApiKey, makeScoreboardGrant } from './features/identity/index.ts';
import { takesTurns } from './platform/http/request-turns.ts';
import { serviceBase } from './platform/http/serve.ts';

let server: TestServer;
let onlooker: pg.Pool;
let [ann, ben] = ['', ''];

beforeAll(async () => {
  server = await startServer();
  onlooker = new pg.Pool({ ...server.database.pool.options, max: 1 });
  await addAccounts(server.database, [{ id: 'own' }]);
  await server.database.kysely
    .insertInto('calls')
    .values({ account_id: 'own', id: 'call', call_date_time: testTime })
    .execute();
  for (const id of ['ann', 'ben']) await addPerson(server.database, { id, accounts: ['own'] });
  ann = await signInAs({ app: server }, 'ann@people.test');
  ben = await signInAs({ app: server }, 'ben@people.test');
});
afterAll(async () => {
  await onlooker.end();
  await server.close();
});

const send = (token: string, route: AnyRoute, signal: AbortSignal | null = null, scheme = 'Bearer') =>
  fetch(`${server.url}${serviceBase[route.service]}${pathOf(route, { id: 'call' })}`, {
    method: route.method,
    headers: { authorization: `${scheme} ${token}`, connection: 'close' },
    signal,
  });

const open = (token: string, signal?: AbortSignal) => send(token, getCall, signal);

const connections = () =>
  new Promise<number>((resolve) => server.http.server.getConnections((_, count) => resolve(count)));

const reach = (count: number) =>
  vi.waitFor(async () => expect(await countLockWaits(onlooker)).toBe(count), {
    timeout: 60_000,
    interval: 20,
  });

/** Returns the unanswered requests and the refusal. */
async function sendUntilRefused(signal: AbortSignal) {
  const waiting: Promise<number>[] = [];
  const refused = Promise.withResolvers<Response>();
  for (let count = 0; count < 107; count += 1) {
    const status = open(ann, signal).then((answer) => {
      if (answer.status === 429) refused.resolve(answer);
      return answer.status;
    });
    status.catch(() => {});
    waiting.push(status);
  }
  return { waiting, refusal: await refused.promise };
}

test('runs six requests of a person at a time, lets a hundred wait, and refuses more', async () => {
  const leaving = new AbortController();
  const answers: Promise<Response>[] = [];
  await whileLocked(server.database.pool, 'calls', async () => {
    const sent = await sendUntilRefused(leaving.signal);
    expect(sent.refusal.headers.get('retry-after')).toBe('5');
    expect(await sent.refusal.json()).toEqual({
      status: 'error',
      message: 'Too many of your requests are waiting. Please try again in a moment.',
      data: null,
    });
    await reach(6);
    const other = open(ben);
    await reach(7);
    expect((await send(ben, getStartPage)).status).toBe(200);
    leaving.abort();
    await Promise.allSettled(sent.waiting);
    await vi.waitFor(async () => expect(await connections()).toBe(1), { timeout: 60_000, interval: 20 });
    answers.push(other, open(ann));
  });
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
  // the last was answered after one of the six that had begun; the others may still run
  const started = async () => {
    const { rows } = await onlooker.query(
      `select contact_id, count(*)::int from access_log where action = 'open' group by contact_id order by contact_id`,
    );
    return rows;
  };
  const expected = [
    { contact_id: 'ann', count: 7 },
    { contact_id: 'ben', count: 1 },
  ];
  await vi.waitFor(async () => expect(await started()).toEqual(expected), { timeout: 60_000, interval: 20 });
});

test('runs six requests of a person at a time that read from the identity service, beside the others', async () => {
  const answers: Promise<Response>[] = [];
  await whileLocked(server.database.pool, 'pending_contact_changes', async () => {
    for (let count = 0; count < 9; count += 1) answers.push(send(ben, userSettings));
    await reach(6);
    expect((await send(ben, getStartPage)).status).toBe(200);
  });
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(9).fill(200));
});

test('does not let the guests of a person wait together with the person', async () => {
  const link = new URL(await makeScoreboardGrant(server, 'ben@people.test', ['own']));
  const exchanged = await fetch(`${server.url}${serviceBase.identity}${exchangeScoreboardGrant.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: link.searchParams.get('code') }),
  });
  const { data } = (await exchanged.json()) as { data: { accessToken: string; grantToken: string } };
  const asGuest = () =>
    fetch(`${server.url}${serviceBase.data}${pathOf(getCall, { id: 'call' })}`, {
      headers: {
        authorization: `Bearer ${data.accessToken}`,
        [scoreboardGrantHeader]: data.grantToken,
        connection: 'close',
      },
    });
  const answers: Promise<Response>[] = [];
  await whileLocked(server.database.pool, 'calls', async () => {
    for (let count = 0; count < 7; count += 1) answers.push(asGuest());
    await reach(6);
    answers.push(open(ben));
    await reach(7);
  });
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(8).fill(200));
});

test('answers who waited only while the session lasts, which ends at once', async () => {
  const answers: Promise<Response>[] = [];
  await whileLocked(server.database.pool, 'calls', async () => {
    for (let count = 0; count < 8; count += 1) answers.push(open(ann));
    await reach(6);
    expect((await send(ann, logout)).status).toBe(200);
  });
  const statuses = (await Promise.all(answers)).map(({ status }) => status).sort((one, other) => one - other);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 401, 401]);
});

test('runs six requests of an API key at a time, however it is written', async () => {
  const key = async (system: string) =>
    (
      await makeApiKey(
        server.database.kysely,
        { name: system, system, scopes: ['ingest:files'] },
        server.clock.now(),
      )
    ).key;
  const [one, other] = [await key('one'), await key('other')];
  const answers: Promise<Response>[] = [];
  await whileLocked(server.database.pool, 'ingest_fetches', async () => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER'])
      for (let count = 0; count < 3; count += 1) answers.push(send(one, listFetches, null, scheme));
    await reach(6);
    answers.push(send(other, listFetches));
    await reach(7);
  });
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(10).fill(200));
});

test.each([
  ['a call', getCall, true],
  ['rows that a system sends', ingestRows, false],
  ['the live updates of a screen', liveUpdates, false],
  ['the sign-out', logout, false],
  ['the audio at an address', streamRecording, false],
])('whether %s waits for a turn', (_, route, waits) => {
  expect(takesTurns(route)).toBe(waits);
});
