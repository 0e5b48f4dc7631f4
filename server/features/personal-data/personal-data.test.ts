import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { sql as sqlOf } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wavOf } from '../../../tests/support/wav.ts';
import { runProgram, temporaryFolder } from '../../../tests/support/programs.ts';
import { answersTo, importInto, storyFeed } from '../../../tests/support/round-trip.ts';
import { bearer, signInAs, testApp } from '../../../tests/support/test-app.ts';
import { countLockWaits } from '../../../tests/support/lock-waits.ts';
import { importLock, secondConnectionLock } from '../../platform/import-lock.ts';
import { sealActivity } from '../activity/index.ts';
import { PatientAudits } from '../patient-lists/index.ts';
import { csv, FeedFolders, type FolderContent } from '../ingest/feed-for-tests.ts';
import { folderSource, importFeed, importFolder, ImportRunning } from '../ingest/index.ts';
import {
  allowPerson,
  applyRetention,
  countRetention,
  erasePerson,
  erasureLogName,
  exportPerson,
  previewErasure,
  requestedPerson,
  retentionWarnings,
} from './index.ts';
import { byAccount, findRows } from './found-rows.ts';
import { removeNotedFiles } from './removed-files.ts';
import { findTexts } from './sweep-texts.ts';
import { expressionOf, patternOf } from './text-columns.ts';

const here = testApp();
const folders = new FeedFolders();
const number = '+13035550166';
const email = 'yolanda.markfield@marked.test';
const person = requestedPerson({ phone: '(303) 555-0166', email });
const marks = ['markfield', 'yolanda', '5550166', '555-0166', 'wilhelmina', 'hallmark'];

const linesOf = (content: string | Uint8Array | undefined) => String(content).split('\n');
const withRows = (name: string, rows: Record<string, string>[]) => {
  const [header = ''] = linesOf(storyFeed[name]);
  const cells = rows.map((row) => header.split(',').map((column) => row[column] ?? ''));
  return `${String(storyFeed[name])}${cells.map((row) => `${row.join(',')}\n`).join('')}`;
};
const call = (id: string, at: string, more: Record<string, string> = {}) => ({
  id,
  account_id: 'A1',
  call_date_time: at,
  campaign_id: 'M9',
  call_answered_by: 'Staff',
  opportunity: 'true',
  caller_phone_number: number,
  caller_name: 'Yolanda Markfield',
  caller_id_name: 'MARKFIELD YOLANDA',
  highlights: 'Yolanda Markfield asked for Wilhelmina.',
  source_mentioned: 'Mr. Hallmark',
  audio: 'audio/yolanda.wav',
  ...more,
});
const feed: FolderContent = {
  ...storyFeed,
  'contacts.csv': withRows('contacts.csv', [
    { id: 'mark', name: 'Yolanda Markfield', email, phone: number, account_ids: 'A1' },
  ]),
  'campaigns.csv': csv([
    {
      id: 'M9',
      account_id: 'A1',
      name: 'Order 9',
      campaign_type: 'MVP Mail',
      zone_id: 'Z9',
      delivery_date: '2024-02-01',
      media_type: 'Postcard',
      status: 'delivered',
    },
  ]),
  'mailing-zones.csv': csv([
    {
      id: 'Z9',
      account_id: 'A1',
      name: 'Nine',
      color: '',
      mailing_area_id: 'M1',
      geodata_id: 'G1',
      carrier_routes: '80202C009',
    },
  ]),
  'calls.csv': csv([
    call('X1', '2024-02-10T18:00:00Z'),
    call('X2', '2026-03-01T18:00:00Z', { audio: '' }),
    call('X3', '2026-03-02T18:00:00Z', {
      caller_phone_number: '+13035550123',
      caller_name: 'Ann Lee',
      caller_id_name: '',
      highlights: 'Yolanda Markfield called 303-555-0166 for her.',
      source_mentioned: '',
      audio: 'audio/ann.wav',
    }),
  ]),
  'appointments.csv': csv([
    {
      id: 'B1',
      account_id: 'A1',
      call_id: 'X1',
      first_name: 'Wilhelmina',
      last_name: 'Hallmark',
      phone: '',
      date_time: '2024-02-14T18:00:00Z',
    },
    {
      id: 'B2',
      account_id: 'A1',
      call_id: 'X3',
      first_name: 'Wilhelmina',
      last_name: 'Hallmark',
      phone: number,
      date_time: '2026-03-20T18:00:00Z',
    },
  ]),
  'patients.csv': csv([
    {
      id: 'Q1',
      account_id: 'A1',
      patient_list_id: 'P1',
      first_name: 'Yolanda',
      last_name: 'Markfield',
      address: '771 Hallmark Terrace',
      zip: '80202',
      phone: number,
      first_visit: '2024-02-20',
      production: '900',
      latitude: '39.751234',
      longitude: '-104.991234',
      carrier_route: 'C009',
      patient_id: 'markfield-1',
    },
    {
      id: 'Q2',
      account_id: 'A1',
      patient_list_id: 'P1',
      first_name: 'Ben',
      last_name: 'Other',
      address: '12 Elm St',
      zip: '80202',
      phone: '+13035550124',
      first_visit: '2024-02-21',
      production: '100',
      latitude: '39.75',
      longitude: '-104.99',
      carrier_route: 'C009',
      patient_id: '2',
    },
  ]),
  'audio/yolanda.wav': wavOf(Buffer.from('the voice of yolanda markfield')),
  'audio/ann.wav': wavOf(Buffer.from('the voice of ann')),
};

