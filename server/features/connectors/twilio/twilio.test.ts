import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../../tests/support/programs.ts';
import { addAccounts, testApp } from '../../../../tests/support/test-app.ts';
import { twilioCommands } from '../../../commands/twilio.ts';
import { databaseOver } from '../../../platform/database.ts';
import { openSealedTexts } from '../../../platform/sealed-text.ts';
import { ImportQueue, rowsSource } from '../../ingest/index.ts';
import { listQueues } from '../../operators/index.ts';
import { ReportedCalls, retryImports } from './import-calls.ts';
import { findLegs, withdrawLegs } from './legs.ts';
import { cleanTwilio } from './receive-reports.ts';
import { signatureOf } from './signature.ts';
import {
  addTwilioWebhook,
  listTwilioWebhooks,
  removeTwilioWebhook,
  setTwilioCallbacksFrom,
} from './webhooks.ts';

const here = testApp();
const token = 'fedcba98765432100123456789abcdef';
const accountSid = 'AC0123456789abcdef0123456789abcdef';
let address = '';

beforeAll(async () => {
  await addAccounts(here.database, [{ id: 'A1' }, { id: 'A2' }]);
  await here.database.pool.query(`
    insert into tracking_lines (account_id, id, number, status) values
      ('A1', 'L1', '(303) 555-0110', 'Active'), ('A2', 'L2', '+13035550110', 'Released'), ('A2', 'L3', '+13035550111', 'Active')`);
  const { publicUrl } = here.environment;
  const sealedTexts = await openSealedTexts(here.environment);
  const wanted = { name: 'switch', accountSid, token };
  address = await addTwilioWebhook(
    here.database.kysely,
    { sealedTexts, publicUrl },
    wanted,
    here.clock.now(),
  );
});

const form = (callSid: string, more: Record<string, string> = {}) => ({
  CallSid: callSid,
  AccountSid: accountSid,
  CallStatus: 'completed',
  From: '+13035550199',
  To: '+13035550110',
  CallDuration: '90',
  CallerName: 'JORDAN EXAMPLE',
  Timestamp: 'Wed, 11 Mar 2026 14:59:00 +0000',
  ...more,
});

const post = async (parameters: Record<string, string>, options: { token?: string; url?: string } = {}) => {
  const payload = new URLSearchParams(parameters);
  const url = options.url ?? new URL(address).pathname;
  const signature = signatureOf(options.token ?? token, here.environment.publicUrl + url, payload);
  const answer = await here.app.http.inject({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
      'x-twilio-signature': signature,
    },
    payload: payload.toString(),
  });
  return [answer.statusCode, answer.json<{ data: { stored?: boolean } | null }>().data?.stored] as const;
};

test('an address whose token the key of the data folder does not open refuses, and is named', async () => {
  const { kysely } = here.database;
  const lost = { sealedTexts: await openSealedTexts({ dataFolder: await temporaryFolder() }), publicUrl: '' };
  const url = await addTwilioWebhook(kysely, lost, { name: 'lost', accountSid, token }, here.clock.now());
  expect(await post(form('CAlost'), { url })).toEqual([403, undefined]);
  expect(here.logged.at(-2)).toContain('the auth token of its address cannot be opened');
  const sealedTexts = await openSealedTexts(here.environment);
  const list = await listTwilioWebhooks(kysely, sealedTexts, here.clock.now());
  expect(Object.fromEntries(list.map(({ name, isOpened }) => [name, isOpened]))).toEqual({
    lost: false,
    switch: true,
  });
  const warning =
    'The auth token of a Twilio address cannot be opened with secrets/sealing-key of DATA_DIR: npm run cli -- twilio list';
  expect(await here.app.warnings()).toContain(warning);
  const id = list.find(({ name }) => name === 'lost')?.id ?? '';
  await removeTwilioWebhook(kysely, id, here.clock.now());
  expect(await here.app.warnings()).not.toContain(warning);
});

let queue: ImportQueue;
beforeAll(() => {
  queue = new ImportQueue({ ...here, pool: here.database.pool });
});
afterAll(() => queue.close());

