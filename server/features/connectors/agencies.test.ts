import { afterAll, beforeEach, expect, test } from 'vitest';
import { hours, minutes } from '@mailcall/contract/time/durations.ts';
import { startCallrailServer } from '../../../tests/support/callrail-server.ts';
import { startCtmServer } from '../../../tests/support/ctm-server.ts';
import { addAccounts, testApp } from '../../../tests/support/test-app.ts';
import { openSealedTexts } from '../../platform/sealed-text.ts';
import { ImportQueue } from '../ingest/index.ts';
import { callRailSignature } from './callrail/calls.ts';
import { listCompanies } from './companies.ts';
import { type Connection, requireConnection } from './connections.ts';
import { ConnectedCalls } from './import-waiting.ts';
import { connectionKinds } from './kinds.ts';
import { requireKind } from './kind-handler.ts';
import { updateCompanies } from './list-companies.ts';
import {
  addWithSecrets,
  decideCompanies,
  joinAgency,
  pauseConnection,
  setCompanyKeys,
} from './manage-connections.ts';
import { listParked } from './parked.ts';
import { ScheduledSyncs } from './scheduled-syncs.ts';
import { syncConnection } from './sync-connection.ts';
import { listProgress } from './sync-progress.ts';

const callrail = await startCallrailServer();
const ctm = await startCtmServer();
afterAll(() => Promise.all([callrail.close(), ctm.close()]));

const here = testApp();
const queue = () => (opened ??= new ImportQueue({ ...here, pool: here.database.pool }));
let opened: ImportQueue | undefined;
afterAll(() => opened?.close());

const signal = new AbortController().signal;
const given = () => ({ ...here, log: here.app.http.log as never, queue: queue() });
const by = () => ({ contactId: null, at: here.clock.now() });
const number = (index: number) => `+1303555${String(index).padStart(4, '0')}`;
const named = (name: string) => requireConnection(here.database.kysely, name);
const rows = async (name: string) => (await listCompanies(here.database.kysely, name)).companies;
const ids = async (text: string) =>
  (await here.database.pool.query<{ id: string }>(text)).rows.map(({ id }) => id);
const importedCalls = () => ids('select id from calls order by id');

async function add(
  name: string,
  kind: 'callrail' | 'calltrackingmetrics',
  more: Partial<Parameters<typeof addWithSecrets>[2]> = {},
): Promise<Connection> {
  const server = kind === 'callrail' ? callrail : ctm;
  const sealedTexts = await openSealedTexts(here.environment);
  return here.database.transaction((transaction) =>
    addWithSecrets({ transaction, sealedTexts, by: by() }, requireKind(connectionKinds, kind), {
      name,
      account: kind === 'callrail' ? callrail.account : undefined,
      origin: server.origin,
      isAgency: true,
      secrets: { api: server.key },
      ...more,
    }),
  );
}
const look = async (name: string) => updateCompanies(given(), await named(name), signal);
const confirm = async (name: string, decisions: Parameters<typeof decideCompanies>[2]) => {
  const connection = await named(name);
  await here.database.transaction((transaction) =>
    decideCompanies({ transaction, by: by() }, connection, decisions),
  );
};
const confirmAll = async (name: string) =>
  confirm(
    name,
    (await rows(name)).flatMap(({ id, accountId }) =>
      accountId === null ? [] : [{ id, state: 'confirmed' as const }],
    ),
  );
async function addLine(accountId: string, index: number, status = 'Active'): Promise<void> {
  await here.database.pool.query(
    `insert into tracking_lines (account_id, id, number, status) values ($1, $2, $3, $4)`,
    [accountId, `L-${accountId}-${index}`, number(index), status],
  );
}
const call = (id: number, company: string, line: number, hoursAgo = 1) => ({
  id: `CAL${id}`,
  start_time: new Date(here.clock.now().getTime() - hours(hoursAgo)).toISOString(),
  company_id: company,
  direction: 'inbound',
  answered: true,
  voicemail: false,
  duration: 61,
  customer_name: `Caller ${id}`,
  customer_phone_number: '+13035550199',
  tracking_phone_number: number(line),
  recording: null,
});
async function readHour(): Promise<void> {
  const syncs = new ScheduledSyncs(given());
  await (await syncs.look()).ended;
  await syncs.stop();
}