async function importAll(content: FolderContent = feed) {
  const report = await importInto(here, await folders.folder(content));
  expect(report.firstRejections).toEqual([]);
  await new PatientAudits(here).audit({
    accountId: 'A1',
    patientListId: 'P1',
  });
  return report;
}
const query = async <Row extends object>(sql: string, values: unknown[] = []) =>
  (await here.database.pool.query<Row>(sql, values)).rows;
const retained = (months: number) => ({
  ...here,
  environment: { retentionRecordings: months, retentionPersonalData: months, retentionAccessLog: months },
});

const personal = new Set(
  'callerName callerIdName callerIdNameFmt callerPhoneNumber callerPhoneNumberRaw callerNumber callSummary highlights sourceMentioned firstName lastName phone name callAudio callAudioURL callAudioUrl recordingRemoved audioPeaks relatedCalls details body Patient_First_Name__c Patient_Last_Name__c Phone_Number__c matchedLastAudit address latitude longitude houses auditedAt lastAudit by contacts patientId file bestCall'.split(
    ' ',
  ),
);
async function figures(token: string) {
  const answers = await answersTo(here, token);
  for (const name of Object.keys(answers))
    if (/GET identity|contacts|alerts|tiles|house|points|export|disputes/.test(name)) delete answers[name];
  return JSON.parse(JSON.stringify(answers), (key, value: unknown) =>
    personal.has(key) ? undefined : value,
  ) as object;
}

/** `table.column`, or the key of a file. */
async function whereMarked(): Promise<string[]> {
  const columns = await query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE' and data_type in ('text', 'jsonb', 'json', 'ARRAY')`,
  );
  const found: string[] = [];
  for (const { table, column } of columns) {
    const schema = table.startsWith('_private') ? 'graphile_worker.' : '';
    const rows = await query(`select from ${schema}"${table}" where "${column}"::text ~* $1 limit 1`, [
      marks.join('|'),
    ]);
    if (rows.length > 0) found.push(`${table}.${column}`);
  }
  for await (const key of here.files.keys()) {
    const content = await text(here.files.createReadStream(key));
    if (marks.some((mark) => content.toLowerCase().includes(mark))) found.push(key);
  }
  return found.sort((one, other) => one.localeCompare(other));
}

let token = '';
/** From a phone system, for calls that the feed has scored. */
async function importTheirs(...rows: Record<string, string>[]) {
  const folder = await folders.folder({ 'calls.csv': csv(rows) });
  const source = { ...(await folderSource(folder)), scoreSource: 'telephony' as const };
  expect((await importFeed(here.database, source, { files: here.files })).firstRejections).toEqual([]);
}
const theirScores = () => query(`select id, score ->> 'highlights' as text from call_scores order by id`);

beforeAll(async () => {
  await importAll();
  const spoke = { call_answered_by: 'IVR', highlights: 'Spoke with Yolanda Markfield' };
  await importTheirs({ id: 'X1', ...spoke }, { id: 'X2', ...spoke }, { id: 'X3', ...spoke });
  token = await signInAs(here, 'olga@people.test');
});
afterAll(() => folders.remove());

test('what is too old loses names and recordings, every figure stays, and the feed does not bring it back', async () => {
  await here.database.pool.query(
    `insert into access_log (account_id, contact_id, action, subject_kind, subject_id, happened_at)
     values ('A1', 'olga', 'open', 'call', 'X1', '2024-03-01');
     update access_log set happened_at = '2024-02-01' where action = 'sign in';
     update patient_lists set modified_at = '2024-03-01' where id = 'P1'`,
  );
  await sealActivity(here);
  await here.database.pool.query(
    `insert into access_log (account_id, contact_id, action, subject_kind, subject_id, happened_at)
     values ('A1', 'olga', 'open', 'call', 'X2', '2026-03-01')`,
  );
  await sealActivity(here);
  expect(await query('select rule, call_id from patient_matches')).toEqual([
    { rule: 'callerPhone', call_id: 'X1' },
  ]);
  const before = await figures(token);
  const expected = { recordings: 1, calls: 1, patients: 2, accessLog: 2 };
  expect(await countRetention(retained(12))).toEqual(expected);
  expect(await countRetention({ ...here, environment: here.environment })).toEqual({
    recordings: 0,
    calls: 0,
    patients: 0,
    accessLog: 0,
  });
  expect(await applyRetention(retained(12), { stopped: AbortSignal.abort() })).toMatchObject({ calls: 0 });
  expect(await applyRetention(retained(12), { batch: 1 })).toEqual(expected);
  expect(await applyRetention(retained(12))).toEqual({ recordings: 0, calls: 0, patients: 0, accessLog: 0 });

  const kept = async () => ({
    calls: await query(
      `select id, caller_name, caller_phone_number, highlights, audio is not null as audio from calls where id ~ '^X[12]' order by id`,
    ),
    appointments: await query(`select id, last_name from appointments order by id`),
    patients: await query(`select id, last_name, address from patients where id ~ '^Q' order by id`),
    recordings: await query('select account_id from recordings'),
    matches: await query('select id, rule, class, call_id from patient_matches'),
  });
  expect((await theirScores())[0]).toEqual({ id: 'X1', text: null });
  const after = await kept();
  expect(after).toEqual({
    calls: [
      { id: 'X1', caller_name: null, caller_phone_number: null, highlights: null, audio: true },
      {
        id: 'X2',
        caller_name: 'Yolanda Markfield',
        caller_phone_number: number,
        highlights: 'Yolanda Markfield asked for Wilhelmina.',
        audio: false,
      },
    ],
    appointments: [
      { id: 'B1', last_name: null },
      { id: 'B2', last_name: 'Hallmark' },
    ],
    patients: [
      { id: 'Q1', last_name: null, address: null },
      { id: 'Q2', last_name: null, address: null },
    ],
    recordings: [{ account_id: 'A1' }],
    matches: [{ id: 'Q1', rule: 'callerPhone', class: 'strong', call_id: 'X1' }],
  });
  const playing = await here.app.http.inject({ url: '/api/data/calls/X1/recording', headers: bearer(token) });
  expect([playing.statusCode, playing.json<{ message: string }>().message]).toEqual([
    404,
    'This recording is no longer kept.',
  ]);
  expect(
    (await here.app.http.inject({ url: '/api/data/calls/X1', headers: bearer(token) })).json(),
  ).toMatchObject({
    data: { records: [{ recordingRemoved: true, callAudio: null }] },
  });

  await new PatientAudits(here).audit({
    accountId: 'A1',
    patientListId: 'P1',
  });
  expect(await figures(token)).toEqual(before);
  const files = async () => {
    const keys: string[] = [];
    for await (const key of here.files.keys()) if (key.startsWith('recordings/')) keys.push(key);
    return keys;
  };
  expect(await files()).toHaveLength(1);
  const report = await importAll();
  expect(report.files.filter(({ added, changed, rejected }) => added + changed + rejected > 0)).toEqual([]);
  expect(await kept()).toEqual(after);
  expect(await files()).toHaveLength(1);
  expect(await figures(token)).toEqual(before);
});

