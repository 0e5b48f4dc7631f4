import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CallrailCall, startCallrailServer } from '../../../tests/support/callrail-server.ts';
import { wavOf } from '../../../tests/support/wav.ts';
import { runCommand } from '../../../tests/support/operate.ts';
import { runProgram } from '../../../tests/support/programs.ts';
import { addAccounts, testApp } from '../../../tests/support/test-app.ts';
import { runCommandLine } from '../../command-line.ts';
import { commands } from '../../commands/index.ts';
import { createLog } from '../../platform/log.ts';
import { openSealedTexts } from '../../platform/sealed-text.ts';
import { readTranscript } from '../transcripts/index.ts';
import { addConnection, findConnection } from './connections.ts';
import { addSecret } from './secrets.ts';
import { currentMapping, storeMapping } from './mappings.ts';
import { FeedFileFetches, ImportQueue } from '../ingest/index.ts';
import { callRailKind } from './callrail/handler.ts';
import { checkSync, syncSourceOf } from './sync-sources.ts';
import { connectionFetches, listWaitingRecordings } from './recordings.ts';
import { listProgress, syncWarnings } from './sync-progress.ts';
import { ScheduledSyncs, dueSyncs } from './scheduled-syncs.ts';
import { syncConnection } from './sync-connection.ts';

const server = await startCallrailServer();
afterAll(() => server.close());

const here = testApp({ INGEST_FETCH_ORIGINS: server.origin });
let queue: ImportQueue;
afterAll(() => queue.close());

const line = '+13035550101';
const call = (id: number, more: Record<string, unknown> = {}) => ({
  id: `CAL${id}`,
  start_time: new Date(Date.parse('2026-03-11T14:00:00Z') - id * 3_600_000).toISOString(),
  company_id: 'COM1',
  direction: 'inbound',
  answered: true,
  voicemail: false,
  duration: 60 + id,
  customer_name: `Caller ${id}`,
  customer_phone_number: '+13035550199',
  tracking_phone_number: line,
  recording: null,
  ...more,
});

beforeAll(async () => {
  const { database, clock, environment } = here;
  queue = new ImportQueue({ ...here, pool: database.pool });
  await addAccounts(database, [{ id: 'callrail:COM1' }]);
  await database.pool.query(
    `insert into tracking_lines (account_id, id, number, status) values ('callrail:COM1', 'callrail:${line}', '${line}', 'Active')`,
  );
  const wanted = {
    name: 'callrail-main',
    kind: 'callrail',
    account: server.account,
    origin: server.origin,
  } as const;
  await addConnection(database.kysely, wanted, clock.now());
  // a connection that only receives, and a second one to the same account
  await addConnection(database.kysely, { ...wanted, name: 'a-without-key' }, clock.now());
  await addConnection(database.kysely, { ...wanted, name: 'callrail-second' }, clock.now());
  const sealedTexts = await openSealedTexts(environment);
  const text = await readFile(
    resolve(import.meta.dirname, '../../../connectors/callrail/mapping.yaml'),
    'utf8',
  );
  await database.transaction(async (transaction) => {
    const secret = { connection: wanted.name, purpose: 'api', secret: server.key, keepDays: 0 } as const;
    await addSecret(transaction, sealedTexts, secret, clock.now());
    await addSecret(transaction, sealedTexts, { ...secret, connection: 'callrail-second' }, clock.now());
    await storeMapping(transaction, { connection: wanted.name, text }, clock.now());
  });
});

beforeEach(async () => {
  server.calls = [0, 1, 2, 3, 4].map((id) => call(id));
  server.pageSize = 3;
  server.instead = () => false;
  server.asked.length = 0;
  await here.database.pool.query(
    'truncate connection_syncs, connection_parked, calls, ingest_fetches, transcript_turns',
  );
});

async function theConnection() {
  const found = await findConnection(here.database.kysely, 'callrail-main');
  if (!found) throw new Error('there is no connection');
  return found;
}
const given = () => ({ ...here, log: here.app.http.log as never, queue });
const window = (since = '2026-03-10T00:00:00Z') => ({
  kind: 'command' as const,
  since: new Date(since),
  until: here.clock.now(),
});
const sync = async (signal = new AbortController().signal, wanted = window()) =>
  syncConnection(given(), await theConnection(), wanted, { signal });
