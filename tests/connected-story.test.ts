import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readPhone } from '@mailcall/contract/rules/phone.ts';
import {
  breakdowns,
  callsByWeekHour,
  callsOverTime,
  callsPerDay,
  callSummaryCount,
} from '@mailcall/contract/scoreboard.ts';
import type { AnyRoute } from '@mailcall/contract/wire/route.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowsOf, type Row, TestStories } from '../demo/test-stories.ts';
import {
  connectionKinds,
  ConnectedCalls,
  syncConnection,
  addConnection,
  addressOfConnection,
  addSecret,
  findConnection,
  storeMapping,
} from '../server/features/connectors/index.ts';
import { callRailSignature } from '../server/features/connectors/callrail/calls.ts';
import { folderSource, importFeed, ImportQueue } from '../server/features/ingest/index.ts';
import { openMappedSource, readMapping } from '../server/features/mapping/index.ts';
import { doWaitingJobs } from '../server/platform/jobs.ts';
import { createLog } from '../server/platform/log.ts';
import { openSealedTexts } from '../server/platform/sealed-text.ts';
import { type CallrailCall, startCallrailServer } from './support/callrail-server.ts';
import { requestRoute } from './support/request-route.ts';
import { addPerson, signInAs, type TestApp, testApp, testNow } from './support/test-app.ts';

const server = await startCallrailServer();
afterAll(() => server.close());

const [fed, mapped, posted] = [testApp(), testApp(), testApp()];

const stories = new TestStories();
const folders: string[] = [];
afterAll(async () => {
  await stories.remove();
  for (const folder of folders) await rm(folder, { recursive: true });
});

const mappingFile = resolve(import.meta.dirname, '../connectors/callrail/mapping.yaml');
const signingKey = 'the-signing-key-of-a-company';

async function folderOf(files: Record<string, readonly object[]>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mailcall-callrail-'));
  folders.push(folder);
  for (const [name, rows] of Object.entries(files)) {
    const header = Object.keys(rows[0] ?? {});
    const cell = (value: string | undefined) => `"${(value ?? '').replaceAll('"', '""')}"`;
    const lines = name.endsWith('.csv')
      ? [header.join(','), ...rows.map((row) => header.map((column) => cell((row as Row)[column])).join(','))]
      : rows.map((row) => JSON.stringify(row));
    await writeFile(join(folder, name), lines.map((line) => `${line}\n`).join(''));
  }
  return folder;
}

/** The story as far as CallRail can report it: calls to tracking numbers, each number once, all offices without groups. */
async function readStory() {
  const story = await stories.write({ today: new Date(testNow), calls: 200, recordings: false });
  const accounts = await rowsOf(story, 'accounts');
  const campaigns = await rowsOf(story, 'campaigns');
  const all = await rowsOf(story, 'tracking-lines');
  const lines = [...new Map(all.map((line) => [line['number'], line])).values()];
  const lineOf = new Map(lines.map((line) => [line['id'], line]));
  const calls = (await rowsOf(story, 'calls')).filter((call) => lineOf.has(call['tracking_line_id']));
  return { accounts, campaigns, lines, calls, lineOf };
}
type Story = Awaited<ReturnType<typeof readStory>>;

const lineId = (line: Row | undefined) => `callrail:${line?.['number']}`;
const isAnswered = ({ call_answered_by: by }: Row) => by === 'Staff' || by === 'IVR';