test('everything about a person is exported, and then erased everywhere, for good', async () => {
  const mark = await signInAs(here, email);
  await here.app.http.inject({ url: '/api/data/calls/X2', headers: bearer(mark) });
  await query(
    `insert into outbox (channel, recipient, subject, body_text, written_at, expires_at)
     values ('email', 'olga@people.test', 'A call', 'Yolanda Markfield called.', now(), now())`,
  );
  await query(
    `insert into twilio_calls (call_sid, webhook_id, parameters, received_at, imported_at) values ('CA1', gen_random_uuid(), $1, now(), now())`,
    [JSON.stringify({ from: number })],
  );
  await query(
    `update review_comments set body = 'Ask yolanda  Markfield or call (303) 555-0166.' where id = 'R1'`,
  );
  await query(
    `insert into call_actions (account_id, call_id, action, contact_id, contact_name, happened_at, details)
     values ('A1', 'X2', 'resolved', 'mark', 'Yolanda Markfield', now(), 'Wilhelmina Hallmark, tomorrow')`,
  );
  await query(
    `insert into callback_actions (account_id, call_id, kind, contact_id, contact_name, happened_at)
     values ('A1', 'X2', 'no-answer', 'mark', 'Yolanda Markfield', now())`,
  );
  // a view of another office about theirs too
  await query(
    `insert into saved_views (contact_id, account_id, is_shared, name, path, address, created_at, changed_at)
     values ('felix', 'A2', true, 'Calls of Yolanda Markfield', '/scoreboard', '{"accounts": "A2,A1", "q": "yolanda markfield"}', now(), now())`,
  );
  await query(
    `insert into passkeys (id, contact_id, public_key, counter, transports, may_be_backed_up, backed_up, name, created_at)
     values ('key', 'mark', '', 0, '{}', false, false, 'Phone of Yolanda Markfield', now())`,
  );
  await query(
    `insert into recovery_codes (code_hash, contact_id, created_at) values ('secret', 'mark', now())`,
  );
  await query(
    `insert into remembered_browsers (contact_id, browser_hash, device, created_at, used_at, expires_at)
     values ('mark', 'secret', 'Desk of Yolanda Markfield', now(), now(), now())`,
  );
  await query(
    `insert into pending_sign_ins (token_hash, contact_id, first_factor, expires_at) values ('secret', 'mark', 'password', now())`,
  );
  const [exported] = await query<{ id: string }>(
    `insert into exports (contact_id, delivery, account_ids, call_count, consent, request, file_name, requested_at, heartbeat_at, ready_at, expires_at, bytes)
     values ('olga', 'mailed', '{A1}', 1, '{}', '{"query": "Yolanda Markfield"}', 'calls.xlsx', now(), now(), now(), now() + interval '1 day', 4) returning id`,
  );
  await here.files.put(`exports/${exported?.id}.xlsx`, Readable.from([Buffer.from('markfield')]));
  const before = await figures(token);

  const folder = join(await temporaryFolder(), 'person');
  // the retention has removed the names of X1, its appointment and Q1
  const counts = { calls: 1, recordings: 0, appointments: 1, patients: 0, contacts: 1 };
  expect(await exportPerson(here, person, folder)).toMatchObject(counts);
  const { tables, mentions } = JSON.parse(await readFile(join(folder, 'person.json'), 'utf8')) as {
    tables: Record<string, { id: string }[]>;
    mentions: { table: string }[];
  };
  expect(Object.keys(tables).toSorted((one, other) => one.localeCompare(other))).toEqual(
    expect.arrayContaining([
      'access_log',
      'appointments',
      'call_actions',
      'call_scores',
      'callback_actions',
      'calls',
      'contacts',
      'passkeys',
      'recovery_codes',
      'remembered_browsers',
      'sessions',
    ]),
  );
  expect(new Set(mentions.map(({ table }) => table))).toEqual(
    new Set([
      'call_actions',
      'callback_actions',
      'call_scores',
      'calls',
      'exports',
      'review_comments',
      'saved_views',
      'twilio_calls',
    ]),
  );
  expect(JSON.stringify(tables)).not.toMatch(
    /password_hash|public_key|refresh_seed|browser_hash|code_hash|search_text/,
  );

  expect(await whereMarked()).not.toEqual([]);
  const { total, found } = await previewErasure(here, person);
  expect(found.sharedBy).toEqual(['Several names have it: Wilhelmina Hallmark, Yolanda Markfield.']);
  const confirmed = { total, shared: true };
  await expect(erasePerson(here, person, { ...confirmed, shared: false })).rejects.toThrow('Several names');
  await expect(erasePerson(here, person, { ...confirmed, total: total + 1 })).rejects.toThrow('found now');
  await query(`update contacts set portal_roles = '{operator}' where email = $1`, [email]);
  expect(await erasePerson(here, person, confirmed)).toMatchObject({
    counts,
    left: {},
    files: { failed: 0 },
  });
  for (const table of ['recovery_codes', 'remembered_browsers', 'pending_sign_ins'])
    expect(await query(`select from ${table} where contact_id = 'mark'`)).toEqual([]);
  expect(await query(`select counts from command_runs where command = 'person erase'`)).toHaveLength(1);
  expect(await query('select role, given from role_changes')).toEqual([{ role: 'operator', given: false }]);
  expect(await whereMarked()).toEqual([]);
  expect(await figures(token)).toEqual(before);
  expect((await here.app.http.inject({ url: '/api/data/calls/X2', headers: bearer(mark) })).statusCode).toBe(
    401,
  );

  await importAll();
  const again = call('X9', '2026-03-03T18:00:00Z');
  await importAll({ 'calls.csv': csv([again]), 'audio/yolanda.wav': feed['audio/yolanda.wav'] ?? '' });
  expect(await query(`select id, caller_phone_number from calls where id = 'X9'`)).toEqual([
    { id: 'X9', caller_phone_number: null },
  ]);
  await query(`delete from calls where id = 'X9'`);
  const spoke = { highlights: 'Spoke with Yolanda Markfield' };
  await importTheirs({ id: 'X2', ...spoke }, { id: 'X3', ...spoke });
  expect(await theirScores()).toEqual([
    { id: 'X1', text: null },
    { id: 'X2', text: null },
    { id: 'X3', text: 'Spoke with removed' },
  ]);
  expect(await whereMarked()).toEqual([]);
  expect(await figures(token)).toEqual(before);

  const other = await folders.folder({
    'contacts.csv': csv([{ id: 'other', name: 'Ann Lee', email, account_ids: 'A1' }]),
  });
  expect((await importInto(here, other)).firstRejections).toMatchObject([
    { column: 'email', reason: expect.stringContaining('person allow') },
  ]);
  expect(await allowPerson(here, person)).toBe(true);
  expect((await importInto(here, other)).firstRejections).toEqual([]);
});