async function work(): Promise<string[]> {
  const { tasks } = new ReportedCalls(here, queue);
  const errors: string[] = [];
  const { rows } = await here.database.pool.query<{ call_sid: string }>(
    'select call_sid from twilio_calls where parameters is not null or (left_out is not null and imported_at is not null) order by received_at, call_sid',
  );
  for (const { call_sid } of rows) {
    await tasks['import reported call']?.({ callSid: call_sid }, { isLast: false }).catch((error: Error) =>
      errors.push(error.message),
    );
  }
  return errors;
}

const callOf = async (id: string) =>
  (
    await here.database.pool.query<Record<string, unknown>>(
      `select calls.account_id, tracking_line_id, call_date_time, duration_seconds, caller_phone_number, caller_id_name, value as answered_by
       from calls left join dimension_values on dimension = 'answeredBy' and code = answered_by where calls.id = $1`,
      [id],
    )
  ).rows;

test('the duration of a call is read as systems write it', async () => {
  for (const [callSid, CallDuration] of [
    ['CA00000093', '1:35'],
    ['CA00000094', '95.4'],
    ['CA00000095', 'soon'],
  ] as const)
    expect(await post(form(callSid, { CallDuration }))).toEqual([200, true]);
  expect(await work()).toEqual([]);
  const calls = await Promise.all(['CA00000093', 'CA00000094', 'CA00000095'].map(callOf));
  expect(calls.map(([call]) => call?.['duration_seconds'])).toEqual([95, 95, 0]);
});

test('a caller’s name that cannot be stored is refused, and one that is too long keeps whole characters', async () => {
  expect(await post(form('CA00000091', { CallerName: 'a\0b' }))).toEqual([400, undefined]);
  const callerName = 'a'.repeat(499);
  expect(await post(form('CA00000092', { CallerName: `${callerName}\u{1F600}` }))).toEqual([200, true]);
  expect(await work()).toEqual([]);
  expect(await callOf('CA00000092')).toMatchObject([{ caller_id_name: callerName }]);
});

test('a call that ends is created on the line that was called, once, in any order of its reports', async () => {
  expect(await post(form('CA00000001', { CallStatus: 'ringing', CallDuration: '' }))).toEqual([200, false]);
  expect(await post(form('CA00000001'))).toEqual([200, true]);
  expect(await post(form('CA00000001'))).toEqual([200, false]);
  expect(await post(form('CA00000001', { CallStatus: 'in-progress' }))).toEqual([200, false]);
  expect(await work()).toEqual([]);
  expect(await callOf('CA00000001')).toEqual([
    {
      account_id: 'A1',
      tracking_line_id: 'L1',
      call_date_time: new Date('2026-03-11T14:57:30Z'),
      duration_seconds: 90,
      caller_phone_number: '+13035550199',
      caller_id_name: 'JORDAN EXAMPLE',
      answered_by: null,
    },
  ]);
  const { rows } = await here.database.pool.query(
    `select from twilio_calls where call_sid = 'CA00000001' and parameters is null and imported_at is not null`,
  );
  expect(rows).toHaveLength(1);
});

test.each([
  ['CA00000011', { CallStatus: 'no-answer', CallDuration: '0' }, 'No Answer'],
  ['CA00000012', { CallStatus: 'completed', DialCallStatus: 'busy' }, 'No Answer'],
  ['CA00000013', { AnsweredBy: 'machine_end_beep' }, 'Voicemail'],
  ['CA00000014', { AnsweredBy: 'human', From: 'anonymous' }, 'Staff'],
])('%s with %j was answered by %s', async (callSid, more, answeredBy) => {
  expect(await post(form(callSid, more))).toEqual([200, true]);
  await work();
  expect(await callOf(callSid)).toMatchObject([{ answered_by: answeredBy }]);
});

