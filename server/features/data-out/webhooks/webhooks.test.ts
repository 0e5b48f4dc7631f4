import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { addAccounts, addPerson, testApp } from '../../../../tests/support/test-app.ts';
import { openNotifications } from '../../../platform/notifications.ts';
import { type PortalChange, publishChanges, recordChanges } from '../../changes/index.ts';
import { receiverUrlProblem } from '../../../platform/standard-webhooks.ts';
import { cursorAt, readLogState } from '../index.ts';
import {
  addWebhook,
  countDeliveries,
  listDeliveries,
  listWebhooks,
  pauseWebhooks,
  removeWebhook,
  replayWebhook,
  resumeWebhook,
} from './webhooks.ts';
import { WebhookSender } from './send-webhooks.ts';
import { claimQueue, queueChanges } from './webhook-queues.ts';

const here = testApp();
const received: { headers: IncomingHttpHeaders; body: string; row: string }[] = [];
const silent: ServerResponse[] = [];
/** By row id; 204 for others. */
const answers = new Map<string, number>();
const receiver = createServer((request, response) => {
  void text(request).then((body) => {
    const message = JSON.parse(body) as { row: { id: string } };
    received.push({ headers: request.headers, body, row: message.row.id });
    if (request.url === '/hooks/silent') {
      silent.push(response);
      return;
    }
    response.writeHead(answers.get(message.row.id) ?? 204, { location: '/elsewhere' }).end();
  });
});
let url = '';
let webhook = { id: '', secret: '' };

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
  await addAccounts(here.database, [{ id: 'east' }, { id: 'west' }]);
  await addPerson(here.database, { id: 'olga', accounts: ['east'], password: false });
  await here.database.pool.query(`
    insert into tracking_lines (account_id, id, number, friendly_name)
    select account_id, account_id || n, account_id || n, 'Line ' || n
    from unnest('{east,west}'::text[]) account_id, generate_series(1, 20) n`);
});
afterAll(() => new Promise((resolve) => receiver.close(resolve)));
beforeEach(async () => {
  for (const { id } of await listWebhooks(here.database.kysely)) await removeWebhook(here, id);
  received.length = 0;
  answers.clear();
  await publishChanges(here.database);
  webhook = await addWebhook(here, { url, accountIds: null, files: null });
});

const sender = () =>
  new WebhookSender({
    ...here,
    log: here.app.http.log as never,
    notifications: openNotifications(here.database.pool, here.app.http.log as never),
  });
const line = (rowId: string): PortalChange => ({
  accountId: rowId.replace(/\d+$/, ''),
  file: 'tracking-lines',
  rowId,
});
const change = async (...changes: PortalChange[]) => {
  await here.database.transaction((transaction) =>
    recordChanges(transaction, changes, { contactId: 'olga', at: here.clock.now() }),
  );
  await publishChanges(here.database);
};
const idOf = ({ headers }: { headers: IncomingHttpHeaders }) => String(headers['webhook-id']);
const rows = () => received.map(({ row }) => row);
const minutes = (count: number) => here.clock.advance(count * 60_000);
const cursor = async () => {
  const state = await readLogState(here.database.kysely);
  return cursorAt(state, state.position);
};

test('a change is sent with its row, signed as the Standard Webhooks say, and only to who wants it', async () => {
  await addWebhook(here, { url: `${url}/west`, accountIds: ['west'], files: ['tracking-lines'] });
  await change(line('east1'), { accountId: null, file: 'contacts', rowId: 'olga' });
  await sender().send();
  expect(rows().sort()).toEqual(['east1', 'olga']);
  const nothing: (typeof received)[number] = { headers: {}, body: '', row: '' };
  const { headers, body } = received.find(({ row }) => row === 'east1') ?? nothing;
  expect(JSON.parse(body)).toEqual({
    id: expect.stringMatching(/^\d+$/),
    cursor: expect.any(String),
    position: expect.any(Number),
    account: 'east',
    file: 'tracking-lines',
    action: 'changed',
    at: here.clock.now().toISOString(),
    row: { id: 'east1', account_id: 'east', friendly_name: 'Line 1' },
  });
  // the library refuses other times than now
  vi.useFakeTimers({ toFake: ['Date'], now: here.clock.now() });
  onTestFinished(() => void vi.useRealTimers());
  const signed = headers as Record<string, string>;
  expect(new Webhook(webhook.secret).verify(body, signed)).toMatchObject({ row: { id: 'east1' } });
  expect(() => new Webhook(webhook.secret).verify(`${body} `, signed)).toThrow('No matching signature');
  expect(Buffer.from(webhook.secret.replace('whsec_', ''), 'base64')).toHaveLength(32);
  expect(Number(headers['webhook-timestamp'])).toBe(Math.floor(here.clock.now().getTime() / 1000));
  const { rows: stored } = await here.database.pool.query('select secret from webhooks');
  expect(JSON.stringify(stored)).not.toContain(webhook.secret.slice(6));
  await change(line('west1'));
  await sender().send();
  expect(rows().filter((row) => row === 'west1')).toHaveLength(2);
});