const untilLocked = async () => {
  await expect.poll(() => countLockWaits(here.database.pool)).toBe(1);
};

test('rows are found, and locked, in the order of their accounts', async () => {
  const { kysely } = here.database;
  const insert = (account_id: string) =>
    kysely
      .insertInto('staff')
      .values({ account_id, id: `of ${account_id}`, name: 'Ordered' })
      .execute();
  for (const account of ['A7', 'A6', 'A8']) await insert(account);
  const found = await findRows(kysely, 'staff', sqlOf`name = 'Ordered'`);
  expect(byAccount(found).map(({ accountId }) => accountId)).toEqual(['A6', 'A7', 'A8']);
  await kysely.deleteFrom('staff').where('name', '=', 'Ordered').execute();
});

describe('an erasure', () => {
  const pia = requestedPerson({ phone: '303-555-0188', email: 'pia.now@people.test' });
  const day = '2026-03-01T18:00:00Z';
  const rows = {
    'contacts.csv': [
      { id: 'pia', name: 'Pia Approver', email: 'pia@people.test', phone: '', account_ids: 'A1' },
    ],
    'campaigns.csv': [
      { id: 'C9', account_id: 'A1', name: 'Order', campaign_type: 'MVP Mail', approved_by: 'Pia Approver' },
    ],
    'calls.csv': [
      {
        id: 'E1',
        account_id: 'A1',
        call_date_time: day,
        caller_phone_number: pia.phone ?? '',
        highlights: '',
      },
      {
        id: 'E2',
        account_id: 'A2',
        call_date_time: day,
        caller_phone_number: '',
        highlights: 'Call 303.555.0188.',
      },
    ],
  };
  const importRows = async (content: Record<string, Record<string, string>[]>) => {
    const files = Object.entries(content).map(([name, lines]) => [name, csv(lines)] as const);
    return importInto(here, await folders.folder(Object.fromEntries(files)));
  };
  const versions = async () =>
    Object.fromEntries(
      (
        await query<{ id: string; version: number }>('select account_id as id, version from account_version')
      ).map(({ id, version }) => [id, version]),
    );
  const confirmed = async () => ({ total: (await previewErasure(here, pia)).total, shared: false });

  beforeAll(async () => {
    expect((await importRows(rows)).firstRejections).toEqual([]);
    await query(`update campaigns set approved_by_contact_id = 'pia' where id = 'C9'`);
    await here.database.pool.query(
      `update contacts set email = 'pia.now@people.test' where id = 'pia';
       insert into contact_changes (contact_id, field, previous_value, new_value, changed_at)
       values ('pia', 'email', 'pia.once@people.test', 'olga@people.test', now()), ('pia', 'phone', null, '+13035550199', now())`,
    );
  });

  test('comes after an export, which is one snapshot, names missing recordings, and leaves nothing when it fails', async () => {
    await here.database.pool.query(
      `insert into recordings (account_id, key, media_type, bytes) values ('A1', 'recordings/gone.wav', 'audio/wav', 4);
       update calls set audio = 'recordings/gone.wav' where id = 'E1'`,
    );
    const parent = await temporaryFolder();
    const saving = await here.database.pool.connect();
    await saving.query('begin');
    await saving.query('lock table review_comments');
    const exporting = exportPerson(here, pia, join(parent, 'pia'));
    await untilLocked();
    await saving.query(
      `insert into call_actions (account_id, call_id, action, contact_id, contact_name, happened_at, details)
       values ('A1', 'E1', 'resolved', 'olga', 'Olga', now(), 'Pia Approver')`,
    );
    await saving.query('commit');
    saving.release();
    expect(await exporting).toMatchObject({ calls: 1, contacts: 1, missingRecordings: 1 });
    expect(await readdir(parent)).toEqual(['pia']);
    const written = await readFile(join(parent, 'pia/person.json'), 'utf8');
    expect(JSON.parse(written)).toMatchObject({ recordings: {}, missingRecordings: ['E1'] });
    expect(written).not.toContain('"call_actions"');
    await expect(exportPerson(here, pia, join(parent, 'pia'))).rejects.toThrow('is there already');

    await query('alter table review_comments rename to hidden');
    await expect(exportPerson(here, pia, join(parent, 'again'))).rejects.toThrow('review_comments');
    await query('alter table hidden rename to review_comments');
    expect(await readdir(parent)).toEqual(['pia']);
    await query(`delete from call_actions where call_id = 'E1'`);
  });

  test('is refused while others have the number', async () => {
    await query(`update tracking_lines set destination_number = '1 303 555 0188' where id = 'L1'`);
    await query(`update contacts set phone = $1 where id = 'olga'`, [pia.phone]);
    await query(`update sales_contacts set phone = '(303) 555-0188' where id = 'S1'`);
    const { total, found } = await previewErasure(here, pia);
    expect(found.marks.emails).toEqual(['pia.now@people.test', 'pia.once@people.test', 'pia@people.test']);
    expect(found.sharedBy).toEqual([
      'Contact Olga (olga@people.test) has it too, and is not erased.',
      'It is of tracking line L1 of account A1.',
      'Sales contact Sam has it too, and is not erased.',
    ]);
    await expect(erasePerson(here, pia, { total, shared: false })).rejects.toThrow(
      'Others have this number. Nothing was erased.',
    );
    expect(await query(`select id from calls where caller_phone_number = $1`, [pia.phone])).toHaveLength(1);
    await query(`update tracking_lines set destination_number = null where id = 'L1'`);
    await query(`update contacts set phone = null where id = 'olga'`);
    await query(`update sales_contacts set phone = null where id = 'S1'`);
  });

  test('finds the name in views that select an office of the person, of whichever office they are', async () => {
    await here.database.pool.query(`
      insert into accounts (id, name) values ('above', 'Above');
      update accounts set parent_id = 'above' where id = 'A1'`);
    const views: [label: string, owner: string, account: string, address: object, isFound: boolean][] = [
      ['of the office', 'felix', 'A1', { accounts: 'A2' }, true],
      ['of another office', 'felix', 'A2', { accounts: 'A2' }, false],
      ['another one that selects it', 'felix', 'A2', { accounts: 'A2,A1' }, true],
      ['another one that selects its group', 'felix', 'A2', { accounts: 'A2,above' }, true],
      ['all accounts of somebody with it', 'olga', 'A2', {}, true],
      ['all but some, of somebody with it', 'olga', 'A2', { accounts: '*', exceptAccounts: 'A2' }, true],
      ['all accounts, of its group', 'felix', 'above', {}, true],
      ['all accounts of somebody without it', 'felix', 'A2', {}, false],
      ['no accounts', 'olga', 'A2', { accounts: 'none' }, false],
    ];
    for (const [label, owner, account, address] of views)
      await query(
        `insert into saved_views (contact_id, account_id, is_shared, name, path, address, created_at, changed_at)
         values ($1, $2, false, $3, '/scoreboard', $4, now(), now())`,
        [owner, account, label, JSON.stringify({ ...address, q: 'Pia Approver' })],
      );
    const { found } = await previewErasure(here, pia);
    const texts = await findTexts(here.database.kysely, found);
    const ids = texts.filter(({ table }) => table === 'saved_views').flatMap(({ keys }) => keys) as {
      id: string;
    }[];
    const named = await query<{ name: string }>('select name from saved_views where id = any($1)', [
      ids.map(({ id }) => id),
    ]);
    expect(named.map(({ name }) => name).sort()).toEqual(
      views.flatMap(([label, , , , isFound]) => (isFound ? [label] : [])).sort(),
    );
    await here.database.pool.query(`
      delete from saved_views;
      update accounts set parent_id = null where id = 'A1';
      delete from accounts where id = 'above'`);
  });

  test('waits for an import, and is refused when it then finds more', async () => {
    const { total } = await confirmed();
    const importing = await here.database.pool.connect();
    await importing.query('select pg_advisory_lock($1)', [importLock]);
    const refused = erasePerson(here, pia, { total, shared: false }).then(
      () => 'erased',
      (error: Error) => error.message,
    );
    await untilLocked();
    await importing.query(
      `insert into calls (account_id, id, call_date_time, caller_phone_number) values ('A1', 'E3', $1, $2)`,
      [day, pia.phone],
    );
    await importing.query('select pg_advisory_unlock($1)', [importLock]);
    importing.release();
    expect(await refused).toContain(`${total + 1} rows and texts are found now, not ${total}.`);
    await query(`delete from calls where id = 'E3'`);
  });

  test('keeps imports out, raises the versions of every account with a text, and stops what waits with it', async () => {
    await query(
      `insert into outbox (channel, recipient, subject, body_text, written_at, expires_at)
       values ('email', 'felix@people.test', 'A call', 'From (303) 555-0188.', now(), now() + interval '1 day'),
         ('sms', '+13035550199', null, 'Your code', now(), now() + interval '1 day')`,
    );
    await here.database.pool.query(`
      create sequence attempts;
      create function fail_once() returns trigger language plpgsql as $$
        begin
          if nextval('attempts') = 1 then raise exception 'deadlock detected' using errcode = '40P01'; end if;
          return new;
        end $$;
      create trigger fail_once before insert on erased_persons execute function fail_once()`);
    await query(
      `insert into exports (contact_id, delivery, account_ids, call_count, consent, request, file_name, requested_at, heartbeat_at)
       values ('olga', 'mailed', '{A1}', 20000, '{}', '{}', 'under-way.xlsx', now(), now())`,
    );
    await query(
      `insert into spreadsheets (id, contact_id, file_name, file_key, state, created_at, heartbeat_at)
       values (gen_random_uuid(), 'olga', 'people.csv', 'spreadsheets/people.csv', 'checked', now(), now())`,
    );
    await here.files.put('spreadsheets/people.csv', Readable.from([Buffer.from('Pia Approver')]));
    const before = await versions();
    const saving = await here.database.pool.connect();
    await saving.query('begin');
    await saving.query(`select 1 from calls where account_id = 'A1' and id = 'E1' for update`);
    const erasing = erasePerson(here, pia, await confirmed());
    await untilLocked();
    const { database, files } = here;
    const folder = await folders.folder({ 'calls.csv': csv(rows['calls.csv']) });
    await expect(importFolder(database, folder, { files, staleTimeout: 50 })).rejects.toThrow(ImportRunning);
    await saving.query(
      `insert into call_actions (account_id, call_id, action, contact_id, contact_name, happened_at, details)
       values ('A1', 'K1', 'resolved', 'olga', 'Olga', now(), 'Pia Approver called for her.')`,
    );
    await saving.query('commit');
    saving.release();
    expect(await erasing).toMatchObject({ counts: { calls: 1, contacts: 1, texts: 1 }, left: {} });
    await here.database.pool.query('drop function fail_once cascade; drop sequence attempts');
    expect(await query(`select from outbox where recipient = '+13035550199'`)).toEqual([]);

    expect(await query(`select details from call_actions where call_id = 'K1'`)).toEqual([
      { details: 'removed called for her.' },
    ]);
    const after = await versions();
    expect(after['A1']).toBeGreaterThan(before['A1'] ?? 0);
    expect(after['A2']).toBeGreaterThan(before['A2'] ?? 0);
    expect(await query(`select highlights from calls where id = 'E2'`)).toEqual([
      { highlights: 'Call removed.' },
    ]);
    expect(
      await query(
        `select body_text, failure, abandoned_at = $1 as abandoned from outbox where recipient = 'felix@people.test'`,
        [here.clock.now()],
      ),
    ).toEqual([{ body_text: null, failure: 'It named a person whose data was erased.', abandoned: true }]);
    expect(
      await query(`select failed_at = $1 as failed from exports where file_name = 'under-way.xlsx'`, [
        here.clock.now(),
      ]),
    ).toEqual([{ failed: true }]);
    expect(await query('select id from spreadsheets')).toEqual([]);
    expect(await here.files.stat('spreadsheets/people.csv')).toBeNull();
  });

  test('leaves out rows that were known before an erasure, and lets in later ones', async () => {
    const phone = pia.phone ?? '';
    const [earlier, later] = ['2026-03-05T18:00:00Z', '2026-03-20T18:00:00Z'];
    const approved = async () => (await query(`select approved_by from campaigns where id = 'C9'`))[0];
    expect(await approved()).toEqual({ approved_by: 'Erased person' });
    const emails = ['pia@people.test', 'pia.once@people.test', 'pia.now@people.test'];
    const back = await importRows({
      'contacts.csv': emails.map((address, index) => ({
        id: `pia${index}`,
        name: 'Pia Approver',
        email: address,
        account_ids: 'A1',
      })),
    });
    expect(back.firstRejections.map(({ column }) => column)).toEqual(['email', 'email', 'email']);
    const patient = (id: string, list: string) => ({
      id,
      account_id: 'A1',
      patient_list_id: list,
      last_name: 'Approver',
      phone,
    });
    const whose = { account_id: 'A1', last_name: 'Approver', phone };
    const bring = async () => {
      const report = await importRows({
        ...rows,
        'contacts.csv': [{ id: 'other', name: 'Other', email: 'other@people.test', account_ids: 'A1' }],
        'calls.csv': [
          { id: 'E4', account_id: 'A1', call_date_time: earlier, caller_phone_number: phone },
          { id: 'E5', account_id: 'A1', call_date_time: later, caller_phone_number: phone },
        ],
        'appointments.csv': [
          { id: 'B4', call_id: 'E4', date_time: later, ...whose },
          { id: 'B5', call_id: 'E5', date_time: earlier, ...whose },
        ],
        'patient-lists.csv': [
          { id: 'P4', account_id: 'A1', name: 'Earlier', uploaded_at: earlier },
          { id: 'P5', account_id: 'A1', name: 'Later', uploaded_at: later },
        ],
        'patients.csv': [patient('Q4', 'P4'), patient('Q5', 'P5')],
      });
      const named = await query<{ id: string }>(
        `select id from calls where caller_phone_number = $1 union all select id from appointments where phone = $1
         union all select id from patients where phone = $1 order by id`,
        [phone],
      );
      return { rejected: report.firstRejections, named: named.map(({ id }) => id) };
    };
    expect(await bring()).toEqual({
      rejected: [
        expect.objectContaining({ column: 'phone', reason: expect.stringContaining('person allow') }),
      ],
      named: ['B5', 'E5', 'Q5'],
    });
    expect(await approved()).toEqual({ approved_by: 'Erased person' });
    const log = () => readFile(join(here.environment.dataFolder, erasureLogName), 'utf8');
    const before = await log();
    // a failed run allows no one, also after a restore
    await query('alter table command_runs rename column counts to hidden');
    await expect(allowPerson(here, pia)).rejects.toThrow('counts');
    await query('alter table command_runs rename column hidden to counts');
    expect(await log()).toBe(before);
    expect(await allowPerson(here, pia)).toBe(true);
    expect(await log()).toContain('"allowed":true');
    expect(await bring()).toEqual({ rejected: [], named: ['B4', 'B5', 'E4', 'E5', 'Q4', 'Q5'] });
    expect(await allowPerson(here, pia)).toBe(false);
  });
});

