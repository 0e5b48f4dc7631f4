import { writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { limitedRole } from '@mailcall/contract/identity.ts';
import { beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../../tests/support/programs.ts';
import { addAccounts, addPerson, bearer, signInAs, testApp } from '../../../tests/support/test-app.ts';
import { recordCommandRun } from '../../platform/command-runs.ts';
import { addJob } from '../../platform/jobs.ts';
import { createLog } from '../../platform/log.ts';
import { openSealedTexts } from '../../platform/sealed-text.ts';
import { readProvider } from '../../provider.ts';
import {
  makeApiKey,
  changeRoles,
  inviteContact,
  listGrants,
  makeScoreboardGrant,
  revokeGrant,
} from '../identity/index.ts';
import { noteCall } from '../connectors/waiting-calls.ts';
import { addConnection, addSecret, park } from '../connectors/index.ts';
import { importFolder } from '../ingest/index.ts';
import { openOutbox } from '../outbox/index.ts';
import { addWebhook } from '../data-out/index.ts';
import { listAccess } from './access-log.ts';
import { operationWarnings } from './operation-warnings.ts';

const here = testApp();

beforeAll(async () => {
  await addAccounts(here.database, [{ id: 'own', name: 'Elm Street' }, { id: 'guest' }]);
  await addPerson(here.database, { id: 'olga', accounts: ['own'] });
  await addPerson(here.database, { id: 'fake', accounts: ['own'], roles: ['operator'] });
  await addPerson(here.database, { id: 'ann' });
  await changeRoles(here, 'ann@people.test', { add: 'operator' });
});

const operate = (token: string, path = 'overview') =>
  here.app.http.inject({ url: `/api/data/operate/${path}`, headers: bearer(token) });

async function importContact(row: Record<string, string>) {
  const folder = await temporaryFolder();
  await writeFile(
    join(folder, 'contacts.csv'),
    `${Object.keys(row).join(',')}\n${Object.values(row).join(',')}\n`,
  );
  return importFolder(here.database, folder, { files: here.files });
}

test('the feed neither gives nor takes the role of an operator', async () => {
  const given = await importContact({
    id: 'olga',
    name: 'Olga',
    email: 'olga@people.test',
    roles: 'operator',
  });
  expect(given.firstRejections).toMatchObject([{ column: 'roles' }]);
  expect((await operate(await signInAs(here, 'olga@people.test'))).statusCode).toBe(404);

  const token = await signInAs(here, 'ann@people.test');
  expect((await operate(token)).statusCode).toBe(200);
  await importContact({ id: 'ann', name: 'Ann', email: 'ann@people.test', roles: '' });
  expect((await operate(token)).statusCode).toBe(200);
});

test('the feed does not change where an operator gets links and codes', async () => {
  const ann = { id: 'ann', name: 'Ann', email: 'ann@people.test' };
  const email = 'somebody@people.test';
  const rejections = async (row: Record<string, string>) =>
    (await importContact(row)).firstRejections.map(({ column }) => column);
  expect(await rejections({ ...ann, email })).toEqual(['email']);
  expect(await rejections({ ...ann, phone: '+13035550177' })).toEqual(['phone']);
  // other columns of a row that removes a contact do not count
  expect(await rejections({ ...ann, email, deleted: 'true' })).toEqual([]);
  expect(await rejections({ ...ann, email, deleted: 'false' })).toEqual(['email']);
  expect(await rejections({ ...ann, deleted: 'false' })).toEqual([]);
  expect(await rejections({ ...ann, name: 'Ann Lee' })).toEqual([]);
  expect(await rejections({ id: 'olga', name: 'Olga', email: 'new@people.test' })).toEqual([]);
  await importContact({ id: 'olga', name: 'Olga', email: 'olga@people.test' });
  expect((await operate(await signInAs(here, 'ann@people.test'))).statusCode).toBe(200);
});

test('the role opens nothing in the column of the feed, nor for a limited session', async () => {
  expect((await operate(await signInAs(here, 'fake@people.test'))).statusCode).toBe(404);
  const limited = await signInAs(here, 'ann@people.test', { realm: 'limited-access' });
  expect((await operate(limited)).statusCode).toBe(404);
});

test('a role that is taken ends the access at the next request', async () => {
  await addPerson(here.database, { id: 'ben' });
  await changeRoles(here, 'ben@people.test', { add: 'operator' });
  const token = await signInAs(here, 'ben@people.test');
  expect((await operate(token)).statusCode).toBe(200);
  expect(await changeRoles(here, 'BEN@people.test', { add: limitedRole })).toMatchObject({
    portalRoles: [limitedRole, 'operator'],
  });
  expect((await operate(token)).statusCode).toBe(404);
  await changeRoles(here, 'ben@people.test', { remove: limitedRole });
  await changeRoles(here, 'ben@people.test', { remove: 'operator' });
  expect((await operate(token)).statusCode).toBe(404);
});

test('who gave and took a role is on record', async () => {
  await addPerson(here.database, { id: 'cem' });
  const email = 'cem@people.test';
  await changeRoles(here, email, { add: 'operator' });
  await changeRoles(here, email, { add: 'operator' });
  here.clock.advance(60_000);
  await changeRoles(here, email, { remove: 'operator' });
  const by = userInfo().username;
  const known = { contactId: 'cem', email, role: 'operator', accountIds: null, by };
  const now = here.clock.now().toISOString();
  const changes = [
    { ...known, given: false, at: now },
    { ...known, given: true, at: new Date(here.clock.now().getTime() - 60_000).toISOString() },
  ];
  const overview = await operate(await signInAs(here, 'ann@people.test'));
  const { roleChanges } = overview.json<{ data: { roleChanges: { email: string }[] } }>().data;
  expect(roleChanges.filter((change) => change.email === email)).toEqual(changes);
});

test('what operators read is in the access log, by account, once within the hour', async () => {
  let token = await signInAs(here, 'ann@people.test');
  const ofOwn = async () =>
    (await listAccess(here.database.kysely, { accountId: 'own', action: 'list' }, { page: 1, pageSize: 9 }))
      .records;
  for (const path of ['accounts?query=elm', 'accounts?query=elm', 'contacts?query=olga'])
    await operate(token, path);
  expect((await ofOwn()).toSorted((one, other) => (one.kind < other.kind ? -1 : 1))).toMatchObject([
    { email: 'ann@people.test', accountId: 'own', moreAccounts: 0, kind: 'accounts' },
    { email: 'ann@people.test', accountId: 'own', moreAccounts: 0, kind: 'contacts' },
  ]);
  here.clock.advance(2 * 60 * 60_000);
  token = await signInAs(here, 'ann@people.test');
  await operate(token, 'accounts');
  const [last] = await ofOwn();
  expect(last).toMatchObject({ accountId: 'own', moreAccounts: 1, kind: 'accounts' });
  const all = (await operate(token, 'access')).json<{ data: { records: { action: string }[] } }>().data
    .records;
  expect(all.filter(({ action }) => action !== 'sign in')).toMatchObject([
    { action: 'list', accountId: 'guest', moreAccounts: 1 },
    {},
    {},
  ]);
  // contacts without accounts too, however soon after others
  for (const query of ['olga', 'ann', 'ann']) await operate(token, `contacts?query=${query}`);
  const { records } = await listAccess(here.database.kysely, { action: 'list' }, { page: 1, pageSize: 99 });
  expect(records.filter(({ accountId }) => accountId === null)).toMatchObject([
    { email: 'ann@people.test', kind: 'contacts', moreAccounts: 0 },
  ]);
});

test('a session of a scoreboard grant does not open it, and ends when the grant is revoked', async () => {
  const link = new URL(await makeScoreboardGrant(here, 'ann@people.test', ['guest']));
  const answer = await here.app.http.inject({
    method: 'POST',
    url: '/api/identity/auth/scoreboard/grant',
    payload: { code: link.searchParams.get('code') },
  });
  const { accessToken, grantToken } = answer.json<{ data: { accessToken: string; grantToken: string } }>()
    .data;
  expect((await operate(accessToken)).statusCode).toBe(404);
  const read = () =>
    here.app.http.inject({
      url: '/api/data/call-summary-count?accountIds[]=guest',
      headers: { ...bearer(accessToken), 'x-grant-scoreboard': grantToken },
    });
  expect((await read()).statusCode).toBe(200);
  const [grant] = await listGrants(here.database.kysely, here.clock.now());
  expect(grant).toMatchObject({ email: 'ann@people.test', accountIds: ['guest'], state: 'in use' });
  await revokeGrant(here.database, grant?.id ?? '', here.clock.now());
  expect((await read()).statusCode).toBe(401);
  expect(await listGrants(here.database.kysely, here.clock.now())).toEqual([]);
});

test('shows webhooks with failed deliveries, messages, invitations, and where a list ends', async () => {
  const { id } = await addWebhook(here, {
    url: 'https://crm.example.com/in/a-secret?key=another',
    accountIds: ['own'],
    files: null,
  });
  await here.database.pool.query(
    `insert into webhook_deliveries (webhook_id, change_id, account_id, position, file, row_id, attempts,
      first_attempt_at, last_attempt_at, delivered_at, failure) values
      ($1, 1, 'own', 1, 'calls', 'c1', 1, '2026-03-01', '2026-03-01', '2026-03-01', null),
      ($1, 2, 'own', 2, 'calls', 'c2', 3, '2026-03-02', '2026-03-03', null, 'The address answers with status 500.')`,
    [id],
  );
  await addPerson(here.database, { id: 'ida', password: false });
  const provider = readProvider(here.environment);
  await inviteContact(
    { ...here, outbox: openOutbox({ ...here, log: createLog(here.environment), provider }) },
    'ida@people.test',
  );
  const token = await signInAs(here, 'ann@people.test');
  const read = async (path: string) => (await operate(token, path)).json<{ data: unknown }>().data;
  expect(await read('overview')).toMatchObject({
    webhooks: [{ url: 'https://crm.example.com/in/…', accountIds: ['own'], files: null, paused: 0 }],
    messages: [{ channel: 'email', recipient: 'ida@people.test', failure: null }],
  });
  const failure = 'The address answers with status 500.';
  const failed = { rowId: 'c2', url: 'https://crm.example.com/in/…', attempts: 3, failure };
  expect(await read('deliveries')).toMatchObject({
    meta: { total_count: 2 },
    records: [failed, { rowId: 'c1', failure: null }],
  });
  expect(await read('deliveries?state=failed')).toMatchObject({
    meta: { total_count: 1 },
    records: [failed],
  });
  expect(await read('contacts?query=ida')).toMatchObject({
    records: [{ activated: false, invitedUntil: expect.any(String) as string }],
  });
  // a page past the end also has the length of the list
  expect(await read('accounts?page=9')).toEqual({ meta: { total_count: 2 }, records: [] });
});

test('shows accounts, contacts, keys and uses, and no secrets', async () => {
  const wanted = { name: 'Calls', system: 'telephony', scopes: ['ingest:calls'] };
  const { key } = await makeApiKey(here.database.kysely, wanted, here.clock.now());
  await here.database.pool.query(
    `insert into access_log (account_id, contact_id, action, subject_kind, subject_id) values ('own', 'olga', 'open', 'call', 'c1')`,
  );
  const now = here.clock.now();
  await here.database.transaction(async (transaction) => {
    await addConnection(transaction, { name: 'rail', kind: 'callrail' }, now);
    const secret = { connection: 'rail', purpose: 'webhook' as const, secret: 'key-of-rail', keepDays: 0 };
    await addSecret(transaction, await openSealedTexts(here.environment), secret, now);
    await noteCall(transaction, { connection: 'rail', callId: 'CAL1', leftOut: null, now });
    const items = [{ reference: '+17205550123', item: 'CAL2' }];
    await park(transaction, { connection: 'rail', items }, now);
  });
  const token = await signInAs(here, 'ann@people.test');
  const overview = await operate(token);
  expect(overview.json()).toMatchObject({
    data: {
      // this application has no worker, and the clock has moved on
      warnings: [expect.stringContaining('No worker has looked for what is to be done')],
      connections: [{ name: 'rail', secrets: ['webhook'], waiting: 1, failed: 0, parked: 1, problem: null }],
      parked: [{ connection: 'rail', reference: '+17205550123', count: 1, firstAt: now.toISOString() }],
      apiKeys: [{ name: 'Calls', state: 'active' }],
      version: { embedded: here.database.embedded },
    },
  });
  expect(overview.body).not.toContain(key);
  expect(overview.body).not.toContain('key-of-rail');
  expect((await operate(token, 'accounts?query=elm')).json()).toMatchObject({
    data: { meta: { total_count: 1 }, records: [{ id: 'own', contactsCount: 2, locationSource: null }] },
  });
  for (const [place, source] of [
    ["address = '12 Main St, Boulder, CO 80302'", 'zip'],
    ['latitude = 39.7, longitude = -104.9', 'feed'],
  ]) {
    await here.database.pool.query(`update accounts set ${place} where id = 'own'`);
    expect((await operate(token, 'accounts?query=elm')).json()).toMatchObject({
      data: { records: [{ id: 'own', locationSource: source }] },
    });
  }
  expect((await operate(token, 'contacts?query=ann&pageSize=1')).json()).toMatchObject({
    data: { records: [{ id: 'ann', portalRoles: ['operator'], accountIds: [] }] },
  });
  expect((await operate(token, 'access')).json()).toMatchObject({
    data: {
      records: expect.arrayContaining([
        expect.objectContaining({ email: 'olga@people.test', action: 'open' }),
      ]) as unknown,
    },
  });
});

test('warns of a missing worker, of jobs that failed for good, and of data that is overdue', async () => {
  const { pool, kysely } = here.database;
  const start = here.clock.now();
  const after = (minutes: number) => new Date(start.getTime() + minutes * 60_000);
  const warnings = (minutes: number, [importWarningHours, backupWarningHours]: (number | undefined)[] = []) =>
    operationWarnings(
      { database: kysely, environment: { importWarningHours, backupWarningHours }, now: after(minutes) },
      start,
    );
  const workerAt = (at: Date) =>
    pool.query(
      `insert into alert_heartbeat (checked_at) values ($1) on conflict (id) do update set checked_at = $1`,
      [at],
    );
  // of a worker that has not begun yet, and of one of long ago before the first minutes have passed
  expect(await warnings(10)).toEqual([]);
  expect(await warnings(11)).toEqual([
    expect.stringContaining('No worker has looked for what is to be done'),
  ]);
  await workerAt(after(-9_000));
  expect(await warnings(9)).toEqual([]);
  await workerAt(after(60));
  expect(await warnings(70)).toEqual([]);
  expect(await warnings(71)).toHaveLength(1);
  // a worker whose clock is ahead is one
  expect(await warnings(50)).toEqual([]);

  for (const task of ['audit', 'send message', 'write export']) await addJob(kysely, task, {});
  const failed = (condition: string, updated: string) =>
    pool.query(
      `update graphile_worker._private_jobs set attempts = max_attempts, updated_at = now() - interval '${updated}'
      where task_id in (select id from graphile_worker._private_tasks where ${condition})`,
    );
  expect(await warnings(60)).toEqual([]);
  await failed(`identifier in ('audit', 'send message')`, '2 hours');
  expect(await warnings(60)).toEqual([
    'A job of the last day failed and is not tried again: npm run cli -- queues',
  ]);
  await failed(`identifier = 'write export'`, '1 hour');
  expect(await warnings(60)).toEqual([
    '2 jobs of the last day failed and are not tried again: npm run cli -- queues',
  ]);
  await failed('true', '25 hours');
  expect(await warnings(60)).toEqual([]);

  const dayLater = 24 * 60 + 1;
  await workerAt(after(dayLater));
  const old = [
    'Nothing was imported for more than 24 hours (IMPORT_WARNING_HOURS): neither a folder, nor rows with an API key.',
    'No backup was made for more than 24 hours (BACKUP_WARNING_HOURS): npm run cli -- backup',
  ];
  expect(await warnings(dayLater)).toEqual([]);
  expect(await warnings(dayLater - 1, [24, 24])).toEqual([]);
  expect(await warnings(dayLater, [24, 24])).toEqual(old);
  for (const command of ['import', 'backup'])
    await recordCommandRun(
      { database: kysely, clock: here.clock },
      { command, startedAt: start, counts: {} },
    );
  expect(await warnings(dayLater, [24, 24])).toEqual(old);
  await pool.query('update api_keys set last_used_at = $1', [after(2)]);
  expect(await warnings(dayLater, [24, undefined])).toEqual([]);
  expect(await warnings(dayLater, [undefined, 24])).toEqual(old.slice(1));
});