beforeEach(async () => {
  callrail.companies = [];
  callrail.calls = [];
  callrail.allowed = Infinity;
  callrail.asked.length = 0;
  ctm.accounts = [];
  ctm.asked.length = 0;
  ctm.refused.clear();
  await here.database.pool.query(
    `truncate connections cascade; truncate accounts, tracking_lines, calls, connection_changes cascade`,
  );
});

test('sets up 300 offices with one key: found by number and name, read only when confirmed', async () => {
  const all = Array.from({ length: 300 }, (_, index) => index);
  await addAccounts(
    here.database,
    all.map((index) => ({ id: `A-${index}`, name: `Dental Office ${index}` })),
  );
  for (const index of all) if (index % 2 === 0) await addLine(`A-${index}`, index);
  callrail.companies = [
    ...all.map((index) => ({
      id: `COM${index}`,
      // found by number despite its name, or by name despite its spelling
      name: index % 2 === 0 ? `Practice ${index}` : `DENTAL office, ${index}`,
      status: 'active' as const,
      numbers: [number(index)],
    })),
    { id: 'COMX', name: 'A Bakery', status: 'active' as const, numbers: [number(9999)] },
  ];
  callrail.calls = [call(1, 'COM0', 0), call(2, 'COM2', 2), call(3, 'COMX', 9999)];
  await add('agency', 'callrail');
  await readHour();
  expect(callrail.asked.filter((path) => path.includes('calls'))).toEqual([]);
  expect(callrail.asked).toHaveLength(4);
  const listed = await rows('agency');
  expect(listed).toHaveLength(301);
  const matched = (id: string) => {
    const { accountId, matchedBy, state } = listed.find((one) => one.id === id) ?? {};
    return [accountId, matchedBy, state];
  };
  expect(matched('COM8')).toEqual(['A-8', 'numbers', 'new']);
  expect(matched('COM9')).toEqual(['A-9', 'name', 'new']);
  expect(matched('COMX')).toEqual([null, null, 'new']);
  await confirm('agency', [{ id: 'COM0', state: 'confirmed' }]);
  await readHour();
  expect(await importedCalls()).toEqual(['callrail:CAL1']);
  expect(await listParked(here.database.kysely)).toEqual([]);
  await expect(
    confirm('agency', [
      { id: 'COM2', state: 'confirmed' },
      { id: 'COMX', state: 'confirmed' },
    ]),
  ).rejects.toThrow('COMX: Choose its office.');
  await confirm('agency', [{ id: 'COMX', state: 'left out' }]);
  await confirmAll('agency').catch(() => {});
  const [{ count }] = (
    await here.database.pool.query(
      `select count(*)::int as count from connection_companies where state = 'confirmed'`,
    )
  ).rows as [{ count: number }];
  expect(count).toBe(300);
  here.clock.advance(hours(1));
  await readHour();
  expect(await importedCalls()).toEqual(['callrail:CAL1', 'callrail:CAL2']);
});

test('a company that appears, is renamed, disabled or gone waits; its calls wait with it', async () => {
  await addAccounts(here.database, [{ id: 'A-1', name: 'Quill' }]);
  await addLine('A-1', 1);
  const quill = { id: 'COM1', name: 'Quill', status: 'active' as const, numbers: [number(1)] };
  callrail.companies = [quill];
  await add('agency', 'callrail');
  await look('agency');
  await confirmAll('agency');
  const changes = async () => (await rows('agency')).map(({ id, change, state }) => [id, state, change]);
  callrail.companies = [
    { ...quill, name: 'Quill Smiles' },
    { ...quill, id: 'COM2', name: 'New', numbers: [] },
  ];
  await look('agency');
  expect(await changes()).toEqual([
    ['COM2', 'new', null],
    ['COM1', 'confirmed', 'renamed'],
  ]);
  callrail.calls = [call(1, 'COM1', 1)];
  await readHour();
  expect(await importedCalls()).toEqual([]);
  await confirm('agency', [{ id: 'COM1', state: 'confirmed' }]);
  callrail.companies = [{ ...quill, name: 'Quill Smiles', status: 'disabled' }];
  await look('agency');
  expect(await changes()).toEqual([['COM1', 'confirmed', 'disabled']]);
  callrail.companies = [];
  await look('agency');
  expect(await changes()).toEqual([['COM1', 'confirmed', 'gone']]);
});

