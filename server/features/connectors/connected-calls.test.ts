import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { root } from '../../../tests/support/imports.ts';
import { temporaryFolder } from '../../../tests/support/programs.ts';
import { addAccounts, addPerson, bearer, signInAs, testApp } from '../../../tests/support/test-app.ts';
import { startJobs } from '../../platform/jobs.ts';
import { createLog } from '../../platform/log.ts';
import { openSealedTexts, type SealedTexts } from '../../platform/sealed-text.ts';
import {
  addConnection,
  type Connection,
  addressOfConnection,
  findConnection,
  setCallbacksFrom,
} from './connections.ts';
import { addSecret } from './secrets.ts';
import { connectionStates, connectionWarnings } from './states.ts';
import type { KindHandler } from './kind-handler.ts';
import { listParked, storeAssignment } from './parked.ts';
import { storeMapping } from './mappings.ts';
import { ImportQueue, rowsSource } from '../ingest/index.ts';
import { erasePerson, exportPerson, requestedPerson } from '../personal-data/index.ts';
import { cleanConnectedCalls } from './clean.ts';
import { ConnectedCalls } from './import-waiting.ts';
import { callRailKind } from './callrail/handler.ts';
import { callTrackingMetricsKind } from './calltrackingmetrics/handler.ts';
import { importCalls, mappingOf } from './import-calls.ts';
import { callRailSignature } from './callrail/calls.ts';
import { ctmSignature } from './calltrackingmetrics/calls.ts';
import { countCalls, replayCalls, reworkParkedCalls } from './waiting-calls.ts';

type Call = Record<string, unknown>;

const theirs = new Map<string, Call>();
let reads: string[] = [];
let failing: string[] = [];
let during: (() => Promise<void>) | null = null;

const fetchCall: NonNullable<KindHandler['fetchCall']> = async (_dependencies, { name }, callId) => {
  reads.push(callId);
  if (failing.includes(callId)) throw new Error(`GET /calls/${callId} of +13035550199 failed`);
  const call = theirs.get(`${name} ${callId}`);
  const happens = during;
  during = null;
  await happens?.();
  return call;
};
const handlers: KindHandler[] = [
  { ...callRailKind, fetchCall },
  { ...callTrackingMetricsKind, fetchCall },
];

const here = testApp({}, { connectionKinds: handlers });
const keys = { callrail: 'key-of-callrail', calltrackingmetrics: 'key-of-ctm' } as const;
let sealedTexts: SealedTexts;

async function connect(name: string, kind: keyof typeof keys, { api = true } = {}): Promise<void> {
  const now = here.clock.now();
  await here.database.transaction(async (transaction) => {
    await addConnection(transaction, { name, kind }, now);
    const secret = { connection: name, keepDays: 0 };
    await addSecret(transaction, sealedTexts, { ...secret, purpose: 'webhook', secret: keys[kind] }, now);
    if (api)
      await addSecret(transaction, sealedTexts, { ...secret, purpose: 'api', secret: 'key-of-the-api' }, now);
  });
}

beforeAll(async () => {
  sealedTexts = await openSealedTexts(here.environment);
  await addAccounts(here.database, [{ id: 'A1' }, { id: 'A2' }]);
  await here.database.pool.query(`
    insert into tracking_lines (account_id, id, number, status) values
      ('A1', 'L1', '(303) 555-0101', 'Active'), ('A2', 'callrail:+16305550101', '+16305550101', 'Active')`);
  await addPerson(here.database, { id: 'olga', accounts: ['A1', 'A2'] });
  await connect('rail', 'callrail');
  await connect('ctm', 'calltrackingmetrics');
  await connect('keyless', 'callrail', { api: false });
});

beforeEach(async () => {
  await here.database.pool.query(
    'delete from calls; delete from call_scores; delete from connection_call_events; delete from connection_calls; delete from connection_parked; delete from gone_calls; delete from transcript_turns',
  );
  theirs.clear();
  reads = [];
  failing = [];
  during = null;
});

const railCall = (id: string, more: Call = {}): Call => ({
  id: `CAL${id}`,
  company_id: 'COM1',
  direction: 'inbound',
  answered: true,
  voicemail: false,
  duration: 90,
  customer_name: 'Jordan Example',
  customer_phone_number: '+13035550199',
  tracking_phone_number: '+13035550101',
  start_time: '2026-03-11T08:57:30.119-06:00',
  ...more,
});
/** The same call as its webhooks have it. */
const railBody = ({ id, company_id: company, ...rest }: Call): string =>
  JSON.stringify({ resource_id: id, company_resource_id: company, company_id: 7, ...rest });