const callIds = async () =>
  (await here.database.pool.query<{ id: string }>('select id from calls order by id')).rows.map(
    ({ id }) => id,
  );
const codeOf = (...words: string[]) =>
  runCommandLine(commands, ['connections', ...words], {
    print: () => {},
    open: async () => ({
      ...here,
      log: createLog(here.environment),
      input: Readable.from([]),
      printError: () => {},
      stopped: new AbortController().signal,
    }),
  });
const pages = () =>
  server.asked.flatMap((path) =>
    path.includes('/calls.json') ? [Number(new URLSearchParams(path.split('?')[1]).get('offset') ?? 0)] : [],
  );

const saidIn = async (id: string) =>
  (
    await readTranscript(here.database.kysely, { accountId: 'callrail:COM1', callId: `callrail:${id}` })
  ).turns.map(({ speaker, from, text }) => [speaker, from, text]);

test('reads transcripts, which come minutes after their calls', async () => {
  server.calls = [
    call(0),
    call(1, { transcription: 'Agent: Dental office.\nCustomer: How much?', conversational_transcript: '' }),
    call(2, {
      transcription: 'No times.',
      conversational_transcript: [{ speaker: 'Agent', start: 0.5, phrase: 'Hi.' }],
    }),
    call(3, {
      conversational_transcript: [{ speaker: 'Agent', start: 1, phrase: 'word '.repeat(2_000_000) }],
    }),
  ];
  await sync();
  expect([await saidIn('CAL0'), await saidIn('CAL1'), await saidIn('CAL2')]).toEqual([
    [],
    [
      ['office', null, 'Dental office.'],
      ['caller', null, 'How much?'],
    ],
    [['office', 500, 'Hi.']],
  ]);
  // ten megabytes leave the call and the beginning
  expect((await saidIn('CAL3')).length).toBeGreaterThan(45);
  here.clock.advance(1);
  server.calls[0] = call(0, {
    conversational_transcript: JSON.stringify([
      { speaker: 'Customer', start: '3.2', end: '5', text: 'Thanks \0 bye \ud83d' },
      { speaker: 'Agent', start: '1.25', end: '3', text: 'Hello' },
      { speaker: 'Agent', start: 9, text: ' ' },
    ]),
  });
  await sync();
  expect(await saidIn('CAL0')).toEqual([
    ['office', 1250, 'Hello'],
    ['caller', 3200, 'Thanks  bye \ufffd'],
  ]);
});

test('reads and imports page after page, and the same again without a change', async () => {
  server.calls.push(
    call(5, { direction: 'outbound' }),
    call(6, { tracking_phone_number: '+13035550177' }),
    call(7, { customer_name: 'J'.repeat(9999) }),
  );
  const rejections: unknown[] = [];
  const progress = await syncConnection(given(), await theConnection(), window(), {
    signal: new AbortController().signal,
    onPage: (_, rejected) => rejections.push(...rejected),
  });
  expect(progress).toMatchObject({
    pages: 3,
    read: 8,
    imported: 5,
    leftOut: 1,
    parked: 1,
    rejected: 1,
    failure: null,
  });
  expect(progress?.endedAt).toEqual(here.clock.now());
  expect(rejections).toEqual([{ item: 'CAL7', reason: expect.stringContaining('caller') }]);
  expect(pages()).toEqual([0, 1, 2]);
  expect(await callIds()).toEqual([0, 1, 2, 3, 4].map((id) => `callrail:CAL${id}`));
  const before = (await here.database.pool.query('select * from calls order by id')).rows;
  server.asked.length = 0;
  // a reading that another process has ended is not repeated
  expect(await sync()).toMatchObject({ pages: 3 });
  expect(server.asked).toEqual([]);
  here.clock.advance(1);
  expect(await sync()).toMatchObject({ imported: 5 });
  expect(pages()).toEqual([0, 1, 2]);
  expect((await here.database.pool.query('select * from calls order by id')).rows).toEqual(before);
  expect(
    await callRailKind.fetchCall?.(given(), await theConnection(), 'CAL3', new AbortController().signal),
  ).toEqual(call(3));
  expect(
    await callRailKind.fetchCall?.(given(), await theConnection(), 'CAL9', new AbortController().signal),
  ).toBeUndefined();
});