test('what fails is tried again with the same id, holds up its account alone, and is not skipped', async () => {
  answers.set('east1', 302);
  await change(line('east1'), line('east2'), line('west1'), line('east1'));
  await sender().send();
  expect(rows().sort()).toEqual(['east1', 'west1']);
  expect(
    (
      await listDeliveries(
        here.database.kysely,
        { webhookId: webhook.id, failedOnly: true },
        { page: 1, pageSize: 1 },
      )
    )[0],
  ).toMatchObject({
    attempts: 1,
    failure: 'The address answers with status 302.',
  });
  minutes(1);
  await sender().send();
  answers.delete('east1');
  minutes(5);
  await sender().send();
  expect(rows().filter((row) => row !== 'west1')).toEqual(['east1', 'east1', 'east1', 'east2', 'east1']);
  const ids = received.filter(({ row }) => row === 'east1').map(idOf);
  expect([new Set(ids.slice(0, 3)).size, new Set(ids).size]).toEqual([1, 2]);
});

test('after three days of failures the account is paused with a warning, until it is resumed', async () => {
  answers.set('east1', 500);
  await change(line('east1'));
  const warned = async () =>
    (await here.app.http.inject({ url: '/health' })).json<{ warnings?: string[] }>().warnings ?? [];
  await sender().send();
  expect((await warned()).join()).not.toContain('webhook');
  minutes(61);
  expect(await warned()).toContain(
    'A webhook has failed for more than an hour: npm run cli -- webhooks deliveries',
  );
  for (let hours = 0; hours <= 80; hours += 4) {
    await sender().send();
    minutes(12 * 60);
  }
  const attempts = received.length;
  const warnings = async () =>
    (await here.app.http.inject({ url: '/health' })).json<{ warnings?: string[] }>().warnings;
  expect(await warnings()).toContain('A webhook is paused: npm run cli -- webhooks list');
  expect((await listWebhooks(here.database.kysely))[0]).toMatchObject({ paused: 1, waiting: 0 });
  await change(line('east2'));
  await sender().send();
  expect(received.length).toBe(attempts);
  answers.clear();
  expect(await resumeWebhook(here, webhook.id)).toBe(1);
  await sender().send();
  expect(rows().slice(attempts)).toEqual(['east1', 'east2']);
});

test('several processes send each change once and in order; a claim of a killed one ends by itself', async () => {
  const before = await cursor();
  await change(...Array.from({ length: 20 }, (_, index) => line(`east${index + 1}`)));
  await change(...Array.from({ length: 20 }, (_, index) => line(`west${index + 1}`)));
  await Promise.all([sender().send(), sender().send(), sender().send()]);
  for (const account of ['east', 'west'])
    expect(rows().filter((row) => row.startsWith(account))).toEqual(
      Array.from({ length: 20 }, (_, index) => `${account}${index + 1}`),
    );
  const first = received.map(idOf);
  received.length = 0;
  await replayWebhook(here, { id: webhook.id, since: before });
  await here.database.pool.query('update webhook_queues set claimed_until = $1', [
    new Date(here.clock.now().getTime() + 20_000),
  ]);
  await sender().send();
  expect(received).toEqual([]);
  minutes(1);
  await sender().send();
  expect(received.map(idOf).sort()).toEqual(first.sort());
});

test('a receiver that does not answer leaves room for others, however many accounts wait', async () => {
  const ids = ['n1x', 'n2x', 'n3x', 'n4x', 'n5x', 'n6x'];
  await addAccounts(
    here.database,
    ids.map((id) => ({ id })),
  );
  await here.database.pool.query(
    `insert into tracking_lines (account_id, id, number) select id, id || 1, id from unnest($1::text[]) id`,
    [ids],
  );
  await addWebhook(here, { url: `${url}/silent`, accountIds: ids, files: null });
  await change(...ids.map((id) => line(`${id}1`)));
  await queueChanges(here.database, here.clock.now());
  await here.database.pool.query(
    `update webhook_queues set next_attempt_at = next_attempt_at - interval '1 minute'
     where webhook_id <> $1`,
    [webhook.id],
  );
  const sending = sender();
  const sent = sending.send();
  await expect.poll(() => received.length - silent.length).toBe(ids.length);
  expect(silent).toHaveLength(3);
  // changes made while deliveries are under way do not wait for them either
  await change(line('east1'));
  const later = sending.send();
  await expect.poll(() => rows()).toContain('east1');
  expect(silent).toHaveLength(3);
  const answering = setInterval(() => {
    for (const response of silent) if (!response.headersSent) response.writeHead(204).end();
  }, 5);
  await Promise.all([sent, later]);
  clearInterval(answering);
  expect(silent).toHaveLength(ids.length);
});