const ctmCall = (id: number, more: Call = {}): Call => ({
  id,
  account_id: 5,
  direction: 'inbound',
  dial_status: 'answered',
  duration: 41,
  name: 'Jordan Example',
  caller_number: '+13035550199',
  tracking_number: '+13035550101',
  unix_time: Date.parse('2026-03-11T14:57:30Z') / 1000,
  ...more,
});

async function post(
  name: string,
  body: string | Buffer,
  options: { key?: string; type?: string; time?: string } = {},
): Promise<number> {
  const payload = Buffer.from(body);
  const time = options.time ?? String(here.clock.now().getTime() / 1000);
  const answer = await here.app.http.inject({
    method: 'POST',
    url: new URL(addressOfConnection(here.environment.publicUrl, name)).pathname,
    headers: {
      'content-type': options.type ?? 'application/json',
      ...(name === 'ctm'
        ? {
            'x-ctm-time': time,
            'x-ctm-signature': ctmSignature(time, payload, options.key ?? keys.calltrackingmetrics),
          }
        : { signature: callRailSignature(payload, options.key ?? keys.callrail) }),
    },
    payload,
  });
  return answer.statusCode;
}

let queue: ImportQueue;
beforeAll(() => {
  queue = new ImportQueue({ ...here, pool: here.database.pool });
});
afterAll(() => queue.close());