test('a reading whose process is killed goes on with the page that it had not imported', async () => {
  const env = {
    DATABASE_URL: here.databaseUrl,
    DATA_DIR: here.environment.dataFolder,
    PUBLIC_URL: here.environment.publicUrl,
    DATABASE_CONNECTIONS: '5',
  };
  const args = ['connections', 'sync', 'callrail-main', '--since', '2026-03-10', '--json'];
  const held = Promise.withResolvers<void>();
  server.instead = (request) => {
    if (!request.url?.includes('offset=1')) return false;
    held.resolve();
    return true;
  };
  const killed = runProgram('server/cli.ts', { args, env });
  await Promise.race([held.promise, killed.ended.then(() => Promise.reject(new Error(killed.output())))]);
  expect(await callIds()).toHaveLength(3);
  // one reading of a connection at a time
  expect(await sync()).toBeNull();
  killed.child.kill('SIGKILL');
  expect(await killed.ended).toBe('SIGKILL');
  server.instead = () => false;
  server.asked.length = 0;
  const { printed } = await runCommand(env, ...args);
  expect(pages()).toEqual([1]);
  expect(JSON.parse(printed.join('\n'))).toMatchObject({ pages: 2, read: 5, imported: 5, failure: null });
  expect(await callIds()).toHaveLength(5);
});

test.each<[name: string, calls: CallrailCall[], code: number]>([
  ['imported', [call(0), call(1, { direction: 'outbound' })], 0],
  ['parked, but for one', [call(0), call(1, { tracking_phone_number: '+13035550177' })], 0],
  ['left out', [call(0, { direction: 'outbound' })], 0],
  ['not there', [], 0],
  ['parked', [call(0, { tracking_phone_number: '+13035550177' })], 1],
  ['imported, but for one that is rejected', [call(0), call(1, { customer_name: 'J'.repeat(9999) })], 1],
])('the exit code of connections sync if all calls are %s', async (_, calls, code) => {
  server.calls = calls;
  expect(await codeOf('sync', 'callrail-main', '--since', '2026-03-10')).toBe(code);
});

test('connections test ends with 1 if the mapping cannot import its call', async () => {
  const { database, environment, clock } = here;
  const sealedTexts = await openSealedTexts(environment);
  const connection = 'callrail-main';
  const stored = await currentMapping(database.kysely, connection);
  const store = (text: string) =>
    database.transaction((transaction) => storeMapping(transaction, { connection, text }, clock.now()));
  const secret = { connection, purpose: 'webhook', secret: 'of-events', keepDays: 0 } as const;
  await database.transaction((transaction) => addSecret(transaction, sealedTexts, secret, clock.now()));
  expect(await codeOf('test', connection)).toBe(0);
  await store((stored?.text ?? '').replace('start_time', '$number("never")'));
  expect(await codeOf('test', connection)).toBe(1);
  await store(stored?.text ?? '');
});

test('goes on when the system wants it, with the page that it refused, and warns after hours', async () => {
  server.instead = (request, response) => {
    if (!request.url?.includes('offset=1')) return false;
    response.writeHead(429, { 'retry-after': '900' }).end();
    return true;
  };
  await expect(sync()).rejects.toThrow('CallRail wants no more requests for now.');
  const [stopped] = await listProgress(here.database.kysely);
  expect(stopped).toMatchObject({
    pages: 1,
    failure: 'CallRail wants no more requests for now.',
    endedAt: null,
  });
  expect(stopped?.resumeAt).toEqual(new Date(here.clock.now().getTime() + 900_000));
  expect(await syncWarnings(here.database.kysely, here.clock.now())).toEqual([]);
  const hours = (count: number) => new Date(here.clock.now().getTime() + count * 3_600_000);
  expect(await syncWarnings(here.database.kysely, hours(4))).toEqual([
    'The system of the connection callrail-main cannot be read: CallRail wants no more requests for now.',
  ]);
  const scheduled = new ScheduledSyncs(given());
  const look = async () => (await scheduled.look()).ended;
  server.instead = () => false;
  server.asked.length = 0;
  await look();
  // the last 48 hours are due, the refused reading is not
  expect(pages()).toEqual([0, 1]);
  expect((await listProgress(here.database.kysely)).find(({ kind }) => kind === 'command')).toMatchObject({
    pages: 1,
  });
  here.clock.advance(901_000);
  server.asked.length = 0;
  await look();
  expect(pages()).toEqual([1]);
  expect((await listProgress(here.database.kysely)).every(({ endedAt }) => endedAt !== null)).toBe(true);
  server.asked.length = 0;
  await look();
  expect(server.asked).toEqual([]);
  await scheduled.stop();
});