test.each([
  ['CA00000015', 'anonymous'],
  ['CA00000016', '+7378742833'],
  ['CA00000017', '+266696687'],
  ['CA00000018', '+464'],
])('%s of the withheld number %s has none', async (callSid, from) => {
  expect(await post(form(callSid, { From: from }))).toEqual([200, true]);
  await work();
  expect(await callOf(callSid)).toMatchObject([{ caller_phone_number: null }]);
});

const stateOf = async () => {
  const list = await listTwilioWebhooks(
    here.database.kysely,
    await openSealedTexts(here.environment),
    here.clock.now(),
  );
  return list.find(({ name }) => name === 'switch');
};

test.each<[callSid: string, more: Record<string, string>, reason: string]>([
  ['CA00000101', { Direction: 'outbound-api' }, 'is an outbound call'],
  ['CA00000102', { Direction: 'outbound-dial' }, 'is an outbound call'],
  ['CA00000103', { Direction: 'Outbound' }, 'is an outbound call'],
  ['CA00000104', { Direction: 'outbound-dial', ParentCallSid: 'CA00000001' }, 'is a leg of another call'],
  ['CA00000105', { Direction: 'inbound', ParentCallSid: 'CA00000001' }, 'is a leg of another call'],
  ['CA00000106', { ParentCallSid: 'CA00000001', CallStatus: 'no-answer' }, 'is a leg of another call'],
  ['CA00000107', { Direction: 'trunking-terminating' }, 'is a leg of a trunk'],
  ['CA00000108', { Direction: 'trunking-originating' }, 'is a leg of a trunk'],
  ['CA00000109', { Direction: 'inbound', To: 'client:front-desk' }, 'is from or to a program'],
  ['CA00000110', { Direction: 'inbound', From: 'client:jordan' }, 'is from or to a program'],
  ['CA00000111', { To: 'sip:front-desk@office.example;transport=tls' }, 'was to an address without a number'],
  ['CA00000112', { To: 'sips:front-desk@office.example' }, 'was to an address without a number'],
])('%s with %j is left out and counted, once', async (callSid, more, reason) => {
  const before = (await stateOf())?.leftOut ?? 0;
  const report = { CallStatus: 'no-answer', CallDuration: '0', ...more };
  expect(await post(form(callSid, report))).toEqual([200, false]);
  expect(await post(form(callSid, report))).toEqual([200, false]);
  expect(await work()).toEqual([]);
  expect(await callOf(callSid)).toEqual([]);
  const { rows } = await here.database.pool.query('select left_out from twilio_calls where call_sid = $1', [
    callSid,
  ]);
  expect([rows, (await stateOf())?.leftOut]).toEqual([[{ left_out: reason }], before + 1]);
});

test('a leg that comes before its call, and one that no line answered, do not change the call', async () => {
  const leg = { Direction: 'outbound-dial', ParentCallSid: 'CA00000121', To: '+13035550177' };
  expect(await post(form('CA00000122', { ...leg, CallStatus: 'no-answer', CallDuration: '0' }))).toEqual([
    200,
    false,
  ]);
  expect(await post(form('CA00000121', { Direction: 'inbound', ParentCallSid: '' }))).toEqual([200, true]);
  expect(await post(form('CA00000123', { ...leg, CallStatus: 'busy' }))).toEqual([200, false]);
  expect(await work()).toEqual([]);
  expect(await callOf('CA00000121')).toMatchObject([{ tracking_line_id: 'L1', answered_by: null }]);
  expect(await callOf('CA00000122')).toEqual([]);
  // the guess for a report without a direction is dropped once another report says that it is a leg
  expect(await post(form('CA00000124', { To: '+13035550199' }))).toEqual([200, true]);
  expect(await post(form('CA00000124', { ...leg, CallStatus: 'no-answer' }))).toEqual([200, false]);
  expect(await post(form('CA00000124', { CallerName: 'ANOTHER' }))).toEqual([200, false]);
  expect(await work()).toEqual([]);
  expect(await callOf('CA00000124')).toEqual([]);
});