/** The story as the feed has it, cut to the columns that the mapping covers; CallRail knows no menus. */
const asFeed = ({ accounts, campaigns, lines, calls, lineOf }: Story) => ({
  'accounts.ndjson': accounts.map(({ id, name, time_zone }) => ({ id: `callrail:${id}`, name, time_zone })),
  'campaigns.ndjson': campaigns.map(({ id, account_id, name, campaign_type, delivery_date }) => ({
    id,
    account_id: `callrail:${account_id}`,
    name,
    campaign_type,
    delivery_date,
  })),
  'tracking-lines.ndjson': lines.map((line) => ({
    id: lineId(line),
    account_id: `callrail:${line['account_id']}`,
    campaign_id: line['campaign_id'],
    number: line['number'],
    friendly_name: line['friendly_name'],
  })),
  'calls.ndjson': calls.map((call) => ({
    id: `callrail:CAL${call['id']}`,
    account_id: `callrail:${call['account_id']}`,
    tracking_line_id: lineId(lineOf.get(call['tracking_line_id'])),
    call_date_time: call['call_date_time'],
    duration_seconds: call['duration_seconds'],
    caller_phone_number: readPhone(call['caller_phone_number'] ?? ''),
    caller_name: call['caller_name'],
    call_answered_by: isAnswered(call)
      ? null
      : call['call_answered_by'] === 'Voicemail'
        ? 'Voicemail'
        : 'No Answer',
    voicemail_left_message: call['call_answered_by'] === 'Voicemail' ? true : null,
  })),
});

/** The story as CallRail's API lists it, with calls that do not count. */
function asCallrail({ calls, lineOf }: Story): CallrailCall[] {
  const inbound = calls.map((call) => ({
    id: `CAL${call['id']}`,
    company_id: call['account_id'],
    direction: 'inbound',
    start_time: call['call_date_time'] ?? '',
    duration: Number(call['duration_seconds']),
    customer_name: call['caller_name'] || null,
    customer_phone_number: call['caller_phone_number'] || 'anonymous',
    tracking_phone_number: lineOf.get(call['tracking_line_id'])?.['number'],
    answered: isAnswered(call),
    voicemail: call['call_answered_by'] === 'Voicemail',
    recording: null,
  }));
  const outbound = inbound
    .slice(0, 5)
    .map((call) => ({ ...call, id: `${call.id}out`, direction: 'outbound' }));
  return [...inbound, ...outbound];
}

const exportOf = (story: Story, calls: readonly CallrailCall[]) =>
  folderOf({
    'companies.ndjson': story.accounts.map(({ id, name, time_zone }) => ({ id, name, time_zone })),
    'mailings.csv': story.campaigns.map(({ id, account_id, name, campaign_type, delivery_date }) => ({
      mailing_id: id,
      company_id: account_id,
      name,
      campaign_type,
      delivery_date,
    })),
    'tracking-numbers.csv': story.lines.map(({ number, account_id, friendly_name, campaign_id }) => ({
      tracking_phone_number: number,
      company_id: account_id,
      name: friendly_name,
      mailing_id: campaign_id,
    })),
    'calls.ndjson': calls,
  });

async function importMapped(here: TestApp, folder: string): Promise<string[]> {
  const mapping = readMapping('mapping.yaml', await readFile(mappingFile, 'utf8'));
  const { pool } = here.database;
  const { source, close } = await openMappedSource(await folderSource(folder), mapping, { pool });
  try {
    const report = await importFeed({ pool }, source, { files: here.files });
    expect(report.firstRejections).toEqual([]);
    return report.notices;
  } finally {
    close();
  }
}

async function overviewOf(here: TestApp): Promise<Record<string, unknown>> {
  const { kysely } = here.database;
  const accountIds = (await kysely.selectFrom('accounts').select('id').orderBy('id').execute()).map(
    ({ id }) => id,
  );
  await addPerson(here.database, { id: 'U1', accounts: accountIds });
  const token = await signInAs(here, 'U1@people.test');
  const scope = { accountIds: ['*'] };
  const routes: Record<string, AnyRoute> = {
    summary: callSummaryCount,
    byHour: callsPerDay,
    week: callsByWeekHour,
    overTime: callsOverTime,
    ...breakdowns,
  };
  const answers: Record<string, unknown> = {};
  for (const [name, route] of Object.entries(routes)) {
    const { code, data } = await requestRoute<Record<string, unknown>>(here, token, route, { query: scope });
    expect(code, name).toBe(200);
    const { meta: _, ...figures } = data;
    answers[name] = figures;
  }
  return answers;
}