test('does not give an office the calls of a company of another office', async () => {
  await addAccounts(here.database, [{ id: 'A-1' }, { id: 'A-2' }, { id: 'A-3', parent: 'A-1' }]);
  await addLine('A-2', 2);
  await addLine('A-3', 3);
  // a number of two offices: that of the company decides
  await addLine('A-1', 4, 'Inactive');
  await addLine('A-2', 4, 'Inactive');
  callrail.companies = [{ id: 'COM1', name: 'One', status: 'active', numbers: [] }];
  callrail.calls = [call(1, 'COM1', 2), call(2, 'COM1', 3), call(3, 'COM1', 4)];
  await add('agency', 'callrail');
  await look('agency');
  await confirm('agency', [{ id: 'COM1', state: 'confirmed', accountId: 'A-1' }]);
  await readHour();
  expect(await ids(`select id || ' ' || account_id as id from calls order by id`)).toEqual([
    'callrail:CAL2 A-3',
    'callrail:CAL3 A-1',
  ]);
  expect(await listParked(here.database.kysely)).toMatchObject([{ reference: number(2) }]);
});

test('accepts an event only with the key of its own company, at one address for all', async () => {
  await addAccounts(here.database, [{ id: 'A-1' }, { id: 'A-2' }]);
  await addLine('A-1', 1);
  callrail.companies = ['COM1', 'COM2'].map((id) => ({ id, name: id, status: 'active', numbers: [] }));
  await add('agency', 'callrail');
  await look('agency');
  const sealedTexts = await openSealedTexts(here.environment);
  const agency = await named('agency');
  const setKeys = (keys: { id: string; key: string }[]) =>
    here.database.transaction((transaction) =>
      setCompanyKeys({ transaction, sealedTexts, by: by() }, agency, keys, 7),
    );
  await expect(setKeys([{ id: 'COM1', key: 'key-of-one' }])).rejects.toThrow('Confirm it before');
  await confirm('agency', [
    { id: 'COM1', state: 'confirmed', accountId: 'A-1' },
    { id: 'COM2', state: 'confirmed', accountId: 'A-2' },
  ]);
  await setKeys([
    { id: 'COM1', key: 'key-of-one' },
    { id: 'COM2', key: 'key-of-two' },
  ]);
  const post = (company: string, key: string) => {
    const payload = JSON.stringify({
      resource_id: 'CAL1',
      company_resource_id: company,
      direction: 'inbound',
    });
    return here.app.http.inject({
      method: 'POST',
      url: '/api/ingest/v1/connections/agency/events',
      headers: {
        'content-type': 'application/json',
        signature: callRailSignature(Buffer.from(payload), key),
      },
      payload,
    });
  };
  expect((await post('COM2', 'key-of-one')).statusCode).toBe(403);
  expect((await post('COM3', 'key-of-one')).statusCode).toBe(403);
  expect((await post('COM1', 'key-of-one')).statusCode).toBe(200);
  expect((await named('agency')).refused).toBe(2);
  callrail.calls = [call(1, 'COM1', 1)];
  await pause(true);
  await importWaiting();
  expect(await importedCalls()).toEqual([]);
  await pause(false);
  await importWaiting();
  expect(await importedCalls()).toEqual(['callrail:CAL1']);
  const [one] = await rows('agency');
  expect([one?.keySetAt, one?.lastReceivedAt].every((time) => time instanceof Date)).toBe(true);
});
const pause = async (isPaused: boolean) => {
  const agency = await named('agency');
  await here.database.transaction((transaction) =>
    pauseConnection({ transaction, by: by() }, requireKind(connectionKinds, agency.kind), agency, isPaused),
  );
};
const importWaiting = (connection = 'agency') =>
  new ConnectedCalls(given(), queue(), connectionKinds).tasks['import connected calls']?.(
    { connection },
    { isLast: true },
  );

