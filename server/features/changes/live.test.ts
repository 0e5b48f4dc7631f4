import type { AddressInfo } from 'node:net';
import { automaticRequestHeader, scoreboardGrantHeader } from '@mailcall/contract/identity.ts';
import { type LiveEvent, liveUpdates, liveVersion } from '@mailcall/contract/live.ts';
import { addReviewComment } from '@mailcall/contract/review-comments.ts';
import { encodeQuery } from '@mailcall/contract/wire/query.ts';
import { decodeJwt } from 'jose';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { recordOfDesigns } from '../../../tests/support/designs.ts';
import { requestRoute } from '../../../tests/support/request-route.ts';
import { bearer, signInAs, testApp, testNow } from '../../../tests/support/test-app.ts';
import { buildApp } from '../../app.ts';
import { serviceBase } from '../../platform/http/serve.ts';
import { createLog } from '../../platform/log.ts';
import { bumpAccountVersions } from './account-versions.ts';
import { makeScoreboardGrant } from '../identity/index.ts';

const here = testApp();
const write = (sql: string, ...values: unknown[]) => here.database.pool.query(sql, values);
const change = (...accountIds: string[]) =>
  here.database.transaction((transaction) => bumpAccountVersions(transaction, accountIds));
beforeEach(() => recordOfDesigns(here));

const originOf = async ({ http }: typeof here.app) =>
  http.server.listening
    ? `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`
    : http.listen({ port: 0, host: '127.0.0.1' });

async function open(
  accountIds: readonly string[],
  {
    headers = {},
    app = here.app,
    realm,
  }: { headers?: object; app?: typeof here.app; realm?: 'limited-access' } = {},
) {
  const token = await signInAs(here, 'olga@people.test', realm && { realm });
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const address = `${await originOf(app)}${serviceBase.data}${liveUpdates.path}?${encodeQuery({ accountIds })}`;
  const answer = await fetch(address, { headers: { ...bearer(token), ...headers }, signal: stop.signal });
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  let received = '';
  const events = () =>
    [...received.matchAll(/^event: changed\ndata: (.*)\n\n/gm)].map(
      ([, data]) => JSON.parse(data ?? '') as LiveEvent,
    );
  /** Returns whether the stream has ended. */
  const read = async () => {
    const { done, value } = await reader.read();
    if (value) received += Buffer.from(value).toString();
    return done;
  };
  const until = async (isLast: (event: LiveEvent) => boolean) => {
    while (!events().some(isLast)) if (await read()) throw new Error('The stream has ended.');
    return events();
  };
  const untilEnd = async () => {
    while (!(await read()));
    return events();
  };
  return { token, answer, until, untilEnd };
}
const isData = ({ data }: LiveEvent) => data;

test('sends an account’s change, and a design with its revision, to its streams', async () => {
  const { answer, until } = await open(['own']);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
  ]);
  await change('foreign');
  await change('own');
  expect(await until(isData)).toEqual([{ data: true, designs: [] }]);
  const body = { body: 'Brighter.', side: 'front', x: 0.5, y: 0.5 };
  const token = await signInAs(here, 'olga@people.test');
  await requestRoute(here, token, addReviewComment, { params: { designId: 'card' }, body });
  const [, event] = await until(({ designs }) => designs?.[0]?.id === 'card');
  expect(event).toEqual({ data: false, designs: [{ id: 'card', revision: 2 }] });
});

test('combines many changes into one event per second', async () => {
  const { until } = await open(['own']);
  const started = performance.now();
  for (let count = 0; count < 20; count += 1) await change('own');
  await write(`select pg_notify('design_changed', '{"id":"last","accountId":"own","revision":1}')`);
  const events = await until(({ designs }) => designs?.[0]?.id === 'last');
  expect(events.length).toBeLessThanOrEqual(2 + (performance.now() - started) / 1000);
});

test('reaches readers of every process, even after a lost database connection', async () => {
  const second = await buildApp({ ...here, log: createLog(here.environment, { write: () => {} }) });
  const { until, untilEnd } = await open(['own'], { app: second });
  await write(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen %'`,
  );
  // screens reload, because notifications may be lost
  expect(await until(isData)).toContainEqual({ data: true, designs: null });
  const ended = untilEnd();
  await second.http.close();
  await ended;
}, 30_000);

test('is refused for another office’s account and without accounts', async () => {
  expect((await open(['foreign'])).answer.status).toBe(403);
  expect((await open([])).answer.status).toBe(400);
});

