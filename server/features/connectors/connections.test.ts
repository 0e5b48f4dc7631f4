import { createHmac } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../../tests/support/programs.ts';
import { testApp } from '../../../tests/support/test-app.ts';
import { equalTexts } from '../../platform/signed-texts.ts';
import { notValid } from '../../platform/http/problems.ts';
import { openSealedTexts, type SealedTexts } from '../../platform/sealed-text.ts';
import {
  addConnection,
  addressOfConnection,
  findConnection,
  listConnections,
  removeConnection,
} from './connections.ts';
import { addSecret, readSecrets } from './secrets.ts';
import { cleanConnections } from './clean.ts';
import { connectionStates } from './states.ts';
import { currentMapping, storeMapping } from './mappings.ts';
import { findAssignments, listParked, park, storeAssignment, unpark } from './parked.ts';
import type { KindHandler } from './kind-handler.ts';

const received: string[] = [];

const signatureOf = (body: string | Buffer, secret: string) =>
  createHmac('sha256', secret).update(body).digest('hex');

const handler: KindHandler = {
  kind: 'lob',
  title: 'Example',
  webhookSecret: 'the secret',
  setUp: (address) => [address],
  assignedTo: 'mailing',
  webhook: {
    types: ['application/json'],
    maxBytes: 1000,
    isSigned: ({ body, headers }, secret) => equalTexts(signatureOf(body, secret), headers['x-signature']),
    async receive(transaction, { body, connection, now }) {
      await park(transaction, { connection: connection.name, items: [{ reference: 'M-9', item: '1' }] }, now);
      if (body.toString() === 'not JSON') throw notValid({ request: 'Send JSON.' });
      received.push(`${connection.name}: ${body.toString()}`);
    },
    sample: () => ({ body: Buffer.from(''), headers: {} }),
  },
};

const here = testApp({}, { connectionKinds: [handler] });
const secret = 'a-secret-of-lob';
let sealedTexts: SealedTexts;

beforeAll(async () => {
  sealedTexts = await openSealedTexts(here.environment);
  const now = here.clock.now();
  for (const name of ['lob-main', 'lob-bare', 'lob-gone'])
    await addConnection(here.database.kysely, { name, kind: 'lob' }, now);
  for (const connection of ['lob-main', 'lob-gone'])
    await here.database.transaction((transaction) =>
      addSecret(transaction, sealedTexts, { connection, purpose: 'webhook', secret, keepDays: 0 }, now),
    );
  await here.database.transaction((transaction) => removeConnection(transaction, 'lob-gone', now));
});

async function post(
  body: string,
  options: { name?: string; secret?: string; type?: string } = {},
): Promise<[status: number, message: string | undefined]> {
  const answer = await here.app.http.inject({
    method: 'POST',
    url: new URL(addressOfConnection(here.environment.publicUrl, options.name ?? 'lob-main')).pathname,
    headers: {
      'content-type': options.type ?? 'application/json',
      'x-signature': signatureOf(body, options.secret ?? secret),
    },
    payload: body,
  });
  return [answer.statusCode, answer.json<{ message?: string }>().message];
}

test('a signed event is given to the handler of its kind, and answered 200', async () => {
  expect(await post('{"id":1}')).toEqual([200, undefined]);
  expect(received).toEqual(['lob-main: {"id":1}']);
  expect((await findConnection(here.database.kysely, 'lob-main'))?.lastReceivedAt).toEqual(here.clock.now());
  expect(await listParked(here.database.kysely)).toMatchObject([{ reference: 'M-9', count: 1 }]);
});

test('what is not signed with the secret is refused alike for connections that there are and are not', async () => {
  const refused = await post('{"id":2}', { secret: 'another-secret' });
  expect(refused).toEqual([403, 'The request is not signed for this address.']);
  for (const name of ['lob-bare', 'lob-gone', 'lob-none'])
    expect(await post('{"id":2}', { name }), name).toEqual(refused);
  expect(await post('{"id":2}', { type: 'text/csv', secret: 'another-secret' })).toEqual(refused);
  expect(await post('x'.repeat(2000), { secret: 'another-secret' })).toEqual(refused);
  expect(received).toHaveLength(1);
});