test('a call that was imported and is a leg is withdrawn, unless a person has scored it or worked on it', async () => {
  const leg = { Direction: 'outbound-dial', ParentCallSid: 'CA00000161', CallStatus: 'no-answer' };
  const deleted = async () =>
    (
      await here.database.pool.query<{ id: string; deleted: boolean }>(
        `select id, deleted from calls where id like 'CA0000016_' order by id`,
      )
    ).rows.map((row) => row.deleted);
  for (const at of [2, 3, 4]) await post(form(`CA0000016${at}`));
  expect(await work()).toEqual([]);
  await here.database.pool.query(
    `update calls set score_source = 'feed' where id = 'CA00000163'; update calls set resolve_date = now() where id = 'CA00000164'`,
  );
  for (const at of [2, 3, 4]) expect(await post(form(`CA0000016${at}`, leg))).toEqual([200, false]);
  expect(await work()).toEqual([]);
  expect(await deleted()).toEqual([true, false, false]);
  // the same again, and a report that does not say what it is, change nothing
  expect(await post(form('CA00000162', leg))).toEqual([200, false]);
  expect(await post(form('CA00000162', { CallerName: 'ANOTHER' }))).toEqual([200, false]);
  expect(await work()).toEqual([]);
  expect(await deleted()).toEqual([true, false, false]);
});

test('calls that look like legs of others are found, and withdrawn if an operator says so', async () => {
  const { database } = here;
  const during = (time: string, more: Record<string, string>) => ({
    From: '+13035550142',
    Timestamp: `Wed, 11 Mar 2026 ${time} +0000`,
    ...more,
  });
  const reports: [callSid: string, time: string, more: Record<string, string>][] = [
    // from 14:00 to 14:05
    ['CA00000171', '14:05:00', { CallDuration: '300' }],
    ['CA00000172', '14:00:20', { CallDuration: '0', CallStatus: 'no-answer' }],
    ['CA00000173', '14:05:01', { CallDuration: '270' }],
    // another caller, another office, after it, and a resolved one
    ['CA00000174', '14:01:00', { CallDuration: '10', From: '+13035550143' }],
    ['CA00000175', '14:01:00', { CallDuration: '10', To: '+13035550111' }],
    ['CA00000176', '14:07:00', { CallDuration: '60' }],
    ['CA00000177', '14:03:00', { CallDuration: '20' }],
  ];
  for (const [callSid, time, more] of reports) await post(form(callSid, during(time, more)));
  expect(await work()).toEqual([]);
  await database.pool.query(`update calls set resolve_date = now() where id = 'CA00000177'`);
  const found = async () =>
    (await findLegs(database.kysely)).flatMap(({ callSid, parentSid }) =>
      callSid.startsWith('CA0000017') ? [[callSid, parentSid]] : [],
    );
  expect(await found()).toEqual([
    ['CA00000172', 'CA00000171'],
    ['CA00000173', 'CA00000171'],
  ]);
  // a list is also read where nothing can be written
  const pool = new pg.Pool({ ...database.pool.options, options: '-c default_transaction_read_only=on' });
  onTestFinished(() => pool.end());
  const listed = await twilioCommands
    .find(({ name }) => name === 'twilio legs')
    ?.run({ ...here, database: databaseOver(pool, { embedded: false }) } as never, [], {});
  expect(listed?.json).toMatchObject({ withdrawn: [] });
  await database.transaction((transaction) => withdrawLegs(transaction, ['CA00000172']));
  expect(await work()).toEqual([]);
  expect(await found()).toEqual([['CA00000173', 'CA00000171']]);
  const { rows } = await database.pool.query<{ id: string }>(
    `select id from calls where id like 'CA0000017_' and deleted`,
  );
  expect(rows).toEqual([{ id: 'CA00000172' }]);
});