/** Posts a webhook as CallRail does: the ids have other names, and it has no time of modification. */
async function post(call: CallrailCall): Promise<number> {
  const { id, company_id, ...rest } = call;
  const body = JSON.stringify({ resource_id: id, company_resource_id: company_id, ...rest });
  const answer = await posted.app.http.inject({
    method: 'POST',
    url: new URL(addressOfConnection(posted.environment.publicUrl, 'callrail-main')).pathname,
    headers: {
      'content-type': 'application/json',
      signature: callRailSignature(Buffer.from(body), signingKey),
    },
    payload: body,
  });
  return answer.statusCode;
}

const shuffled = <Item>(items: readonly Item[]) =>
  items
    .map((item, index) => ({ item, at: (index * 7919) % 1009 }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);

let story: Story;
let calls: CallrailCall[];
let expected: Record<string, unknown>;
beforeAll(async () => {
  story = await readStory();
  calls = asCallrail(story);
  const source = await folderSource(await folderOf(asFeed(story)));
  const report = await importFeed({ pool: fed.database.pool }, source, { files: fed.files, strict: true });
  expect(report).toMatchObject({ kept: true, firstRejections: [] });
  expected = await overviewOf(fed);
});

test('the Overview has the calls of the story, and what no call-tracking service knows is empty', () => {
  const { summary } = expected as { summary: Record<string, number> };
  const missed = story.calls.filter((call) => !isAnswered(call)).length;
  expect(summary).toMatchObject({
    all_calls_count: story.calls.length,
    missed_calls_count: missed,
    unscored_calls_count: story.calls.length - missed,
    opportunity_calls_count: 0,
    appointment_calls_count: 0,
  });
  const withRows = Object.keys(breakdowns).filter(
    (key) => (expected[key] as { records: unknown[] }).records.length > 0,
  );
  expect(withRows).toEqual(['campaignSource', 'answeredBy']);
});

test('a mapping of the API’s calls gives the same Overview', async () => {
  const notices = await importMapped(mapped, await exportOf(story, calls));
  expect(notices).toEqual([expect.stringContaining('calls.csv: 5 of ')]);
  expect(await overviewOf(mapped)).toEqual(expected);
});

test('webhooks, shuffled, doubled and with a tenth lost, give it after a sync', async () => {
  await importMapped(posted, await exportOf(story, []));
  const { database, clock, environment } = posted;
  const now = clock.now();
  const name = 'callrail-main';
  await addConnection(
    database.kysely,
    { name, kind: 'callrail', account: server.account, origin: server.origin },
    now,
  );
  const sealedTexts = await openSealedTexts(environment);
  await database.transaction(async (transaction) => {
    for (const [purpose, secret] of [
      ['webhook', signingKey],
      ['api', server.key],
    ] as const)
      await addSecret(transaction, sealedTexts, { connection: name, purpose, secret, keepDays: 0 }, now);
    await storeMapping(transaction, { connection: name, text: await readFile(mappingFile, 'utf8') }, now);
  });
  server.calls = calls;
  server.pageSize = 100;
  const kept = calls.filter((_, index) => index % 10 !== 3);
  const statuses = new Set<number>();
  for (const call of shuffled([...kept, ...kept.filter((_, index) => index % 4 === 0)]))
    statuses.add(await post(call));
  expect([...statuses]).toEqual([200]);

  const queue = new ImportQueue({ ...posted, pool: database.pool });
  const log = createLog(environment, { write: () => {} });
  try {
    const { tasks } = new ConnectedCalls(posted, queue, connectionKinds);
    await doWaitingJobs({ pool: database.pool, log, tasks });
    const count = async () => (await database.pool.query('select from calls')).rowCount;
    expect(await count()).toBe(kept.filter(({ direction }) => direction === 'inbound').length);
    const connection = await findConnection(database.kysely, name);
    if (!connection) throw new Error('there is no connection');
    const window = { kind: 'command', since: new Date('2018-01-01'), until: now } as const;
    const signal = new AbortController().signal;
    const progress = await syncConnection({ ...posted, log, queue }, connection, window, { signal });
    expect(progress).toMatchObject({ imported: story.calls.length, leftOut: 5, parked: 0, rejected: 0 });
  } finally {
    await queue.close();
  }
  expect(await overviewOf(posted)).toEqual(expected);
});