async function work(name: string): Promise<string | null> {
  const { tasks } = new ConnectedCalls(here, queue, handlers);
  try {
    await tasks['import connected calls']?.({ connection: name }, { isLast: false });
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

const rowsOf = async (text: string) => (await here.database.pool.query<Record<string, unknown>>(text)).rows;
const imported = () =>
  rowsOf(`
    select calls.id, account_id, tracking_line_id, call_date_time, duration_seconds, caller_phone_number, caller_name, value as answered_by
    from calls left join dimension_values on dimension = 'answeredBy' and code = answered_by order by calls.id`);
const states = () =>
  rowsOf('select call_id, state, reason, mapping_version from connection_calls order by call_id');
const jobs = () =>
  rowsOf(`select key from graphile_worker.jobs where key like 'import connected calls %' order by key`);

test('reads a posted call again from the API and imports it on the called line', async () => {
  theirs.set('rail CAL1', railCall('1', { duration: 95 }));
  expect(await post('rail', railBody(railCall('1')))).toBe(200);
  expect(await jobs()).toEqual([{ key: 'import connected calls rail' }]);
  expect(await work('rail')).toBeNull();
  expect(await imported()).toEqual([
    {
      id: 'callrail:CAL1',
      account_id: 'A1',
      tracking_line_id: 'L1',
      call_date_time: new Date('2026-03-11T14:57:30.119Z'),
      duration_seconds: 95,
      caller_phone_number: '+13035550199',
      caller_name: 'Jordan Example',
      answered_by: null,
    },
  ]);
  expect(await states()).toEqual([{ call_id: 'CAL1', state: 'imported', reason: null, mapping_version: 0 }]);
  theirs.set('ctm 44', ctmCall(44));
  expect(await post('ctm', JSON.stringify(ctmCall(44)))).toBe(200);
  expect(await work('ctm')).toBeNull();
  expect(await imported()).toMatchObject([
    {},
    { id: 'calltrackingmetrics:44', account_id: 'A1', tracking_line_id: 'L1' },
  ]);
});

test('takes the transcript of an event, and of the event that modifies the call', async () => {
  const said = async () =>
    (await rowsOf(`select text from transcript_turns where call_id = 'callrail:CAL1' order by turn`)).map(
      (row) => row['text'],
    );
  const at = (minute: number, transcription: string) =>
    railCall('1', {
      updated_at: `2026-03-11T14:${minute}:00Z`,
      transcription,
      conversational_transcript: '',
    });
  await post('rail', railBody(at(10, '')));
  await work('rail');
  expect(await said()).toEqual([]);
  await post('rail', railBody(at(12, 'Agent: Hello.')));
  await work('rail');
  expect(await said()).toEqual(['Hello.']);
});

/** Versions of two calls of each kind, in the order in which they were made. */
function story(): [name: string, key: string, call: Call, body: string][] {
  const rail = (id: string, more: Call): [string, string, Call, string] => {
    const call = railCall(id, more);
    return ['rail', `CAL${id}`, call, railBody(call)];
  };
  const ctm = (id: number, more: Call): [string, string, Call, string] => {
    const call = ctmCall(id, more);
    return ['ctm', String(id), call, JSON.stringify(call)];
  };
  return [
    rail('1', { answered: false, duration: 0 }),
    ctm(7, { dial_status: 'busy', duration: 3 }),
    rail('1', { duration: 90 }),
    rail('2', { voicemail: true, tracking_phone_number: '+16305550101' }),
    ctm(7, { duration: 41 }),
    rail('2', { voicemail: true, customer_name: 'Kim Example', tracking_phone_number: '+16305550101' }),
  ];
}

/** Deliveries by positions of the story; each sequence is a shuffle of a doubled one. */
const orders = [
  [5, 3, 2, 4, 0, 1, 1, 0, 4, 3, 5, 2],
  [4, 1, 5, 0, 3, 2, 2, 5, 1, 3, 0, 4],
];

test.each([
  ['whose bodies have no modification time', false] as const,
  ['whose bodies have one', true] as const,
])('shuffled and doubled deliveries %s give the record of those in order', async (_, timed) => {
  const versions = story().map(([name, key, call, body], index): [string, string, Call, string] => {
    const stamp = { updated_at: `2026-03-11T14:58:${String(10 + index)}.000Z` };
    return timed
      ? [name, key, call, JSON.stringify({ ...(JSON.parse(body) as Call), ...stamp })]
      : [name, key, call, body];
  });
  const deliver = async (order: readonly number[], between: boolean) => {
    await here.database.pool.query(
      'delete from calls; delete from connection_call_events; delete from connection_calls',
    );
    if (!between) for (const [name, key, call] of versions) theirs.set(`${name} ${key}`, call);
    for (const at of order) {
      const [name, key, call, body] = versions[at] as (typeof versions)[number];
      if (between) theirs.set(`${name} ${key}`, call);
      expect(await post(name, body)).toBe(200);
      if (between) await work(name);
    }
    await work('rail');
    await work('ctm');
    return imported();
  };
  const inOrder = await deliver([0, 1, 2, 3, 4, 5], true);
  expect(inOrder).toHaveLength(3);
  expect(inOrder).toMatchObject([
    { duration_seconds: 90 },
    { caller_name: 'Kim Example' },
    { duration_seconds: 41 },
  ]);
  for (const order of orders) expect(await deliver(order, false)).toEqual(inOrder);
  // the system is not asked where the bodies say enough
  expect(reads.length > 0).toBe(!timed);
});

test('who answered is not scored where the system does not say it, and only what it says was missed is', async () => {
  const answers: [name: string, id: number, more: Call, answeredBy: string | null][] = [
    ['rail', 1, { answered: null }, null],
    ['rail', 2, { answered: undefined, voicemail: undefined }, null],
    ['rail', 3, { answered: false }, 'No Answer'],
    ['rail', 4, { answered: 'false', voicemail: 'false' }, 'No Answer'],
    ['rail', 5, { answered: null, voicemail: true }, 'Voicemail'],
    ['rail', 6, { answered: true, voicemail: null }, null],
    ['ctm', 1, { dial_status: null }, null],
    ['ctm', 2, { dial_status: undefined }, null],
    ['ctm', 3, { dial_status: 'no-answer' }, 'No Answer'],
    ['ctm', 4, { dial_status: 'busy' }, 'No Answer'],
    ['ctm', 5, { dial_status: 'transferred' }, null],
    ['ctm', 6, { dial_status: 'voicemail' }, 'Voicemail'],
    ['ctm', 7, { dial_status: '' }, null],
  ];
  for (const [name, id, more] of answers) {
    const call = name === 'rail' ? railCall(String(id), more) : ctmCall(id, more);
    theirs.set(`${name} ${name === 'rail' ? `CAL${id}` : id}`, call);
    expect(await post(name, name === 'rail' ? railBody(call) : JSON.stringify(call))).toBe(200);
  }
  await work('rail');
  await work('ctm');
  const found = await imported();
  expect(found.map(({ id, answered_by: by }) => [id, by])).toEqual(
    answers
      .map(([name, id, , by]) => [`${name === 'rail' ? 'callrail:CAL' : 'calltrackingmetrics:'}${id}`, by])
      .toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
  );
});

test('a call that the system no longer has is counted, and its details say so until it is there again', async () => {
  const olga = await signInAs(here, 'olga@people.test');
  const goneAt = async (id: string) => {
    const url = `/api/data/calls/${encodeURIComponent(id)}`;
    const answer = await here.app.http.inject({ url, headers: bearer(olga) });
    return answer.json<{ data: { records: { goneAt: string | null }[] } }>().data.records[0]?.goneAt;
  };
  const posted = async (id: string) => {
    expect(await post('rail', railBody(railCall(id)))).toBe(200);
    expect(await work('rail')).toBeNull();
  };
  theirs.set('rail CAL1', railCall('1'));
  await posted('1');
  // a call that came by reading lists has no event of its own
  await importCalls(here, queue, (await findConnection(here.database.kysely, 'rail')) as Connection, [
    railCall('3'),
  ]);
  expect(await goneAt('callrail:CAL1')).toBeNull();
  theirs.delete('rail CAL1');
  for (const id of ['1', '2', '3']) await posted(id);
  expect((await countCalls(here.database.kysely)).get('rail')).toMatchObject({
    gone: 3,
    waiting: 0,
    failed: 0,
  });
  expect(await imported()).toHaveLength(2);
  expect(await goneAt('callrail:CAL1')).toBe(here.clock.now().toISOString());
  expect(await goneAt('callrail:CAL3')).toBe(here.clock.now().toISOString());
  theirs.set('rail CAL1', railCall('1'));
  await posted('1');
  expect(await goneAt('callrail:CAL1')).toBeNull();
  expect((await countCalls(here.database.kysely)).get('rail')).toMatchObject({ gone: 2 });
  const mapping = ((await callRailKind.readyMapping?.()) ?? '').replace(
    '$id("callrail:", id)',
    '$id("own-", id)',
  );
  await storeMapping(
    here.database.kysely,
    { connection: 'rail', text: mapping.replaceAll('$id("callrail:", id)', '$id("own-", id)') },
    here.clock.now(),
  );
  theirs.set('rail CAL4', railCall('4'));
  await posted('4');
  theirs.delete('rail CAL4');
  await posted('4');
  expect(await goneAt('own-CAL4')).toBe(here.clock.now().toISOString());
  await storeMapping(here.database.kysely, { connection: 'rail', text: null }, here.clock.now());
});

test('a connection with the ready mapping follows it, also if a former release stored its text; a changed one is listed', async () => {
  const store = (text: string | null) =>
    here.database.transaction((one) => storeMapping(one, { connection: 'rail', text }, here.clock.now()));
  const rail = (await findConnection(here.database.kysely, 'rail')) as Connection;
  const applied = async () =>
    JSON.stringify((await mappingOf(here.database.kysely, rail)).mapping.files[0]?.columns);
  const own = async () =>
    (await connectionStates({ database: here.database.kysely, sealedTexts }, handlers, here.clock.now()))
      .filter(({ hasOwnMapping }) => hasOwnMapping)
      .map(({ name }) => name);
  const ready = (await callRailKind.readyMapping?.()) ?? '';
  const now = await applied();
  // the mapping from before ids had only present parts, whose comment named another page
  const formerIds = ready.replace(/\$id\("callrail:", (\w+)\)/g, '"callrail:" & $1');
  const former = formerIds.replace('docs/connect/callrail.md says', 'README.md says').replace(
    /      # an answered call stays[^]*/,
    `      # an answered call stays "not scored yet": CallRail does not say whether a person or a menu answered
      call_answered_by: 'voicemail = true ? "Voicemail" : answered = true ? null : "No Answer"'
      voicemail_left_message: 'voicemail = true ? true : null'
`,
  );
  await store(former);
  expect([(await applied()) === now, await own()]).toEqual([false, ['rail']]);
  const migrations = join(root, 'server/migrations');
  const [name = ''] = (await readdir(migrations)).filter((one) => one.endsWith('_ready_mappings.sql'));
  const migration = await readFile(join(migrations, name), 'utf8');
  await here.database.pool.query(migration);
  expect([(await applied()) === now, await own()]).toEqual([true, []]);
  // one byte more is a change
  await store(`${former}\n`);
  await here.database.pool.query(migration);
  expect([(await applied()) === now, await own()]).toEqual([false, ['rail']]);
  await store(null);
  expect([(await applied()) === now, await own()]).toEqual([true, []]);
});

test('imports a call with an unreadable duration without it, and lists it with the reason', async () => {
  theirs.set('rail CAL1', railCall('1', { duration: { seconds: 95 } }));
  await post('rail', railBody(railCall('1')));
  await work('rail');
  expect(await imported()).toMatchObject([{ id: 'callrail:CAL1', duration_seconds: 0 }]);
  expect(await callRailKind.listUnfinished?.(here.database.kysely, 'rail')).toMatchObject([
    {
      id: 'CAL1',
      state: 'imported',
      reason: expect.stringMatching(/^without duration_seconds must give a text/),
    },
  ]);
});

test('outbound calls, texts, forms and chats are left out and counted; nothing of them is kept', async () => {
  expect(await post('rail', railBody(railCall('1', { direction: 'outbound' })))).toBe(200);
  expect(
    await post(
      'rail',
      JSON.stringify({ resource_id: 'MSG2', content: 'Call me', source_number: '+13035550199' }),
    ),
  ).toBe(200);
  for (const [id, direction] of [
    [1, 'outbound'],
    [2, 'msg_inbound'],
    [3, 'form'],
    [4, 'chat'],
  ] as const)
    expect(await post('ctm', JSON.stringify(ctmCall(id, { direction })))).toBe(200);
  // the mapping decides about the rest
  theirs.set('ctm 5', ctmCall(5, { excluded: true }));
  expect(await post('ctm', JSON.stringify(ctmCall(5)))).toBe(200);
  await work('rail');
  await work('ctm');
  expect(await imported()).toEqual([]);
  expect(reads).toEqual(['5']);
  expect((await countCalls(here.database.kysely)).get('rail')).toMatchObject({
    leftOut: 2,
    waiting: 0,
    failed: 0,
  });
  expect((await countCalls(here.database.kysely)).get('ctm')).toMatchObject({ leftOut: 5 });
  expect(await rowsOf('select call_id from connection_call_events')).toEqual([{ call_id: '5' }]);
});

test('a call to no known number is parked, and imported once the number is assigned', async () => {
  const call = railCall('1', { tracking_phone_number: '+17205550123' });
  for (const id of ['1', '2']) {
    theirs.set(`rail CAL${id}`, { ...call, id: `CAL${id}` });
    expect(await post('rail', railBody({ ...call, id: `CAL${id}` }))).toBe(200);
  }
  expect(await work('rail')).toBeNull();
  expect(await post('rail', railBody(call))).toBe(200);
  expect(await work('rail')).toBeNull();
  expect(await imported()).toEqual([]);
  expect(await listParked(here.database.kysely)).toMatchObject([
    { connection: 'rail', reference: '+17205550123', count: 2 },
  ]);
  expect(await states()).toMatchObject([
    { state: 'parked', reason: 'was to a number of no tracking line' },
    {},
  ]);
  const assigned = { connection: 'rail', reference: '+17205550123', accountId: 'A1', targetId: 'L1' };
  await storeAssignment(here.database.kysely, assigned, here.clock.now());
  const reworked = { connection: 'rail', reference: '+17205550123', now: here.clock.now() };
  expect(await here.database.transaction((one) => reworkParkedCalls(one, reworked))).toBe(2);
  await work('rail');
  expect(await imported()).toMatchObject([{ tracking_line_id: 'L1' }, { tracking_line_id: 'L1' }]);
  expect(await listParked(here.database.kysely)).toEqual([]);
  await here.database.pool.query('delete from connection_assignments');
});

test('a call that only the API gives is parked and comes out again when its line is there', async () => {
  const rail = await findConnection(here.database.kysely, 'rail');
  if (!rail) throw new Error('There is no connection.');
  const calls = [
    railCall('1', { tracking_phone_number: '+17205550124' }),
    railCall('2'),
    railCall('3', { start_time: 'noon' }),
  ];
  expect(await importCalls(here, queue, rail, calls)).toMatchObject([
    { callId: 'CAL1', state: 'parked' },
    { callId: 'CAL2', state: 'imported' },
    { callId: 'CAL3', state: 'failed', reason: expect.stringContaining('call_date_time') },
  ]);
  await here.database.pool.query(
    `insert into tracking_lines (account_id, id, number) values ('A1', 'L9', '+17205550124')`,
  );
  expect(await importCalls(here, queue, rail, calls)).toMatchObject([{ state: 'imported' }, {}, {}]);
  await here.database.pool.query(`delete from tracking_lines where id = 'L9'`);
  expect(await listParked(here.database.kysely)).toEqual([]);
});

test('without a key of the API a call waits and says so; with one it is imported', async () => {
  theirs.set('keyless CAL1', railCall('1'));
  expect(await post('keyless', railBody(railCall('1')))).toBe(200);
  expect(await work('keyless')).toBeNull();
  expect(await states()).toMatchObject([
    { state: 'waiting', reason: expect.stringContaining('connections rotate keyless --api') },
  ]);
  const warnings = () =>
    connectionWarnings({ database: here.database.kysely, sealedTexts }, handlers, here.clock.now());
  expect(await warnings()).toEqual([]);
  here.clock.advance(61 * 60_000);
  expect(await warnings()).toEqual([
    expect.stringContaining(
      '1 event of the connection keyless waits for more than an hour: the event only names',
    ),
  ]);
  // a reader without an account learns no connection's name
  const health = (await here.app.http.inject('/health')).json<{ warnings: string[] }>();
  expect(health.warnings).toContain('A connection needs to be looked at: npm run cli -- connections list');
  expect(JSON.stringify(health)).not.toContain('keyless');
  await here.database.transaction((transaction) =>
    addSecret(
      transaction,
      sealedTexts,
      { connection: 'keyless', purpose: 'api', secret: 'key-of-the-api', keepDays: 0 },
      here.clock.now(),
    ),
  );
  await work('keyless');
  expect(await imported()).toHaveLength(1);
});

test('a score of the feed stays when its call is read again, and theirs shows when it is withdrawn', async () => {
  const scores = () =>
    rowsOf(
      'select score_source as source, answered_by as by, opportunity, duration_seconds as seconds from calls',
    );
  const feed = async (cells: object) => {
    const body = Buffer.from(JSON.stringify({ id: 'callrail:CAL1', ...cells }));
    const report = await queue.import(rowsSource(here, { system: 'crm', file: 'calls', body }), {
      listed: 1,
    });
    expect(report.rejected).toBe(0);
  };
  const again = async (more: Call) => {
    theirs.set('rail CAL1', railCall('1', more));
    expect(await post('rail', railBody(railCall('1', { ...more, note: crypto.randomUUID() })))).toBe(200);
    await work('rail');
  };
  await again({ answered: false, voicemail: true });
  expect(await scores()).toEqual([{ source: 'telephony', by: 3, opportunity: null, seconds: 90 }]);
  await feed({ opportunity: true, call_answered_by: 'Staff' });
  await again({ answered: true, voicemail: false, duration: 91 });
  expect(await scores()).toEqual([{ source: 'feed', by: 1, opportunity: true, seconds: 91 }]);
  await again({ answered: false, voicemail: false });
  await feed({ opportunity: '', call_answered_by: '' });
  expect(await scores()).toEqual([{ source: 'telephony', by: 4, opportunity: null, seconds: 90 }]);
});

test('a replay fixes calls of a wrong mapping', async () => {
  const good = await readFile(join(root, 'connectors/callrail/mapping.yaml'), 'utf8');
  const store = (text: string) =>
    here.database.transaction((one) => storeMapping(one, { connection: 'rail', text }, here.clock.now()));
  await store(good.replace('duration_seconds: duration', 'duration_seconds: duration * 60'));
  theirs.set('rail CAL1', railCall('1'));
  expect(await post('rail', railBody(railCall('1')))).toBe(200);
  // a body that says when the call changed last is mapped again as it came
  expect(await post('rail', railBody(railCall('2', { updated_at: '2026-03-11T14:59:00Z' })))).toBe(200);
  await work('rail');
  expect(await imported()).toMatchObject([{ duration_seconds: 5400 }, { duration_seconds: 5400 }]);
  await store(good);
  const replayed = { connection: 'rail', since: here.clock.now() };
  expect(await here.database.transaction((one) => replayCalls(one, replayed))).toBe(2);
  await work('rail');
  expect(await imported()).toMatchObject([{ duration_seconds: 90 }, { duration_seconds: 90 }]);
  const later = { connection: 'rail', since: new Date(here.clock.now().getTime() + 1) };
  expect(await here.database.transaction((one) => replayCalls(one, later))).toBe(0);
});

test('of two bodies with the same modification time the one that came last is imported', async () => {
  for (const duration of [0, 90, 45]) {
    expect(
      await post('rail', railBody(railCall('1', { duration, updated_at: '2026-03-11T14:59:00Z' }))),
    ).toBe(200);
    here.clock.advance(1000);
  }
  expect(await work('rail')).toBeNull();
  expect(await imported()).toMatchObject([{ duration_seconds: 45 }]);
});

test('an API that fails is tried again later, and does not hold up what comes after', async () => {
  failing = ['CAL1'];
  for (const id of ['1', '2', '3']) {
    if (id !== '3') theirs.set(`rail CAL${id}`, railCall(id));
    expect(await post('rail', railBody(railCall(id)))).toBe(200);
  }
  expect(await work('rail')).toBe('Calls of a connection could not be read from its API.');
  expect(await states()).toMatchObject([
    { state: 'waiting', reason: 'the API could not be read' },
    { state: 'imported' },
    { state: 'gone', reason: 'the system has no such call' },
  ]);
  failing = [];
  expect(await work('rail')).toBeNull();
  expect(await imported()).toHaveLength(2);
  // a reading that fails for every call stops after three
  failing = ['CAL4', 'CAL5', 'CAL6', 'CAL7'];
  for (const callId of failing) expect(await post('rail', railBody(railCall(callId.slice(3))))).toBe(200);
  reads = [];
  expect(await work('rail')).not.toBeNull();
  expect(reads).toHaveLength(3);
  expect(here.logged.join('\n')).not.toContain('5550199');
});

test('an event that comes while its call is being imported is worked off after it, by the same job', async () => {
  theirs.set('rail CAL1', railCall('1', { duration: 30 }));
  expect(await post('rail', railBody(railCall('1')))).toBe(200);
  during = async () => {
    theirs.set('rail CAL1', railCall('1', { duration: 31 }));
    expect(await post('rail', railBody(railCall('1', { note: 'later' })))).toBe(200);
    // the job that the event requests finds the call claimed
    expect(await work('rail')).toBeNull();
    expect(await imported()).toEqual([]);
  };
  expect(await work('rail')).toBeNull();
  expect(await imported()).toMatchObject([{ duration_seconds: 31 }]);
  expect(await states()).toMatchObject([{ state: 'imported' }]);
  expect(reads).toEqual(['CAL1', 'CAL1']);
});

test('a call is tried again when its import fails after an event of another call has replaced the job', async () => {
  const { tasks } = new ConnectedCalls(here, queue, handlers);
  const failed = Promise.withResolvers<void>();
  during = () => failed.promise;
  const jobsOfRail = () =>
    rowsOf(
      `select attempts, run_at > now() as later from graphile_worker.jobs where key = 'import connected calls rail'`,
    );
  await here.database.pool.query('delete from graphile_worker._private_jobs');
  theirs.set('rail CAL2', railCall('2'));
  expect(await post('rail', railBody(railCall('1')))).toBe(200);
  const worker = await startJobs({
    pool: here.database.pool,
    log: createLog(here.environment, { write: () => {} }),
    tasks,
  });
  try {
    await expect.poll(() => reads).toEqual(['CAL1']);
    expect(await post('rail', railBody(railCall('2')))).toBe(200);
    await expect.poll(imported).toMatchObject([{ id: 'callrail:CAL2' }]);
    await expect.poll(jobsOfRail).toEqual([{ attempts: 0, later: true }]);
    failed.reject(new Error('The API is down.'));
    await expect.poll(states).toMatchObject([{ state: 'waiting' }, { state: 'imported' }]);
    theirs.set('rail CAL1', railCall('1'));
    await here.database.pool.query(
      `update graphile_worker._private_jobs set run_at = now() where key = 'import connected calls rail'`,
    );
    await expect.poll(imported, { timeout: 10_000 }).toHaveLength(2);
  } finally {
    failed.resolve();
    await worker.stop();
  }
});

test('what a killed process had claimed is worked off by another, and lost jobs are requested again', async () => {
  theirs.set('rail CAL1', railCall('1'));
  expect(await post('rail', railBody(railCall('1')))).toBe(200);
  const claimed = new Date(here.clock.now().getTime() + 60_000);
  await here.database.pool.query('update connection_calls set claimed_until = $1', [claimed]);
  await work('rail');
  expect(await imported()).toEqual([]);
  await here.database.pool.query(`delete from graphile_worker._private_jobs`);
  here.clock.advance(61 * 60_000);
  await cleanConnectedCalls(here);
  expect(await jobs()).toEqual([{ key: 'import connected calls rail' }]);
  await work('rail');
  expect(await imported()).toHaveLength(1);
  here.clock.advance(30 * 86_400_000);
  await cleanConnectedCalls(here);
  expect(await states()).toEqual([]);
  expect(await rowsOf('select from connection_call_events')).toEqual([]);
});

test('what is forged, replayed late, too large or of another form is refused, and nothing is written', async () => {
  const before = here.logged.length;
  const rail = railBody(railCall('1'));
  const ctm = JSON.stringify(ctmCall(1));
  const tooLong = JSON.stringify({ ...railCall('1'), note: 'x'.repeat(1024 * 1024) });
  const deep = `{"resource_id":"CAL1","a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
  const late = String(here.clock.now().getTime() / 1000 - 16 * 60);
  const answers: [what: string, status: number, answer: number][] = [
    ['forged', 403, await post('rail', rail, { key: 'other-key' })],
    ['of another system', 403, await post('ctm', ctm, { key: keys.callrail })],
    ['unknown', 403, await post('nowhere', rail)],
    ['replayed late', 403, await post('ctm', ctm, { time: late })],
    ['too large', 413, await post('rail', tooLong)],
    ['deep', 400, await post('rail', deep)],
    ['of another type', 415, await post('ctm', ctm, { type: 'application/x-www-form-urlencoded' })],
    ['no JSON', 400, await post('rail', '{"resource_id":')],
    ['a list', 400, await post('rail', '[1]')],
    ['not UTF-8', 400, await post('rail', Buffer.from([0x7b, 0xff, 0x7d]))],
    ['with half of a character', 400, await post('rail', '{"resource_id":"CAL1","note":"\\ud800"}')],
    [
      'with half of a character in a name',
      400,
      await post('rail', '{"resource_id":"CAL1","a":[{"\\udc00":1}]}'),
    ],
    ['with a NUL', 400, await post('ctm', '{"id":1,"caller":{"name":"a\\u0000"}}')],
    ['without an id', 400, await post('rail', '{"id":"CAL1"}')],
    ['with an id that is none', 400, await post('rail', '{"resource_id":{"toString":1}}')],
    ['with a path as its id', 400, await post('rail', '{"resource_id":"CAL1/../x"}')],
    ['with a number that is none', 400, await post('ctm', '{"id":12345678901234567890}')],
  ];
  for (const [what, status, answer] of answers) expect(answer, what).toBe(status);
  for (const table of ['connection_calls', 'connection_call_events', 'connection_parked'])
    expect(await rowsOf(`select from ${table}`)).toEqual([]);
  const logged = here.logged.slice(before).join('\n');
  for (const secret of ['5550199', 'Jordan', keys.callrail, keys.calltrackingmetrics])
    expect(logged).not.toContain(secret);
});

test('names of the language’s own objects are names like others', async () => {
  theirs.set('ctm __proto__', ctmCall(9));
  expect(
    await post('rail', '{"resource_id":"CAL1","__proto__":{"direction":"outbound"},"constructor":"x"}'),
  ).toBe(200);
  expect(await states()).toMatchObject([{ call_id: 'CAL1', state: 'waiting' }]);
  expect(({} as Call)['direction']).toBeUndefined();
});

test('a body that was sealed with a key that is lost still names its call', async () => {
  theirs.set('rail CAL1', railCall('1', { duration: 12 }));
  expect(await post('rail', railBody(railCall('1', { updated_at: '2026-03-11T14:59:00Z' })))).toBe(200);
  await here.database.pool.query(
    `update connection_call_events set sealed_body = sealed_body || '\\x00'::bytea`,
  );
  expect(await work('rail')).toBeNull();
  expect(await imported()).toMatchObject([{ duration_seconds: 12 }]);
});

test('a form names the call as JSON does', async () => {
  theirs.set('rail CAL1', railCall('1'));
  const form = new URLSearchParams({
    resource_id: 'CAL1',
    callernum: '+13035550199',
    answered: 'true',
  }).toString();
  expect(await post('rail', form, { type: 'application/x-www-form-urlencoded; charset=utf-8' })).toBe(200);
  await work('rail');
  expect(await imported()).toMatchObject([{ id: 'callrail:CAL1', duration_seconds: 90 }]);
});

test('bodies are stored encrypted, given to their person, and erased with them', async () => {
  const spoken = railCall('2', {
    customer_phone_number: '+17205550144',
    transcription: 'Call (303) 555-0199.',
  });
  for (const call of [railCall('1'), spoken, railCall('3', { customer_phone_number: '+17205550144' })])
    expect(await post('rail', railBody(call))).toBe(200);
  const stored = JSON.stringify(
    await rowsOf('select sealed_body, number_hashes from connection_call_events'),
  );
  for (const text of ['5550199', 'Jordan']) expect(stored).not.toContain(Buffer.from(text).toString('hex'));
  const person = requestedPerson({ phone: '+1 303 555 0199' });
  const folder = join(await temporaryFolder(), 'export');
  await exportPerson(here, person, folder);
  const { tables } = JSON.parse(await readFile(join(folder, 'person.json'), 'utf8')) as {
    tables: Record<string, { call_id: string; body: string }[]>;
  };
  expect(tables['connection_call_events']?.map(({ call_id: callId }) => callId)).toEqual(['CAL1', 'CAL2']);
  expect(tables['connection_call_events']?.[1]?.body).toBe(railBody(spoken));
  await erasePerson(here, person, { total: 0, shared: false });
  expect(await rowsOf('select call_id from connection_call_events')).toEqual([{ call_id: 'CAL3' }]);
  // the call itself still comes from the system, as a caller like any other
  theirs.set('rail CAL1', railCall('1'));
  await work('rail');
  expect((await imported()).map(({ id }) => id)).toContain('callrail:CAL1');
});

test('new calls before the day of the connection do not wait for a callback', async () => {
  // midnight of the office, in New York
  const before = railCall('before', { answered: false, start_time: '2026-03-09T23:30:00.000-04:00' });
  const after = railCall('after', { answered: false, start_time: '2026-03-10T00:30:00.000-04:00' });
  await here.database.transaction((transaction) => setCallbacksFrom(transaction, 'rail', '2026-03-10'));
  const rail = await findConnection(here.database.kysely, 'rail');
  expect(rail?.callbacksFrom).toBe('2026-03-10');
  try {
    if (rail) await importCalls(here, queue, rail, [before, after]);
  } finally {
    await here.database.transaction((transaction) => setCallbacksFrom(transaction, 'rail', null));
  }
  const { rows } = await here.database.pool.query(
    'select id, before_callbacks from calls order by call_date_time',
  );
  expect(rows).toEqual([
    { id: 'callrail:CALbefore', before_callbacks: true },
    { id: 'callrail:CALafter', before_callbacks: false },
  ]);
});