test('new calls before the day of the address do not wait for a callback', async () => {
  const { kysely, pool } = here.database;
  const sealedTexts = await openSealedTexts(here.environment);
  const marked = async () =>
    (await pool.query(`select id, before_callbacks from calls where id like 'CA0000018_' order by id`))
      .rows as unknown;
  const id = /twilio\/([^/]+)/.exec(address)?.[1] ?? '';
  await setTwilioCallbacksFrom(kysely, id, '2026-03-11');
  expect(await listTwilioWebhooks(kysely, sealedTexts, here.clock.now())).toContainEqual(
    expect.objectContaining({ id, callbacksFrom: '2026-03-11' }),
  );
  await post(form('CA00000181', { Timestamp: 'Wed, 11 Mar 2026 03:59:00 +0000' }));
  await post(form('CA00000182'));
  expect(await work()).toEqual([]);
  expect(await marked()).toEqual([
    // the office is west of UTC
    { id: 'CA00000181', before_callbacks: true },
    { id: 'CA00000182', before_callbacks: false },
  ]);
  await setTwilioCallbacksFrom(kysely, id, null);
  await expect(setTwilioCallbacksFrom(kysely, 'none', null)).rejects.toThrow('There is no webhook none.');
});

test.each([
  ['CA00000131', { To: 'sip:+13035550110@office.pstn.twilio.com' }],
  ['CA00000132', { To: 'sip:+13035550110@203.0.113.5:5060;transport=udp;user=phone' }],
  ['CA00000133', { To: 'sips:3035550110@office.example' }],
  ['CA00000134', { To: 'tel:+1-303-555-0110' }],
  ['CA00000135', { To: '"Office" <sip:%2B13035550110@office.example;tag=1>' }],
  ['CA00000136', { To: 'sip:13035550110:secret@office.example?x=y' }],
  ['CA00000137', { From: 'sip:+13035550199@carrier.example;user=phone' }],
  ['CA00000138', { From: 'sips:%2B13035550199@carrier.example' }],
  ['CA00000139', { From: 'tel:+13035550199;ext=12' }],
  ['CA00000140', { From: '"JORDAN" <sip:+13035550199@carrier.example>;tag=1' }],
])('%s with the address %j finds the line and has the number', async (callSid, more) => {
  expect(await post(form(callSid, { Direction: 'inbound', ...more }))).toEqual([200, true]);
  expect(await work()).toEqual([]);
  expect(await callOf(callSid)).toMatchObject([
    { tracking_line_id: 'L1', caller_phone_number: '+13035550199' },
  ]);
});

test.each([
  ['CA00000151', 'sip:alice@office.example'],
  ['CA00000152', 'sip:anonymous@anonymous.invalid'],
])('%s of the caller %s has no number', async (callSid, from) => {
  expect(await post(form(callSid, { From: from }))).toEqual([200, true]);
  await work();
  expect(await callOf(callSid)).toMatchObject([{ tracking_line_id: 'L1', caller_phone_number: null }]);
});

test('a later final report adds what the first did not say, before and after the import', async () => {
  expect(await post(form('CA00000021', { CallerName: '' }))).toEqual([200, true]);
  expect(await post(form('CA00000021'))).toEqual([200, true]);
  expect(await post(form('CA00000021'))).toEqual([200, false]);
  expect(await work()).toEqual([]);
  expect(await callOf('CA00000021')).toMatchObject([{ caller_id_name: 'JORDAN EXAMPLE', answered_by: null }]);
  const leg = form('CA00000021', { DialCallStatus: 'no-answer', CallDuration: '12' });
  expect(await post(leg)).toEqual([200, true]);
  expect(await work()).toEqual([]);
  expect(await callOf('CA00000021')).toMatchObject([{ duration_seconds: 90, answered_by: 'No Answer' }]);
  expect(await post(leg)).toEqual([200, false]);
});