test('refused requests are counted by connection, except to unknown connections', async () => {
  const stateOf = async (name: string) =>
    (
      await connectionStates({ database: here.database.kysely, sealedTexts }, [handler], here.clock.now())
    ).find((one) => one.name === name);
  const before = (await stateOf('lob-main'))?.refused ?? 0;
  here.clock.advance(1_000);
  await Promise.all(
    Array.from({ length: 5 }, (_, id) => post(`{"id":${id}}`, { secret: 'another-secret' })).concat(
      ['lob-gone', 'lob-none'].map((name) => post('{"id":2}', { name })),
    ),
  );
  expect(await stateOf('lob-main')).toMatchObject({
    refused: before + 5,
    lastRefusedAt: here.clock.now(),
  });
  here.clock.advance(1_000);
  expect((await post('{"id":9}'))[0]).toBe(200);
  expect(await stateOf('lob-main')).toMatchObject({ refused: before + 5 });
  expect(await listConnections(here.database.kysely, { removed: true })).toMatchObject([
    { name: 'lob-bare' },
    { name: 'lob-gone', refused: 0, lastRefusedAt: null },
    { name: 'lob-main' },
  ]);
  received.pop();
});

test('the log tells once a minute of unsigned requests to a known connection', async () => {
  here.clock.advance(60_000);
  const before = here.logged.length;
  for (const name of ['lob-main', 'lob-main', 'lob-none', 'lob-bare'])
    await post('{"id":2}', { name, secret: 'another-secret' });
  const warnings = here.logged.slice(before).filter((line) => line.includes('connections rotate gives it'));
  expect(warnings.map((line) => JSON.parse(line))).toMatchObject([
    { level: 40, connection: 'lob-main', msg: expect.stringContaining('not signed with the secret') },
    { level: 40, connection: 'lob-bare', msg: expect.stringContaining('has no secret yet') },
  ]);
});

test('a signed event of another form is refused, and nothing of it is stored', async () => {
  await unpark(here.database.kysely, { connection: 'lob-main', items: ['1'] });
  expect(await post('not JSON')).toEqual([400, 'The request is not valid.']);
  expect(await post('{"id":3}', { type: 'text/plain' })).toEqual([
    415,
    'Send the event as application/json.',
  ]);
  expect((await post('{"id":3}', { type: 'application/xml' }))[0]).toBe(415);
  expect(await post('x'.repeat(1001))).toEqual([413, 'Send at most 1000 bytes.']);
  expect((await post('x'.repeat(4 * 1024 * 1024 + 1)))[0]).toBe(413);
  expect(received).toHaveLength(1);
  expect(await listParked(here.database.kysely)).toEqual([]);
});

const readWebhookSecrets = (connection: string) =>
  readSecrets(here.database.kysely, sealedTexts, { connection, purpose: 'webhook' }, here.clock.now());

test('a secret that the key of the data folder does not open is named, and replaced at once', async () => {
  await addConnection(here.database.kysely, { name: 'lob-lost', kind: 'lob' }, here.clock.now());
  const lost = await openSealedTexts({ dataFolder: await temporaryFolder() });
  const add = (key: SealedTexts, given: string) =>
    here.database.transaction((transaction) =>
      addSecret(
        transaction,
        key,
        { connection: 'lob-lost', purpose: 'webhook', secret: given, keepDays: 7 },
        here.clock.now(),
      ),
    );
  await add(lost, 'secret-of-the-lost-key');
  const problem =
    'The secret of the connection lob-lost cannot be opened: it was stored with another key than the one in secrets/sealing-key of DATA_DIR. Put that file back from a backup and restart, or enter it again: npm run cli -- connections rotate lob-lost';
  expect(await readWebhookSecrets('lob-lost')).toEqual({ secrets: [], problem });
  expect(await post('{"id":1}', { name: 'lob-lost', secret: 'secret-of-the-lost-key' })).toEqual([
    403,
    'The request is not signed for this address.',
  ]);
  expect(here.logged.filter((line) => line.includes(problem))).toHaveLength(1);
  const states = async () =>
    (await connectionStates({ database: here.database.kysely, sealedTexts }, [handler], here.clock.now()))
      .filter(({ name }) => name !== 'lob-bare')
      .map(({ name, secrets }) => [name, secrets]);
  expect(await states()).toEqual([
    ['lob-lost', ['webhook (cannot be opened)']],
    ['lob-main', ['webhook']],
  ]);
  expect(await here.app.warnings()).toContain(problem);
  expect((await post('{"id":1}'))[0]).toBe(200);
  await add(sealedTexts, 'entered-again');
  expect(await readWebhookSecrets('lob-lost')).toEqual({ secrets: ['entered-again'], problem: null });
  expect((await post('{"id":1}', { name: 'lob-lost', secret: 'entered-again' }))[0]).toBe(200);
  expect(await here.app.warnings()).not.toContain(problem);
  received.length = 1;
  await here.database.transaction((transaction) =>
    removeConnection(transaction, 'lob-lost', here.clock.now()),
  );
});