test('begins again when the system does not know the page any more', async () => {
  const stopping = new AbortController();
  server.instead = (request) => {
    if (request.url?.includes('offset=1')) stopping.abort();
    return false;
  };
  await expect(sync(stopping.signal)).rejects.toMatchObject({ name: 'AbortError' });
  server.instead = (request, response) => {
    if (!request.url?.includes('offset=1')) return false;
    response.writeHead(400).end();
    return true;
  };
  await expect(sync()).rejects.toThrow('CallRail answers with status 400.');
  server.instead = () => false;
  server.asked.length = 0;
  expect(await sync()).toMatchObject({ endedAt: here.clock.now() });
  expect(pages()).toEqual([0, 1]);
});

test('fetches the recordings of calls once, with the secret for the API only', async () => {
  const address = `${server.origin}/v3/a/${server.account}/calls/CAL1/recording.json`;
  server.calls = [call(1, { recording: address }), call(2, { recording: 'https://elsewhere.example/a.mp3' })];
  const secrets: (string | undefined)[] = [];
  server.instead = (request, response) => {
    const isRecording = request.url?.endsWith('/recording.json') || request.url === '/signed.mp3';
    if (!isRecording) return false;
    secrets.push(request.headers.authorization);
    if (request.url === '/signed.mp3')
      response.writeHead(200, { 'content-type': 'audio/mpeg' }).end(wavOf(Buffer.alloc(80, 0x80)));
    else
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ url: `${server.origin}/signed.mp3` }));
    return true;
  };
  await sync();
  const { tasks } = new FeedFileFetches(given(), queue, connectionFetches(given()));
  const waiting = async () =>
    (await here.database.pool.query<{ id: string; row_id: string }>('select id, row_id from ingest_fetches'))
      .rows;
  const requested = await waiting();
  expect(requested.map(({ row_id: id }) => id)).toEqual(['callrail:CAL1']);
  here.clock.advance(1);
  await sync();
  expect(await waiting()).toEqual(requested);
  expect(await listWaitingRecordings(here.database.kysely)).toEqual([
    { connection: 'callrail-main', count: 1, failure: null, isOver: false },
  ]);
  for (const { id } of requested) await tasks['fetch feed file']?.({ id }, { isLast: false });
  expect(secrets).toEqual([`Token token="${server.key}"`, undefined]);
  const audio = async () => (await here.database.pool.query('select audio from calls order by id')).rows;
  expect(await audio()).toEqual([{ audio: expect.stringMatching(/^recordings\/.*\.wav$/) }, { audio: null }]);
  here.clock.advance(1);
  await sync();
  expect(await waiting()).toEqual([]);
  expect(secrets).toHaveLength(2);
});