test('a call whose score came first keeps it, and gets what it lacks', async () => {
  await here.database.pool.query(
    `insert into calls (account_id, id, call_date_time, duration_seconds, caller_phone_number) values ('A1', 'CA00000002', '2026-03-11T14:00:00Z', 61, null)`,
  );
  await post(form('CA00000002'));
  await work();
  expect(await callOf('CA00000002')).toMatchObject([
    { tracking_line_id: 'L1', duration_seconds: 61, caller_phone_number: '+13035550199' },
  ]);
  // a call that was removed does not come back
  await here.database.pool.query(
    `update calls set deleted = true, caller_id_name = null where id = 'CA00000002'`,
  );
  await here.database.pool.query(`delete from twilio_calls where call_sid = 'CA00000002'`);
  await post(form('CA00000002', { CallDuration: '99' }));
  expect(await work()).toEqual([]);
  expect(await callOf('CA00000002')).toMatchObject([{ duration_seconds: 61, caller_id_name: null }]);
});

test('who answered is kept beside the score of the feed, and shows when that is withdrawn', async () => {
  const feed = async (cells: object) => {
    const body = Buffer.from(JSON.stringify({ id: 'CA00000031', ...cells }));
    const report = await queue.import(rowsSource(here, { system: 'crm', file: 'calls', body }), {
      listed: 1,
    });
    expect(report.rejected).toBe(0);
  };
  await feed({ account_id: 'A1', call_date_time: '2026-03-11T14:00:00Z', call_answered_by: 'Staff' });
  await post(form('CA00000031', { AnsweredBy: 'machine_end_beep' }));
  expect(await work()).toEqual([]);
  expect(await callOf('CA00000031')).toMatchObject([{ answered_by: 'Staff', tracking_line_id: 'L1' }]);
  await feed({ call_answered_by: '' });
  expect(await callOf('CA00000031')).toMatchObject([{ answered_by: 'Voicemail' }]);
  // a later report does not replace the call's own score
  await post(form('CA00000031', { DialCallStatus: 'no-answer' }));
  await work();
  expect(await callOf('CA00000031')).toMatchObject([{ answered_by: 'Voicemail' }]);
});

test('a call to a number of no line waits for it, and is forgotten after a week', async () => {
  await post(form('CA00000003', { To: '+19995550000' }));
  expect(await work()).toEqual(['A reported call was to a number of no tracking line.']);
  expect(await callOf('CA00000003')).toEqual([]);
  here.clock.advance(8 * 86_400_000);
  await cleanTwilio(here);
  here.clock.advance(-8 * 86_400_000);
  const { rows } = await here.database.pool.query(
    `select problem from twilio_calls where call_sid = 'CA00000003' and parameters is null`,
  );
  expect(rows).toEqual([{ problem: 'was to a number of no tracking line' }]);
});

test('a call that could not be imported is a warning, and comes when its line is there', async () => {
  await post(form('CA00000006', { To: '+13035550166' }));
  expect(await work()).toEqual(['A reported call was to a number of no tracking line.']);
  const warnings = async () =>
    (await here.app.http.inject({ url: '/health' })).json<{ warnings?: string[] }>().warnings ?? [];
  const warning = '1 reported call could not be imported: npm run cli -- twilio retry';
  expect(await warnings()).not.toContain(warning);
  here.clock.advance(2 * 86_400_000);
  expect(await warnings()).toContain(warning);
  await here.database.pool.query(
    `insert into tracking_lines (account_id, id, number, status) values ('A1', 'L6', '+13035550166', 'Active')`,
  );
  const expected = {
    callSid: 'CA00000006',
    to: '+13035550166',
    problem: 'was to a number of no tracking line',
  };
  expect(await retryImports(here.database)).toMatchObject([expected]);
  expect(await work()).toEqual([]);
  expect(await callOf('CA00000006')).toMatchObject([{ tracking_line_id: 'L6' }]);
  expect(await warnings()).not.toContain(warning);
  expect(await retryImports(here.database)).toEqual([]);
  here.clock.advance(-2 * 86_400_000);
});

test('a call to a number that several active lines have is given to none of them', async () => {
  await here.database.pool.query(`
    insert into tracking_lines (account_id, id, number, status)
    values ('A1', 'L7', '+13035550177', 'Active'), ('A2', 'L8', '(303) 555-0177', 'Active')`);
  await post(form('CA00000007', { To: '+13035550177' }));
  expect(await work()).toEqual(['A reported call was to a number of several tracking lines.']);
  expect(await callOf('CA00000007')).toEqual([]);
  await here.database.pool.query(`update tracking_lines set status = 'Released' where id = 'L8'`);
  expect(await work()).toEqual([]);
  expect(await callOf('CA00000007')).toMatchObject([{ account_id: 'A1', tracking_line_id: 'L7' }]);
});