test('answers a request for headers without keeping a stream open', async () => {
  const token = await signInAs(here, 'olga@people.test');
  const address = `${await originOf(here.app)}${serviceBase.data}${liveUpdates.path}?${encodeQuery({ accountIds: ['own'] })}`;
  const answer = await fetch(address, { method: 'HEAD', headers: bearer(token) });
  expect([answer.status, await answer.text()]).toEqual([200, '']);
});

test('allows a person 50 streams', async () => {
  const { token } = await open(['own']);
  const address = `${await originOf(here.app)}${serviceBase.data}${liveUpdates.path}?${encodeQuery({ accountIds: ['own'] })}`;
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  // kept, because a stream ends when its response is garbage collected
  const responses: Response[] = [];
  for (let count = 0; count < 60 && responses.at(-1)?.status !== 429; count += 1)
    responses.push(await fetch(address, { headers: bearer(token), signal: stop.signal }));
  expect(responses.at(-1)?.status).toBe(429);
  expect(responses.length).toBeLessThanOrEqual(50);
});

test('tells a limited session about figures but not designs', async () => {
  const { until } = await open(['own'], { realm: 'limited-access' });
  await write(`select pg_notify('design_changed', '{"id":"card","accountId":"own","revision":5}')`);
  await change('own');
  expect(await until(isData)).toEqual([{ data: true, designs: [] }]);
});

test('ends with the session', async () => {
  const { token, untilEnd } = await open(['own']);
  await here.app.http.inject({ method: 'POST', url: '/api/identity/logout', headers: bearer(token) });
  expect(await untilEnd()).toEqual([]);
});

test('ends at once when its reader signs it out from another session', async () => {
  const { untilEnd } = await open(['own']);
  const elsewhere = bearer(await signInAs(here, 'olga@people.test'));
  await here.app.http.inject({ method: 'DELETE', url: '/api/identity/user/sessions', headers: elsewhere });
  expect(await untilEnd()).toEqual([]);
});

test('ends with its scoreboard grant or its reader’s access', async () => {
  const url = new URL(await makeScoreboardGrant(here, 'olga@people.test', ['foreign']));
  const exchanged = await here.app.http.inject({
    method: 'POST',
    url: '/api/identity/auth/scoreboard/grant',
    payload: { code: url.searchParams.get('code') },
  });
  const { grantToken } = exchanged.json<{ data: { grantToken: string } }>().data;
  const granted = await open(['foreign'], { headers: { [scoreboardGrantHeader]: grantToken } });
  expect(granted.answer.status).toBe(200);
  await write(`update scoreboard_grants set expires_at = '2026-01-01'`);
  await change('foreign');
  expect(await granted.untilEnd()).toEqual([]);

  const own = await open(['own']);
  await write(`delete from contact_accounts where contact_id = 'olga' and account_id = 'own'`);
  await change('own');
  expect(await own.untilEnd()).toEqual([]);
});

test('does not keep an idle session alive, nor do automatic requests', async () => {
  const automatic = { [automaticRequestHeader]: '1' };
  const { token, until, untilEnd } = await open(['own'], { headers: automatic });
  const seen = async () =>
    (await write('select seen_at from sessions where id = $1', decodeJwt(token)['sid'])).rows[0] as {
      seen_at: Date;
    };
  const version = (headers: object) =>
    here.app.http.inject({
      url: `${serviceBase.data}${liveVersion.path}?${encodeQuery({ accountIds: ['own'] })}`,
      headers: { ...bearer(token), ...headers },
    });
  const before = await seen();
  here.clock.advance(29 * 60_000);
  onTestFinished(() => here.clock.set(testNow));
  await change('own');
  expect(await until(isData)).toHaveLength(1);
  expect((await version(automatic)).statusCode).toBe(200);
  expect(await seen()).toEqual(before);
  here.clock.advance(2 * 60_000);
  expect((await version(automatic)).statusCode).toBe(401);
  await change('own');
  expect(await untilEnd()).toHaveLength(1);
});

test('increases the version with each change and counts the calls in scope', async () => {
  const token = await signInAs(here, 'olga@people.test');
  const ask = async (filters?: object) =>
    (
      await requestRoute<{ calls: number; meta: { version: number } }>(here, token, liveVersion, {
        query: { accountIds: ['own'], filters },
      })
    ).data;
  const before = await ask();
  await write(`insert into calls (account_id, id, call_date_time) values
    ('own', 'new', '2026-03-11T14:59:00Z'), ('foreign', 'theirs', '2026-03-11T14:59:00Z')`);
  await change('own');
  const after = await ask();
  expect([after.calls - before.calls, after.meta.version - before.meta.version]).toEqual([1, 1]);
  expect((await ask({ startDate: '2026-03-12', endDate: '2026-03-12' })).calls).toBe(0);
});