test('a single connection joins with its address and progress, and nothing is read twice', async () => {
  await addAccounts(here.database, [{ id: 'A-1', name: 'One' }]);
  await addLine('A-1', 1);
  callrail.companies = [{ id: 'COM1', name: 'One', status: 'active', numbers: [number(1)] }];
  callrail.calls = [1, 2, 3].map((id) => call(id, 'COM1', 1, id));
  callrail.pageSize = 1;
  const single = await add('single', 'callrail', {
    isAgency: false,
    secrets: { api: callrail.key, webhook: 'key-of-one' },
  });
  await readHour();
  const begun = {
    kind: 'command' as const,
    since: new Date(here.clock.now().getTime() - hours(24)),
    until: here.clock.now(),
  };
  const stopping = new AbortController();
  await syncConnection(given(), single, begun, {
    signal: stopping.signal,
    onPage: () => stopping.abort(),
  }).catch(() => {});
  await add('agency', 'callrail');
  await look('agency');
  await confirmAll('agency');
  const agency = await named('agency');
  await here.database.transaction((transaction) =>
    joinAgency({ transaction, by: by() }, agency, 'COM1', single),
  );
  callrail.asked.length = 0;
  await readHour();
  // it only ends what it had begun, with the key of the agency
  const asked = callrail.asked.filter((path) => path.includes('calls.json'));
  expect(asked.map((path) => /offset=(\d)/.exec(path)?.[1])).toEqual(['1', '2']);
  expect(await importedCalls()).toHaveLength(3);
  const progress = await listProgress(here.database.kysely);
  expect(progress.find(({ kind }) => kind === 'command')?.endedAt).not.toBeNull();
  here.clock.advance(hours(1));
  callrail.asked.length = 0;
  await readHour();
  expect(callrail.asked.filter((path) => path.includes('calls.json'))).toHaveLength(3);
  const readers = (await listProgress(here.database.kysely)).filter(
    ({ kind, startedAt }) => kind === 'hourly' && startedAt.getTime() === here.clock.now().getTime(),
  );
  expect(readers.map(({ connection }) => connection)).toEqual(['agency']);
  callrail.pageSize = 250;
});

test('all companies share the limit of the key, also after CallRail wants no more', async () => {
  await addAccounts(here.database, [{ id: 'A-1', name: 'One' }]);
  callrail.companies = [{ id: 'COM1', name: 'One', status: 'active', numbers: [] }];
  await add('agency', 'callrail');
  await look('agency');
  await confirmAll('agency');
  callrail.allowed = 0;
  await readHour();
  const asked = callrail.asked.length;
  await expect(look('agency')).rejects.toThrow('CallRail wants no more requests for now.');
  expect(callrail.asked).toHaveLength(asked);
  expect((await named('agency')).companiesProblem).toBe('CallRail wants no more requests for now.');
  callrail.allowed = Infinity;
  here.clock.advance(minutes(16));
  await look('agency');
  await here.database.pool.query(`update connection_requests set count = 900`);
  await expect(look('agency')).rejects.toThrow('wants no more');
  here.clock.advance(hours(1));
  await look('agency');
  expect((await named('agency')).companiesProblem).toBeNull();
});

test('reads the accounts of an agency at CallTrackingMetrics one after another, also if one refuses', async () => {
  await addAccounts(here.database, [{ id: 'A-1' }, { id: 'A-2' }, { id: 'A-3' }]);
  for (const index of [1, 2, 3]) await addLine(`A-${index}`, index);
  const ctmCall = (id: number, line: number) => ({
    id,
    direction: 'inbound',
    dial_status: 'answered',
    duration: 60,
    name: 'Caller',
    caller_number: '+13035550199',
    tracking_number: number(line),
    unix_time: Math.floor(here.clock.now().getTime() / 1000) - 60,
  });
  ctm.accounts = [1, 2, 3].map((index) => ({
    id: index,
    name: `Practice ${index}`,
    numbers: [number(index)],
    calls: [1, 2, 3].map((id) => ctmCall(index * 10 + id, index)),
  }));
  await add('agency', 'calltrackingmetrics');
  await look('agency');
  expect((await rows('agency')).map(({ accountId, matchedBy }) => [accountId, matchedBy])).toEqual(
    [1, 2, 3].map((index) => [`A-${index}`, 'numbers']),
  );
  await confirmAll('agency');
  ctm.refused.add(2);
  await readHour();
  expect(await importedCalls()).toEqual([11, 12, 13, 31, 32, 33].map((id) => `calltrackingmetrics:${id}`));
  expect((await rows('agency')).map(({ problem }) => problem !== null)).toEqual([false, true, false]);
});