test('mails and sign-in codes go before reported calls, also before those that a killed process had begun', async () => {
  await post(form('CA00000008'));
  const priority = async () =>
    (
      await here.database.pool.query<{ priority: number }>(
        `select priority from graphile_worker.jobs where key = 'import reported call CA00000008'`,
      )
    ).rows;
  expect(await priority()).toEqual([{ priority: 1 }]);
  await here.database.pool.query(
    `update graphile_worker._private_jobs set locked_at = now() - interval '1 hour', locked_by = 'killed'
     where key = 'import reported call CA00000008'`,
  );
  const calls = new ReportedCalls(here, queue);
  await calls.resume();
  expect(await priority()).toEqual([{ priority: 1 }]);
  // a report that ends its process each time is given up
  for (let times = 2; times <= 5; times += 1) {
    const { rowCount } = await here.database.pool.query(
      `update graphile_worker._private_jobs set locked_at = now() - interval '1 hour', locked_by = 'killed', attempts = attempts + 1
       where key = 'import reported call CA00000008' and attempts < max_attempts`,
    );
    expect(rowCount).toBe(1);
    await calls.resume();
  }
  const problem = 'The process ended during this job, times in a row: 5. It is not tried again.';
  const queues = await listQueues(here.database.kysely, here.clock.now());
  expect(queues.find(({ name }) => name === 'import reported call')).toMatchObject({
    running: 0,
    failed: 1,
    problem,
  });
  await work();
});

test('what is not signed for this address, or for another account, or old, is refused', async () => {
  const good = form('CA00000004');
  expect(await post(good, { token: 'another token of 16' })).toEqual([403, undefined]);
  expect(await post({ ...good, AccountSid: 'ACother' })).toEqual([403, undefined]);
  expect(await post({ ...good, Timestamp: 'Tue, 10 Mar 2026 14:59:00 +0000' })).toEqual([403, undefined]);
  expect(await post({ ...good, CallSid: "CA1' or 1" })).toEqual([400, undefined]);
  const unknown = new URL(address).pathname.replace(/[0-9a-f]{12}\/status/, '000000000000/status');
  expect(await post(good, { url: unknown })).toEqual([403, undefined]);
  expect(await stateOf()).toMatchObject({ refused: 3, lastRefusedAt: here.clock.now() });
  const unsigned = await here.app.http.inject({
    method: 'POST',
    url: new URL(address).pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(good).toString(),
  });
  expect(unsigned.statusCode).toBe(403);
  expect(await stateOf()).toMatchObject({ refused: 4 });
  const large = await post({ ...good, Digits: '1'.repeat(70_000) });
  expect(large[0]).toBe(413);
  expect(await post(good, { url: `${new URL(address).pathname}?line=1` })).toEqual([200, true]);
});

test('nothing of the token, the signatures and the callers is logged or stored in plain', async () => {
  const { rows } = await here.database.pool.query('select w::text as text from twilio_webhooks w');
  const text = here.logged.join('\n') + JSON.stringify(rows);
  expect(text).toContain('/api/ingest/v1/twilio/:webhookId/status');
  for (const secret of [token, Buffer.from(token).toString('hex'), '3035550199', 'JORDAN'])
    expect(text).not.toContain(secret);
});

test('a removed webhook takes nothing', async () => {
  const id = address.split('/').at(-2) ?? '';
  await removeTwilioWebhook(here.database.kysely, id, here.clock.now());
  expect(await post(form('CA00000005'))).toEqual([403, undefined]);
  await expect(removeTwilioWebhook(here.database.kysely, id, here.clock.now())).rejects.toThrow(
    'There is no webhook',
  );
});