test('two secrets are valid while one takes the place of the other', async () => {
  const rotate = (next: string, keepDays: number) =>
    here.database.transaction((transaction) =>
      addSecret(
        transaction,
        sealedTexts,
        { connection: 'lob-main', purpose: 'webhook', secret: next, keepDays },
        here.clock.now(),
      ),
    );
  const valid = async () => (await readWebhookSecrets('lob-main')).secrets;
  await rotate('second-secret', 7);
  expect(await valid()).toEqual(['second-secret', secret]);
  expect((await post('{"id":4}'))[0]).toBe(200);
  expect((await post('{"id":5}', { secret: 'second-secret' }))[0]).toBe(200);
  await rotate('third-secret', 7);
  expect(await valid()).toEqual(['third-secret', 'second-secret']);
  here.clock.advance(8 * 86_400_000);
  expect((await post('{"id":6}', { secret: 'second-secret' }))[0]).toBe(403);
  expect((await post('{"id":7}', { secret: 'third-secret' }))[0]).toBe(200);
  await cleanConnections(here);
  await rotate('fourth-secret', 0);
  expect(await valid()).toEqual(['fourth-secret']);
  const { rows } = await here.database.pool.query('select sealed_secret from connection_secrets');
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(Buffer.from('fourth').toString('hex'));
});

test.each<[string, Parameters<typeof addConnection>[1]]>([
  ['The name must have', { name: 'Lob', kind: 'lob' }],
  ['The name must have', { name: '__proto__', kind: 'lob' }],
  ['There is, or was, a connection lob-gone.', { name: 'lob-gone', kind: 'lob' }],
  ['--origin is ftp://x.test', { name: 'lob-2', kind: 'lob', origin: 'ftp://x.test' }],
  ['--origin is http://x.test', { name: 'lob-2', kind: 'lob', origin: 'http://x.test' }],
  ['--origin is https://x.test/v1', { name: 'lob-2', kind: 'lob', origin: 'https://x.test/v1' }],
  ['--account must be', { name: 'lob-2', kind: 'lob', account: 'a/b' }],
])('says why a connection cannot be added: %s', async (message, wanted) => {
  await expect(addConnection(here.database.kysely, wanted, here.clock.now())).rejects.toThrow(message);
});

test('mappings have versions, and references what they are assigned to', async () => {
  const { database, clock } = here;
  const store = (text: string) =>
    database.transaction((transaction) =>
      storeMapping(transaction, { connection: 'lob-bare', text }, clock.now()),
    );
  expect(await currentMapping(database.kysely, 'lob-bare')).toBeNull();
  expect([await store('a'), await store('a'), await store('b')]).toEqual([1, 1, 2]);
  expect(await currentMapping(database.kysely, 'lob-bare')).toEqual({ version: 2, text: 'b' });
  const items = ['1', '2', '2'].map((item) => ({ reference: 'M-1', item }));
  await park(database.kysely, { connection: 'lob-bare', items }, clock.now());
  expect(await listParked(database.kysely, 'lob-bare')).toMatchObject([{ reference: 'M-1', count: 2 }]);
  const assigned = { connection: 'lob-bare', reference: 'M-1', accountId: 'A1', targetId: 'C1' };
  await storeAssignment(database.kysely, assigned, clock.now());
  await storeAssignment(database.kysely, { ...assigned, targetId: 'C2' }, clock.now());
  expect([...(await findAssignments(database.kysely, 'lob-bare', ['M-1', 'M-2']))]).toEqual([
    ['M-1', { accountId: 'A1', targetId: 'C2' }],
  ]);
  clock.advance(31 * 86_400_000);
  await cleanConnections(here);
  expect(await listParked(database.kysely, 'lob-bare')).toEqual([]);
  expect((await listConnections(database.kysely)).map(({ name }) => name)).toEqual(['lob-bare', 'lob-main']);
});