test.each<[string, (response: ServerResponse) => void, string, boolean]>([
  ['too large', (response) => void response.end('x'.repeat(2000)), 'The file is larger than', true],
  ['text', (response) => void response.end('processing'), 'The file is text. Send a recording', false],
  ['too slow', (response) => void response.write('x'), 'The file takes too long.', false],
])('a recording that is %s is not stored', async (_name, answer, failure, isOver) => {
  const address = `${server.origin}/v3/a/${server.account}/calls/${isOver}/recording.json`;
  server.calls = [call(1, { recording: address })];
  server.instead = (request, response) => {
    if (!request.url?.endsWith('/recording.json')) return false;
    response.writeHead(200, { 'content-type': 'audio/mpeg' });
    answer(response);
    return true;
  };
  await sync();
  const limits = { bytes: 1000, time: failure.includes('too long') ? 100 : 10_000 };
  const { tasks } = new FeedFileFetches(given(), queue, connectionFetches(given()), limits);
  const { rows } = await here.database.pool.query<{ id: string }>('select id from ingest_fetches');
  for (const { id } of rows)
    await tasks['fetch feed file']?.({ id }, { isLast: false }).catch(() => undefined);
  expect(await listWaitingRecordings(here.database.kysely)).toEqual([
    { connection: 'callrail-main', count: 1, failure: expect.stringContaining(failure), isOver },
  ]);
  const { rows: calls } = await here.database.pool.query('select audio from calls');
  expect(calls).toEqual([{ audio: null }]);
});

test('says why calls cannot be read', async () => {
  const connection = await theConnection();
  const now = here.clock.now();
  const since = new Date('2024-01-01');
  expect(() => checkSync(connection, since, now)).toThrow(
    'CallRail keeps calls for 25 months. The first day is 2024-02-11.',
  );
  expect(() => checkSync(connection, new Date(now.getTime() + 1), now)).toThrow(
    '--since is a day in the future.',
  );
  const signal = new AbortController().signal;
  await expect(
    syncConnection(given(), { ...connection, account: null }, window(), { signal }),
  ).rejects.toThrow('The connection callrail-main has no account of CallRail');
  server.instead = (_, response) => {
    response.writeHead(401).end();
    return true;
  };
  await expect(sync()).rejects.toThrow('CallRail refuses the secret of its API with status 401');
  expect(JSON.stringify(here.logged)).not.toContain('callrail-api-key');
});

const hour = 3_600_000;
const before = (kind: 'hourly' | 'nightly' | 'command', hoursAgo: number, more: object = {}) => {
  const at = (now: Date) => new Date(now.getTime() - hoursAgo * hour);
  return (now: Date) => ({
    connection: 'c',
    kind,
    since: at(now),
    until: at(now),
    nextPage: null,
    startedAt: at(now),
    advancedAt: null,
    endedAt: at(now),
    resumeAt: null,
    failure: null,
    pages: 1,
    read: 1,
    imported: 1,
    leftOut: 0,
    parked: 0,
    rejected: 0,
    ...more,
  });
};
test.each<[string, string, ReturnType<typeof before>[], [kind: string, hoursAgo: number][]]>([
  [
    'everything of a new connection',
    '2026-03-11T07:00:00Z',
    [],
    [
      ['hourly', 48],
      ['nightly', 720],
    ],
  ],
  ['no night during the day', '2026-03-11T15:00:00Z', [], [['hourly', 48]]],
  ['an hour', '2026-03-11T15:00:00Z', [before('hourly', 1)], [['hourly', 48]]],
  ['less than an hour', '2026-03-11T15:00:00Z', [before('hourly', 0.9)], []],
  ['a portal that was off for three days', '2026-03-11T15:00:00Z', [before('hourly', 72)], [['hourly', 72]]],
  ['a night', '2026-03-11T07:00:00Z', [before('hourly', 0), before('nightly', 24)], [['nightly', 720]]],
  ['the same night', '2026-03-11T09:00:00Z', [before('hourly', 0), before('nightly', 2)], []],
  [
    'what was stopped',
    '2026-03-11T15:00:00Z',
    [before('command', 5, { endedAt: null }), before('hourly', 0)],
    [['command', 5]],
  ],
  [
    'what is refused for now',
    '2026-03-11T15:00:00Z',
    [before('hourly', 2, { endedAt: null, resumeAt: new Date('2026-03-11T15:00:01Z') })],
    [],
  ],
])('what is due after %s', (_, at, progress, due) => {
  const now = new Date(at);
  const found = dueSyncs(
    progress.map((one) => one(now)),
    syncSourceOf('callrail'),
    now,
  );
  expect(found.map(({ kind, since }) => [kind, (now.getTime() - since.getTime()) / hour])).toEqual(due);
});