test('retention that is killed goes on where it was, and /health warns when it does not run', async () => {
  const content = Readable.from([Buffer.from('a voice')]);
  await here.files.put('recordings/old-1.wav', content);
  await here.database.pool.query(
    `insert into calls (account_id, id, call_date_time, caller_name, audio)
     values ('A1', 'O1', '1990-01-01', 'Ann Old', 'recordings/old-1.wav'), ('A2', 'O2', '1990-01-01', 'Ann Old', 'recordings/old-2.wav');
     insert into recordings (account_id, key, media_type, bytes)
     values ('A1', 'recordings/old-1.wav', 'audio/wav', 7), ('A2', 'recordings/old-2.wav', 'audio/wav', 7)`,
  );
  const state = async () => ({
    calls: await query(`select id, caller_name, audio from calls where id ~ '^O' order by id`),
    noted: await query('select key from removed_files'),
    hasFile: (await here.files.stat('recordings/old-1.wav')) !== null,
    named: await query('select count(*) from calls where caller_name is not null and call_date_time > $1', [
      '1991-01-01',
    ]),
  });
  const before = await state();
  const saving = await here.database.pool.connect();
  await saving.query('begin');
  await saving.query(`select 1 from calls where account_id = 'A2' and id = 'O2' for update`);
  const program = runProgram('server/cli.ts', {
    args: ['retention'],
    env: {
      DATABASE_URL: here.databaseUrl,
      DATA_DIR: here.environment.dataFolder,
      RETENTION_RECORDINGS: '300',
      RETENTION_PERSONAL_DATA: '300',
    },
  });
  await untilLocked();
  program.child.kill('SIGKILL');
  await program.ended;
  await saving.query('commit');
  saving.release();
  await expect
    .poll(() => query(`select from pg_locks where locktype = 'advisory' and objid = $1`, [importLock]))
    .toEqual([]);
  expect(await state()).toEqual({
    ...before,
    calls: [
      { id: 'O1', caller_name: 'Ann Old', audio: 'removed/recordings/old-1.wav' },
      { id: 'O2', caller_name: 'Ann Old', audio: 'recordings/old-2.wav' },
    ],
    noted: [{ key: 'recordings/old-1.wav' }],
  });
  // one that waits for an import can be stopped, here for the second connection of one that was killed
  const importing = await here.database.pool.connect();
  await importing.query('select pg_advisory_lock($1)', [secondConnectionLock]);
  const stopping = new AbortController();
  const pauses: number[] = [];
  const pause = (milliseconds: number) => {
    if (pauses.push(milliseconds) === 3) stopping.abort();
    return Promise.resolve();
  };
  const stopped = await applyRetention(retained(300), { stopped: stopping.signal, pause });
  expect(stopped).toMatchObject({ recordings: 0, calls: 0 });
  expect(pauses).toEqual([1_000, 2_000, 4_000]);
  await importing.query('select pg_advisory_unlock($1)', [secondConnectionLock]);
  importing.release();
  expect(await applyRetention(retained(300))).toMatchObject({ recordings: 1, calls: 2, patients: 0 });
  expect(await state()).toEqual({
    ...before,
    calls: [
      { id: 'O1', caller_name: null, audio: 'removed/recordings/old-1.wav' },
      { id: 'O2', caller_name: null, audio: 'removed/recordings/old-2.wav' },
    ],
    hasFile: false,
  });

  const now = here.clock.now();
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const warnings = (since: Date, isOn = true) =>
    retentionWarnings(
      {
        database: here.database.kysely,
        clock: here.clock,
        environment: isOn ? retained(13).environment : { ...here.environment, retentionAccessLog: undefined },
      },
      since,
    );
  expect(await warnings(daysAgo(1))).toEqual([]);
  expect(await warnings(daysAgo(3))).toEqual([expect.stringContaining('has not run yet')]);
  const ran = `insert into command_runs (command, started_at, finished_at, counts) values ('retention', $1, $1, '{}')`;
  await query(ran, [daysAgo(3)]);
  expect(await warnings(daysAgo(1))).toEqual([expect.stringContaining('has not run since 2026-03-08')]);
  expect(await warnings(daysAgo(1), false)).toEqual([]);
  await query(ran, [daysAgo(1)]);
  expect(await warnings(daysAgo(9))).toEqual([]);
});

