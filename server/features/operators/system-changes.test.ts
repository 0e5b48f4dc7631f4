import {
  endContactSessions,
  resendMessage,
  resumeWebhook,
  retryJobs,
  revokeApiKey,
  revokeGrant,
  rotateSigningKey,
} from '@mailcall/contract/operate.ts';
import { relatedAccounts } from '@mailcall/contract/identity.ts';
import type { AnyRoute } from '@mailcall/contract/wire/route.ts';
import { decodeProtectedHeader } from 'jose';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { requestRoute } from '../../../tests/support/request-route.ts';
import { addAccounts, addPerson, signInAs, testApp } from '../../../tests/support/test-app.ts';
import { addJob } from '../../platform/jobs.ts';
import { addWebhook } from '../data-out/index.ts';
import { changeRoles, listApiKeys, makeApiKey, makeScoreboardGrant } from '../identity/index.ts';
import { listAccess } from './access-log.ts';

const here = testApp({ SMTP_URL: 'smtp://127.0.0.1:1' });
const query = <Row extends object>(sql: string, ...values: unknown[]) =>
  here.database.pool.query<Row>(sql, values);

let token = '';
beforeAll(async () => {
  await addAccounts(here.database, [{ id: 'own' }]);
  await addPerson(here.database, { id: 'olga', accounts: ['own'] });
  await addPerson(here.database, { id: 'ann' });
  await changeRoles(here, 'ann@people.test', { add: 'operator' });
  token = await signInAs(here, 'ann@people.test');
});
beforeEach(() => query('delete from operator_reads'));

const ask = (route: AnyRoute, parts: Parameters<typeof requestRoute>[3] = {}) =>
  requestRoute<Record<string, number>>(here, token, route, parts);

const logged = async () =>
  (await listAccess(here.database.kysely, { contact: 'ann' }, { page: 1, pageSize: 20 })).records.map(
    ({ action, kind, subjectId }) => [action, kind, subjectId],
  );

test('runs failed jobs of one task again, and leaves others as they are', async () => {
  await query('delete from graphile_worker._private_jobs');
  await here.database.transaction(async (transaction) => {
    for (const task of ['write export', 'write export', 'send message']) await addJob(transaction, task, {});
  });
  await query(`update graphile_worker._private_jobs set attempts = max_attempts`);
  await here.database.transaction((transaction) => addJob(transaction, 'write export', {}));
  expect((await ask(retryJobs, { body: { task: 'write export' } })).data).toEqual({ retried: 2 });
  const { rows } = await query(`
    select identifier, attempts from graphile_worker._private_jobs jobs
      join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id order by identifier, attempts`);
  expect(rows).toEqual([
    { identifier: 'send message', attempts: 12 },
    ...Array.from({ length: 3 }, () => ({ identifier: 'write export', attempts: 0 })),
  ]);
  expect(await logged()).toEqual([['retry', 'jobs', 'write export']]);
});

test('sends a message again that was given up, and says why one cannot be sent', async () => {
  await query(
    `insert into outbox (id, channel, recipient, subject, body_text, written_at, expires_at, failed_at, failure, abandoned_at)
     values ('11111111-1111-4111-8111-111111111111', 'email', 'olga@people.test', 'Hello', 'Hello', $1, $2, $1, 'refused', $1)`,
    here.clock.now(),
    new Date(here.clock.now().getTime() + 60_000),
  );
  const id = '11111111-1111-4111-8111-111111111111';
  expect((await ask(resendMessage, { params: { id } })).code).toBe(200);
  expect((await query(`select abandoned_at from outbox where id = $1`, id)).rows).toEqual([
    { abandoned_at: null },
  ]);
  const none = '22222222-2222-4222-8222-222222222222';
  expect(await ask(resendMessage, { params: { id: none } })).toMatchObject({
    code: 422,
    message: expect.stringContaining('This message cannot be sent again') as string,
  });
  expect(await logged()).toEqual(
    expect.arrayContaining([
      ['resend', 'message', id],
      ['resend', 'message', none],
    ]),
  );
});

test('resumes a paused webhook', async () => {
  const { id } = await addWebhook(here, {
    url: 'https://crm.example.com/',
    accountIds: ['own'],
    files: null,
  });
  await query(
    `insert into webhook_queues (webhook_id, account_id, position, next_attempt_at, paused_at)
     values ($1, 'own', 0, now(), now()) on conflict (webhook_id, account_id) do update set paused_at = now()`,
    id,
  );
  expect((await ask(resumeWebhook, { params: { id } })).data).toEqual({ accounts: 1 });
  expect(await logged()).toEqual([['resume', 'webhook', id]]);
});

test('revokes an API key once', async () => {
  const wanted = { name: 'CRM', system: 'crm', scopes: ['export'] };
  const { apiKey } = await makeApiKey(here.database.kysely, wanted, here.clock.now());
  expect((await ask(revokeApiKey, { params: { id: apiKey.id } })).code).toBe(200);
  const [stored] = await listApiKeys(here.database.kysely);
  expect(stored?.revokedAt).toEqual(here.clock.now());
  expect(await ask(revokeApiKey, { params: { id: apiKey.id } })).toMatchObject({ code: 422 });
  expect(await logged()).toEqual([['revoke', 'API key', apiKey.id]]);
});

test('ends a scoreboard grant', async () => {
  await makeScoreboardGrant(here, 'olga@people.test', ['own']);
  const { rows } = await query<{ id: string }>('select id from scoreboard_grants');
  const id = rows[0]?.id ?? '';
  expect((await ask(revokeGrant, { params: { id } })).code).toBe(200);
  expect((await ask(revokeGrant, { params: { id } })).code).toBe(422);
  expect((await query('select 1 from scoreboard_grants')).rows).toEqual([]);
});

test('signs a contact out everywhere', async () => {
  const olga = await signInAs(here, 'olga@people.test');
  expect((await ask(endContactSessions, { params: { id: 'olga' } })).data).toMatchObject({
    removedPasskeys: 0,
  });
  expect((await requestRoute(here, olga, relatedAccounts)).code).toBe(401);
  expect((await ask(endContactSessions, { params: { id: 'nobody' } })).code).toBe(404);
  expect(await logged()).toEqual([['end', 'sessions', 'olga']]);
});

test('signs with a new key, and nobody is signed out', async () => {
  const before = await signInAs(here, 'olga@people.test');
  expect((await ask(rotateSigningKey)).code).toBe(200);
  here.clock.advance(120_000);
  const after = await signInAs(here, 'olga@people.test');
  expect(decodeProtectedHeader(after).kid).not.toBe(decodeProtectedHeader(before).kid);
  expect((await requestRoute(here, before, relatedAccounts)).code).toBe(200);
});