test('a secret that cannot be opened is a failure of its webhook alone', async () => {
  const { id } = await addWebhook(here, { url: `${url}/other`, accountIds: null, files: null });
  await here.database.pool.query(`update webhooks set secret = 'AAAA' where id = $1`, [id]);
  await change(line('east1'), line('west1'));
  await sender().send();
  expect(rows().sort()).toEqual(['east1', 'west1']);
  const failure =
    'Its secret cannot be opened with secrets/sealing-key of DATA_DIR: put that file back from a backup, or add the webhook again.';
  expect(
    await listDeliveries(here.database.kysely, { webhookId: id }, { page: 1, pageSize: 9 }),
  ).toMatchObject([
    { attempts: 1, failure },
    { attempts: 1, failure },
  ]);
});

test('the ids of messages are others after a backup was restored', async () => {
  await change(line('east1'));
  await sender().send();
  // the change that restoring a backup makes
  await here.database.pool.query('update portal_change_log set database_id = gen_random_uuid()');
  const state = await readLogState(here.database.kysely);
  await replayWebhook(here, { id: webhook.id, since: cursorAt(state, state.position - 1) });
  await sender().send();
  expect(rows()).toEqual(['east1', 'east1']);
  expect(new Set(received.map(idOf)).size).toBe(2);
});

test('an address, account or event that cannot be used is refused', async () => {
  const add = (more: object) => addWebhook(here, { url, accountIds: null, files: null, ...more });
  await expect(add({ url: 'http://10.0.0.1/' })).rejects.toThrow('Use an https address.');
  await expect(add({ accountIds: ['north'] })).rejects.toThrow('There is no account north.');
  await expect(add({ files: ['patients'] })).rejects.toThrow('There are no events patients.');
  await expect(replayWebhook(here, { id: webhook.id, since: 'x' })).rejects.toThrow('not a cursor');
  await expect(removeWebhook(here, 'none')).rejects.toThrow('There is no webhook none.');
});

test('webhooks that a backup brings are paused until they are resumed', async () => {
  await change(line('east1'));
  expect(await pauseWebhooks(here)).toBeGreaterThan(0);
  await change(line('east2'), line('west1'));
  minutes(10);
  await sender().send();
  expect(rows()).toEqual([]);
  await resumeWebhook(here, webhook.id);
  await sender().send();
  expect(rows().sort()).toEqual(['east1', 'east2', 'west1']);
});

test('what failed and what is due is found without reading all deliveries and queues', async () => {
  await here.database.pool.query(`
    insert into webhook_deliveries (webhook_id, change_id, position, file, row_id, attempts, first_attempt_at, last_attempt_at,
      delivered_at)
    select 'busy', 1000000 + n, n, 'calls', n, 1, '2025-01-01', '2025-01-01', '2025-01-01' from generate_series(1, 5000) n`);
  await here.database.pool.query(`
    insert into webhook_queues (webhook_id, account_id, position, waiting, next_attempt_at)
    select 'busy', n, 1, false, '2025-01-01' from generate_series(1, 5000) n`);
  await here.database.pool.query('vacuum analyze webhook_deliveries, webhook_queues');
  await here.database.transaction(async (transaction) => {
    const read = async () =>
      (
        await sql<{ name: string; count: number }>`
          select relname as name, (seq_tup_read + idx_tup_fetch)::int as count from pg_stat_xact_user_tables
          where relname in ('webhook_deliveries', 'webhook_queues') order by 1`.execute(transaction)
      ).rows;
    await listDeliveries(transaction, { webhookId: null, failedOnly: true }, { page: 1, pageSize: 20 });
    await countDeliveries(transaction, { webhookId: null, failedOnly: true }, 5_000);
    await claimQueue(transaction, here.clock.now());
    for (const { name, count } of await read()) expect(count, name).toBeLessThan(1_000);
  });
});

test.each([
  ['https://crm.example.com/hooks', null],
  ['http://localhost:9000/hooks', null],
  ['http://127.0.0.1:9000/', null],
  ['https://crm.internal:8443/hooks', null],
  ['http://crm.internal:8080/hooks', 'Use an https address.'],
  ['http://crm.example.com/hooks', 'Use an https address.'],
  ['file:///etc/passwd', 'Use an https address.'],
  ['https://ann:secret@crm.example.com/', 'Use an address without a user, password or fragment.'],
  [
    'https://10.0.0.7/',
    'This address is in a private network. Name its origin in WEBHOOK_PRIVATE_ORIGINS to allow it.',
  ],
  [
    'https://[::ffff:a00:7]/',
    'This address is in a private network. Name its origin in WEBHOOK_PRIVATE_ORIGINS to allow it.',
  ],
  [
    'https://167772167/',
    'This address is in a private network. Name its origin in WEBHOOK_PRIVATE_ORIGINS to allow it.',
  ],
  ['crm', 'This is not an address.'],
])('%s can be posted to unless: %s', (address, problem) => {
  expect(receiverUrlProblem(address, ['https://crm.internal:8443'])).toBe(problem);
});