test('the kept evidence of a patient list goes with it when it takes another id', async () => {
  await query(`update patient_lists set source = 'portal', portal_id = id where id = 'P1'`);
  const taken = {
    'patient-lists.csv': csv([{ id: 'P9', account_id: 'A1', name: 'List P1', portal_id: 'P1' }]),
  };
  expect((await importInto(here, await folders.folder(taken))).firstRejections).toEqual([]);
  expect(await query('select distinct patient_list_id as id from kept_matches')).toEqual([{ id: 'P9' }]);
});

test.each(['5550166', '303555016', '+266696687', '+7378742833', '+15555555555', '+10000000000', '555-0166'])(
  '%s is no whole number',
  (phone) => {
    expect(() => requestedPerson({ phone })).toThrow('not a whole phone number');
  },
);

test.each([
  ['call (303) 555-0166 or 1.303.555.0166', 'call removed or removed'],
  ['+13035550166', 'removed'],
  ['913035550166 130355501667 -104.3035550166', '913035550166 130355501667 -104.3035550166'],
  ['Ann  Li, Susann Linder and ann lina', 'removed, Susann Linder and ann lina'],
  ['ann@x.test joann@x.test ann@x.test.org', 'removed joann@x.test ann@x.test.org'],
])('the marks in "%s"', async (written, expected) => {
  const given = { numbers: ['13035550166'], emails: ['ann@x.test'], names: ['Ann Li'] };
  expect(written.replace(expressionOf(given), 'removed')).toBe(expected);
  expect(
    await query(`select regexp_replace($1, $2, 'removed', 'gi') as text`, [written, patternOf(given)]),
  ).toEqual([{ text: expected }]);
});

test('a file that is to be removed stays while an import runs, which may just have found it', async () => {
  await here.files.put('recordings/found.wav', Readable.from([Buffer.from('a voice')]));
  await query(`insert into removed_files (key, noted_at) values ('recordings/found.wav', now())`);
  const importing = await here.database.pool.connect();
  await importing.query('select pg_advisory_lock($1)', [importLock]);
  expect(await removeNotedFiles(here)).toEqual({ removed: 0, failed: 0 });
  const erased = removeNotedFiles(here, { waits: true });
  await untilLocked();
  await importing.query(
    `insert into recordings (account_id, key, media_type, bytes) values ('A1', 'recordings/found.wav', 'audio/wav', 7)`,
  );
  await importing.query('select pg_advisory_unlock($1)', [importLock]);
  importing.release();
  expect(await erased).toEqual({ removed: 0, failed: 0 });
  expect(await here.files.stat('recordings/found.wav')).toMatchObject({ bytes: 7 });
  expect(await query('select key from removed_files')).toEqual([]);
});

test('what the feed says of a person is erased, with the question whether a row of the feed is theirs', async () => {
  const dora = requestedPerson({ email: 'dora@people.test' });
  const id = 'portal-00000000-0000-4000-8000-000000000001';
  await query(
    `insert into contacts (id, name, email, feed) values ($1, 'Dora', 'dora@people.test', '{"name": "Dora Duck"}')`,
    [id],
  );
  await query(
    `insert into feed_questions (file, feed_id, row_id, column_name, cells)
     values ('contacts', 'F1', $1, 'email', '{"name": "Dora D.", "email": "dora@people.test"}')`,
    [id],
  );
  const { total } = await previewErasure(here, dora);
  await erasePerson(here, dora, { total, shared: false });
  expect(await query('select name, feed from contacts where id = $1', [id])).toEqual([
    { name: 'Erased person', feed: {} },
  ]);
  expect(await query('select 1 from feed_questions')).toEqual([]);
});

test('a patient is found and erased by another of their numbers, and does not come back', async () => {
  const cleo = requestedPerson({ phone: '303-555-0177' });
  const patients = (id: string) =>
    csv([
      {
        id,
        account_id: 'A1',
        patient_list_id: 'OL',
        last_name: 'Cleo',
        phone: '303-555-0178',
        other_phones: '303-555-0179;303-555-0177',
      },
    ]);
  const uploaded_at = '2026-01-01T00:00:00Z';
  const list = csv([{ id: 'OL', account_id: 'A1', name: 'Old', uploaded_at }]);
  await importInto(
    here,
    await folders.folder({ 'patient-lists.csv': list, 'patients.csv': patients('OP1') }),
  );
  const { total, counts } = await previewErasure(here, cleo);
  expect(counts.patients).toBe(1);
  await erasePerson(here, cleo, { total, shared: false });
  expect(await query(`select last_name, phone, other_phones from patients where id = 'OP1'`)).toEqual([
    { last_name: null, phone: null, other_phones: [] },
  ]);
  const again = await importInto(here, await folders.folder({ 'patients.csv': patients('OP2') }));
  expect(again.firstRejections).toMatchObject([{ column: 'other_phones' }]);
});
