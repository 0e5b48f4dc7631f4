import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { basicFeed, csv, emptyRecord, importedOnce, visibleRecord, wholeRecord } from './feed-for-tests.ts';
import { folderFileStore } from '../../platform/folder-files.ts';
import { importFeed } from './import-feed.ts';
import { importFolder } from './index.ts';
import { throwAwayFolder } from '../../../tests/support/memory-folder.ts';
import { testRecord } from '../../../tests/support/test-record.ts';

const { db, folders, feed, read, one, write } = testRecord();
const feedBasics = importedOnce(() => feed(basicFeed));
const booked = { account_id: 'A1', call_id: 'K1' };

describe('rows', () => {
  it('leave columns that are not in the header as they are, and clear with an empty cell', async () => {
    await feed({
      ...basicFeed,
      'calls.csv': csv([
        {
          id: 'K1',
          account_id: 'A1',
          call_date_time: '2026-03-01T10:00:00Z',
          caller_name: 'Ann',
          duration_seconds: 60,
          follow_up_opportunity: true,
        },
      ]),
    });
    const report = await feed({
      'calls.csv': csv([{ id: 'K1', duration_seconds: '', follow_up_opportunity: '' }]),
    });
    expect(report.files[0]).toMatchObject({ rows: 1, changed: 1 });
    expect(await one('select caller_name, duration_seconds, follow_up_opportunity from calls')).toEqual({
      caller_name: 'Ann',
      duration_seconds: 0,
      follow_up_opportunity: false,
    });
  });

  it('become the same in a file of many batches, of which some ids come again', async () => {
    const call = (
      id: string,
      account_id: string,
      caller_name: string,
      duration_seconds: number | string,
      campaign_id = '',
    ) => ({
      id,
      account_id,
      call_date_time: '2026-03-01T10:00:00Z',
      caller_name,
      duration_seconds,
      campaign_id,
    });
    const calls = csv([
      call('K1', 'A1', 'Ann', 1),
      call('K2', 'A1', 'Bob', 2),
      call('K8', 'A2', 'with a campaign of another account', 8, 'C1'),
      call('K6', 'A2', 'Eve', 6),
      call('K3', 'A9', 'of no known account', 3),
      call('K1', 'A1', 'Anne', ''),
      call('K4', 'A2', 'Cid', 4),
      call('K2', 'A2', "of another account than the record's", 5),
      call('K5', 'A2', 'Dan', 'long'),
      call('K4', 'A2', 'Sid', 'long'),
      call('K7', 'A1', 'Fay', 7),
    ]);
    const appointment = (id: string, call_id: string, more: Record<string, string> = {}) => ({
      id,
      account_id: 'A2',
      call_id,
      outcome: '',
      previous_appointment_id: '',
      portal_id: '',
      deleted: '',
      ...more,
    });
    const appointments = (portalId: string) =>
      csv([
        appointment('P1', 'K4', { outcome: 'Cancelled' }),
        appointment('P2', 'K6', { previous_appointment_id: 'P1' }),
        appointment('P3', 'K3'),
        appointment('P4', 'K6', { account_id: 'A1' }),
        appointment('P5', 'K7', { account_id: 'A1', outcome: 'Rescheduled' }),
        appointment('P5', 'K9', { account_id: 'A1' }),
        appointment('P6', 'K6', { deleted: 'true' }),
        appointment('P7', 'K6', { portal_id: portalId }),
        appointment('P8', 'K7', { account_id: 'A1' }),
        appointment('P9', 'K7', { account_id: 'A1' }),
        appointment('P9', 'K2', { account_id: 'A1' }),
        appointment('P10', 'K4'),
        appointment('P11', 'K4'),
        appointment('P13', 'K6'),
        appointment('P14', 'K8', { previous_appointment_id: 'P13' }),
        appointment('P15', 'K6', { previous_appointment_id: 'P7' }),
      ]);
    const results = [];
    for (const [batchRows, portalId] of [
      [2, ''],
      [2, 'made-7'],
      [100, ''],
      [100, 'made-7'],
    ] as const) {
      await emptyRecord(db.database.pool);
      await feed(basicFeed);
      await feed({
        'calls.csv': csv([call('K2', 'A1', 'Rob', 9)]),
        'appointments.csv': csv([
          appointment('P8', 'K2', { account_id: 'A1' }),
          appointment('P12', 'K2', { account_id: 'A1', previous_appointment_id: 'P9' }),
        ]),
      });
      const report = await folders.import(
        db.database.pool,
        { 'calls.csv': calls, 'appointments.csv': appointments(portalId) },
        { batchRows },
      );
      results.push({
        files: report.files,
        rejections: report.firstRejections.toSorted((a, b) => a.line - b.line),
        record: await visibleRecord(db.database.pool),
      });
    }
    expect(results[0]).toEqual(results[2]);
    expect(results[1]).toEqual(results[3]);
    expect(results[0]?.files).toMatchObject([
      { rows: 11, added: 3, changed: 2, rejected: 5, replaced: 1 },
      { rows: 16, added: 9, changed: 1, unchanged: 1, rejected: 4, replaced: 1 },
    ]);
  });

  it('say the same in CSV and NDJSON, in any order of columns, with a BOM and CRLF', async () => {
    await feed({
      'accounts.csv': '\ufeffname,id\r\n"Dental, ""the"" best\r\nof all",A1\r\n\r\n',
      'staff.ndjson': '\n{"name":"Ann","staff_type":null,"account_id":"A1","id":7}\n',
    });
    expect(await read('select id, name from accounts')).toEqual([
      { id: 'A1', name: 'Dental, "the" best\r\nof all' },
    ]);
    expect(await read('select id, name, staff_type from staff')).toEqual([
      { id: '7', name: 'Ann', staff_type: null },
    ]);
    const report = await feed({ 'staff.csv': 'id,account_id,name\n7, A1 ,Ann' });
    expect(report.files[0]).toMatchObject({ unchanged: 1 });
  });

  it('of one id in one file: the last wins', async () => {
    const report = await feed({ 'accounts.csv': 'id,name\nA1,one\nA2,x\nA1,two\n' });
    expect(report.files[0]).toMatchObject({ rows: 3, added: 2, replaced: 1 });
    expect(await read('select id, name from accounts order by id')).toEqual([
      { id: 'A1', name: 'two' },
      { id: 'A2', name: 'x' },
    ]);
  });

  it('of one id in one file: the last good one wins, whatever is wrong with the later ones', async () => {
    await feedBasics(db.database.pool);
    const report = await folders.import(db.database.pool, {
      'staff.csv':
        'id,account_id,name\nS1,A1,one\nS1,A1,two\nS1,A9,three\nS1,A1,\nS1,A8,five\nS2,A9,x\nS2,A9,y\n',
      'tracking-lines.csv':
        'id,account_id,number,campaign_id\nL2,A1,+13035550102,\nL2,A1,+13035550109,C2\nL2,A1,+13035550101,\n',
      'appointments.csv': csv([
        { id: 'P1', ...booked, first_name: 'good' },
        { id: 'P1', ...booked, call_id: 'K9', first_name: 'bad' },
      ]),
    });
    expect(await read('select id, name from staff')).toEqual([{ id: 'S1', name: 'two' }]);
    expect(await one(`select number, campaign_id from tracking_lines where id = 'L2'`)).toEqual({
      number: '+13035550102',
      campaign_id: null,
    });
    expect(await read('select first_name from appointments')).toEqual([{ first_name: 'good' }]);
    expect(await one(`select appointment_count as n from calls where id = 'K1'`)).toEqual({ n: 1 });
    const [staff, lines, appointments] = report.files;
    expect(staff).toMatchObject({ rows: 7, added: 1, rejected: 5, replaced: 1 });
    expect(lines).toMatchObject({ rows: 3, added: 1, rejected: 2, replaced: 0 });
    expect(appointments).toMatchObject({ rows: 2, added: 1, rejected: 1, replaced: 0 });
  });

  it('that say deleted leave a tombstone, which later rows revive', async () => {
    await feed({ ...basicFeed, 'staff.csv': csv([{ id: 'S1', account_id: 'A1', name: 'Ann' }]) });
    await feed({ 'staff.csv': 'id,account_id,name,deleted\nS1,A1,,true\nS9,A9,,true\n' });
    expect(await read('select id, name, deleted from staff')).toEqual([
      { id: 'S1', name: 'Ann', deleted: true },
    ]);
    await feed({ 'staff.csv': 'id,account_id,name,deleted\nS1,A1,Ann,\n' });
    expect(await one('select deleted from staff')).toEqual({ deleted: false });
  });

  it('report unknown columns and files once, and import the rest', async () => {
    const report = await feed({
      'accounts.csv': 'id,name,mood\nA1,x,good\nA2,y,bad\n',
      'staff.ndjson':
        '{"id":"S1","account_id":"A1","name":"x","b":1}\n{"id":"S2","account_id":"A1","name":"x","b":1}\n',
      'notes.txt': 'hello',
    });
    expect(report.notices).toEqual([
      'accounts.csv: the column "mood" is not known and is not read.',
      'staff.ndjson: the column "b" is not known and is not read.',
      'The file "notes.txt" is not known and is not read.',
    ]);
  });

  it('may come child before parent', async () => {
    await feed({ 'accounts.csv': 'id,name,parent_id\nA1,office,G\nG,group,\n' });
    expect((await feed({ 'accounts.csv': 'id,name,parent_id\nA2,office,H\n' })).files[0]).toMatchObject({
      added: 1,
      pending: 1,
    });
    expect(
      (await feed({ 'accounts.csv': 'id,name,parent_id\nH,group,\nA2,office,H\n' })).files[0],
    ).toMatchObject({ added: 1, unchanged: 1, pending: 0 });
  });

  it('stay unwritten the second time, with their versions', async () => {
    const everything = {
      ...basicFeed,
      'picklists.csv': csv([{ object: 'score', field: 'patient_type', value: 'Spam', label: 'Junk' }]),
      'contacts.csv': csv([
        {
          id: 'U1',
          name: 'x',
          email: 'A@x.example',
          roles: 'b;a',
          account_ids: 'A2;A1',
          primary_account_ids: 'A2',
        },
      ]),
      'staff.csv': csv([{ id: 'S1', account_id: 'A1', name: 'Ann' }]),
      'inquiries.csv': csv([{ id: 'I1', ...booked, kind: 'offer', item_id: 'o1', item_name: 'Whitening' }]),
      'appointments.csv': csv([
        {
          id: 'P1',
          ...booked,
          outcome: 'Cancelled',
          previous_appointment_id: '',
          date_time: '2026-04-01T10:00:00.123456+02:00',
        },
        { id: 'P2', ...booked, outcome: '', previous_appointment_id: 'P1', date_time: '' },
      ]),
    };
    await feed(everything);
    const before = await wholeRecord(db.database.pool);
    const report = await feed(everything);
    expect(report.files.map(({ added, changed }) => added + changed)).toEqual(report.files.map(() => 0));
    expect(await wholeRecord(db.database.pool)).toEqual(before);
  });
});

describe('statistics of a table', () => {
  const calls = (from: number, to: number) =>
    csv(
      Array.from({ length: to - from }, (_, index) => ({
        id: `K${from + index}`,
        account_id: 'A1',
        call_date_time: '2026-03-01T10:00:00Z',
      })),
    );
  /** Imports as a command does, and tells how often calls were vacuumed. */
  const vacuumsAfter = async (content: Record<string, string>) => {
    const files = folderFileStore(await folders.folder());
    await importFolder(db.database, await folders.folder(content), { files });
    const statistics = await one(`select vacuum_count from pg_stat_user_tables where relname = 'calls'`);
    return Number(statistics?.['vacuum_count']);
  };

  it('are refreshed by an import that writes much of it, and by one that computes many calls again', async () => {
    const first = await vacuumsAfter({ ...basicFeed, 'calls.csv': calls(0, 100) });
    const accounts = csv([{ id: 'A9', name: 'Nine' }]);
    expect(await vacuumsAfter({ 'calls.csv': calls(100, 110), 'accounts.csv': accounts })).toBe(first);
    expect(await vacuumsAfter({ 'calls.csv': calls(110, 150) })).toBe(first + 1);
    const moved = csv([{ id: 'A1', time_zone: 'America/Los_Angeles' }]);
    expect(await vacuumsAfter({ 'accounts.csv': moved })).toBe(first + 2);
  });
});

describe('what people edit', () => {
  it('stays until the feed sends a new value', async () => {
    const campaign = (status: string) => ({ 'campaigns.csv': csv([{ id: 'C1', account_id: 'A1', status }]) });
    const status = async () => (await one(`select status from campaigns where id = 'C1'`))?.status as string;
    await feedBasics(db.database.pool);
    await feed(campaign('ordered'));
    await write(`update campaigns set status = 'approved' where id = 'C1'`);
    await feed(campaign('ordered'));
    expect(await status()).toBe('approved');
    await feed(campaign(''));
    expect(await status()).toBe('approved');
    await feed(campaign('printed'));
    expect(await status()).toBe('printed');
    await write(`update campaigns set status = 'approved' where id = 'C1'`);
    await feed(campaign('ordered'));
    expect(await status()).toBe('ordered');
  });

  it.each([
    ['accounts.csv', 'accounts', { id: 'A1' }, 'color', 'red', 'blue'],
    [
      'contacts.csv',
      'contacts',
      { id: 'U1', name: 'x', email: 'u1@x.example' },
      'phone',
      '+13035550101',
      '+13035550102',
    ],
    ['contacts.csv', 'contacts', { id: 'U1', name: 'x' }, 'email', 'one@x.example', 'two@x.example'],
    [
      'campaigns.csv',
      'campaigns',
      { id: 'C1', account_id: 'A1' },
      'approval_date',
      '2026-01-02',
      '2026-01-03',
    ],
    ['campaigns.csv', 'campaigns', { id: 'C1', account_id: 'A1' }, 'approved_by', 'Ann', 'Bob'],
    ['campaigns.csv', 'campaigns', { id: 'C1', account_id: 'A1' }, 'friendly_name', 'Spring', 'May'],
    [
      'tracking-lines.csv',
      'tracking_lines',
      { id: 'L1', account_id: 'A1' },
      'friendly_name',
      'Main',
      'Front',
    ],
    [
      'calls.csv',
      'calls',
      { id: 'K1', account_id: 'A1' },
      'callback_outcome_result',
      'No Answer',
      'Spoke With Caller',
    ],
    ['calls.csv', 'calls', { id: 'K1', account_id: 'A1' }, 'callback_outcome_summary', 'none', 'all well'],
    ['calls.csv', 'calls', { id: 'K1', account_id: 'A1' }, 'callback_handler_id', 'S1', 'S2'],
    [
      'calls.csv',
      'calls',
      { id: 'K1', account_id: 'A1' },
      'callback_outcome_opportunity_result',
      'Spam',
      'Unknown',
    ],
    [
      'calls.csv',
      'calls',
      { id: 'K1', account_id: 'A1' },
      'resolve_date',
      '2026-01-02T00:00:00Z',
      '2026-01-03T00:00:00Z',
    ],
    ['appointments.csv', 'appointments', { id: 'P1', ...booked }, 'first_name', 'Ann', 'Bob'],
    ['appointments.csv', 'appointments', { id: 'P1', ...booked }, 'outcome', 'Scheduled', 'Cancelled'],
  ])('%s %s %o: %s', async (file, table, row, column, sent, edited) => {
    await feedBasics(db.database.pool);
    const again = { [file]: csv([{ ...row, [column]: sent }]) };
    await feed(again);
    await write(`update ${table} set ${column} = $1 where id = $2`, edited, row.id);
    await feed(again);
    const held = await one(`select ${column}::text as value from ${table} where id = $1`, row.id);
    expect(held).toEqual(
      await one(
        `select $1::text as value from (select ${column} from ${table} limit 0) t right join (select 1) u on true`,
        table === 'calls' && column === 'resolve_date'
          ? (await one(`select '${edited}'::timestamptz::text as value`))?.value
          : edited,
      ),
    );
  });

  it('of an appointment is kept; an empty cell clears what was not edited', async () => {
    const appointment = (first_name: string, phone: string, deleted = '') => ({
      'appointments.csv': csv([{ id: 'P1', ...booked, first_name, phone, deleted }]),
    });
    await feedBasics(db.database.pool);
    await feed(appointment('Ann', '1'));
    await write(`update appointments set first_name = 'Anna'`);
    await feed(appointment('', ''));
    expect(await one('select first_name, phone from appointments')).toEqual({
      first_name: 'Anna',
      phone: null,
    });
    await write('update appointments set deleted = true');
    await feed(appointment('Ann', '1', 'false'));
    expect(await one('select first_name, phone, deleted from appointments')).toEqual({
      first_name: 'Anna',
      phone: '1',
      deleted: true,
    });
    await feed(appointment('', '', 'true'));
    await feed(appointment('Ann', '2'));
    expect(await one('select deleted from appointments')).toEqual({ deleted: false });
  });
});

describe('mail pieces', () => {
  const range = (more: object) => ({
    'mail-pieces.csv': csv([
      {
        campaign_id: 'C1',
        mailer_id: '901234567',
        serial_from: '000200',
        serial_to: 499,
        from_date: '2026-03-02',
        ...more,
      },
    ]),
  });
  const stored = async () =>
    (
      await read(
        `select id, account_id, campaign_id, serial_from, serial_to, from_date::text, deleted from mail_pieces`,
      )
    ).map(Object.values);

  it('belong to the account of their mailing, and are known by mailer, first serial number and day', async () => {
    await feed({ ...basicFeed, ...range({}) });
    const id = '901234567:200:2026-03-02';
    expect(await stored()).toEqual([[id, 'A1', 'C1', 200, 499, '2026-03-02', false]]);
    const [again] = (await feed(range({ serial_from: 200 }))).files;
    expect(again).toMatchObject({ added: 0, changed: 0, unchanged: 1 });
    await feed(range({ serial_to: 399 }));
    expect(await stored()).toEqual([[id, 'A1', 'C1', 200, 399, '2026-03-02', false]]);
    await feed(range({ deleted: true }));
    expect(await stored()).toEqual([[id, 'A1', 'C1', 200, 399, '2026-03-02', true]]);
  });
});

describe('office hours and holidays', () => {
  const hours = (monday: string, deleted = '') => ({
    'office-hours.csv': csv([
      { account_id: 'A1', weekday: 'Monday', hours: monday, deleted },
      { account_id: 'A1', weekday: 'Sunday', hours: 'closed', deleted: '' },
    ]),
    'office-holidays.csv': csv([{ account_id: 'A1', date: '2026-11-26', name: 'Thanksgiving', deleted }]),
  });
  const stored = async () => [
    ...(await read('select id, hours, deleted from office_hours order by id')).map(Object.values),
    ...(await read('select id, name, deleted from office_holidays order by id')).map(Object.values),
  ];

  it('stay as people set them until the feed sends a new value for the day', async () => {
    await feed({ ...basicFeed, ...hours('13:00-17:00;8:00-12:00') });
    const sunday = ['A1:Sunday', 'closed', false];
    expect(await stored()).toEqual([
      ['A1:Monday', '08:00-12:00;13:00-17:00', false],
      sunday,
      ['A1:2026-11-26', 'Thanksgiving', false],
    ]);
    await write(`update office_hours set hours = null where id = 'A1:Monday'`);
    await write('update office_holidays set deleted = true');
    const again = await feed(hours('08:00-12:00;13:00-17:00'));
    expect(again.files.map(({ added, changed, unchanged }) => [added, changed, unchanged])).toEqual([
      [0, 0, 2],
      [0, 0, 1],
    ]);
    const edited = [['A1:Monday', null, false], sunday, ['A1:2026-11-26', 'Thanksgiving', true]];
    expect(await stored()).toEqual(edited);
    await feed(hours('09:00-12:00'));
    expect((await stored())[0]).toEqual(['A1:Monday', '09:00-12:00', false]);
    await feed(hours('', 'true'));
    expect((await stored())[0]).toEqual(['A1:Monday', '09:00-12:00', true]);
  });

  it('are one row for a day: the last good one of a file', async () => {
    const rows = ['08:00-12:00', '09:00-12:00', 'noon'].map((value) => ({
      account_id: 'A1',
      weekday: 'Monday',
      hours: value,
    }));
    const content = { ...basicFeed, 'office-hours.csv': csv(rows) };
    const report = await folders.import(db.database.pool, content);
    expect(report.files.find(({ file }) => file === 'office-hours.csv')).toMatchObject({
      added: 1,
      replaced: 1,
      rejected: 1,
    });
    expect((await stored())[0]).toEqual(['A1:Monday', '09:00-12:00', false]);
  });
});

describe('attempts to call back', () => {
  const attempt = {
    id: 'B1',
    account_id: 'A1',
    call_id: 'K1',
    kind: 'no-answer',
    happened_at: '2026-03-01T11:00:00Z',
    made_by: 'Answering service',
    next_try: '2026-03-01T14:00:00Z',
    deleted: '',
  };
  const attempts = (...rows: object[]) => ({
    'callback-attempts.csv': csv(rows.map((row) => ({ ...attempt, ...row }))),
  });
  const stored = () =>
    read(
      'select id, kind, contact_id as by, contact_name as name, deleted from callback_actions order by id',
    );

  it('come with a name, are corrected and removed, and raise the version of the account', async () => {
    await feed({ ...basicFeed, ...attempts({}) });
    const known = { id: 'B1', kind: 'no-answer', by: null, name: 'Answering service', deleted: false };
    expect(await stored()).toEqual([known]);
    const version = () => one(`select version from account_version where account_id = 'A1'`);
    const before = await version();
    expect((await feed(attempts({}))).files[0]).toMatchObject({ unchanged: 1, changed: 0 });
    expect(await version()).toEqual(before);
    await feed(attempts({ kind: 'wrong-number', next_try: '' }));
    expect(await stored()).toEqual([{ ...known, kind: 'wrong-number' }]);
    expect(await version()).not.toEqual(before);
    await feed(attempts({ deleted: 'true' }));
    expect(await stored()).toEqual([{ ...known, kind: 'wrong-number', deleted: true }]);
  });

  it('of another portal come without the names of erased persons', async () => {
    await feed(basicFeed);
    await write(
      `insert into contacts (id, name, email, deleted, personal_data_removed)
       values ('U7', 'Erased person', 'erased-U7@erased.invalid', true, true)`,
    );
    const { deleted: _deleted, next_try: _nextTry, ...row } = attempt;
    await feed({
      'export.json': JSON.stringify({
        format: 'mailcall portal export',
        version: 1,
        since: null,
        cursor: 'x',
        madeAt: '2026-03-01T12:00:00.000Z',
        rows: {},
      }),
      'callback-attempts.ndjson': ['U7', 'U8']
        .map((by) =>
          JSON.stringify({ ...row, id: by, kind: 'snooze', made_by: 'Una', made_by_contact_id: by }),
        )
        .join('\n'),
    });
    expect((await stored()).map(({ by, kind, name }) => [by, kind, name])).toEqual([
      ['U7', 'snooze', 'Erased person'],
      ['U8', 'snooze', 'Una'],
    ]);
  });

  it('leave what people did in the portal', async () => {
    await feed(basicFeed);
    await write(
      `insert into callback_actions (account_id, id, call_id, kind, contact_id, contact_name, happened_at)
       values ('A1', 'B1', 'K1', 'no-answer', 'U1', 'Una', '2026-03-01T11:00:00Z')`,
    );
    const report = await folders.import(db.database.pool, attempts({}, { id: 'B2' }));
    expect(report.firstRejections).toMatchObject([
      { column: 'id', reason: 'is the id of what somebody did in the portal' },
    ]);
    expect((await stored()).map(({ id, name }) => [id, name])).toEqual([
      ['B1', 'Una'],
      ['B2', 'Answering service'],
    ]);
  });
});

describe('notification settings', () => {
  const missed = {
    id: 'N1',
    account_id: 'A1',
    contact_id: 'U1',
    alert_type: 'Missed Call Alert',
    frequency: 'Daily',
    methods: 'SMS;Email',
    deleted: '',
  };
  const settings = (...rows: Partial<typeof missed>[]) => ({
    'notification-settings.csv': csv(rows.map((row) => ({ ...missed, ...row }))),
  });
  const contacts = { 'contacts.csv': csv([{ id: 'U1', name: 'x', email: 'u1@x.example' }]) };
  const stored = () => one('select frequency, methods, deleted from notification_settings');

  it('stay as people set them until the feed sends a new value', async () => {
    await feed({ ...basicFeed, ...contacts, ...settings({}) });
    expect(await stored()).toEqual({ frequency: 'Daily', methods: ['Email', 'SMS'], deleted: false });
    await write(`update notification_settings set frequency = 'Weekly', methods = '{SMS}', deleted = true`);
    await feed(settings({ methods: 'Email;SMS' }));
    expect(await stored()).toEqual({ frequency: 'Weekly', methods: ['SMS'], deleted: true });
    await feed(settings({ frequency: 'Real-time' }));
    expect(await stored()).toEqual({ frequency: 'Real-time', methods: ['SMS'], deleted: true });
    await feed(settings({ deleted: 'true' }));
    await feed(settings({ methods: 'Email' }));
    expect(await stored()).toEqual({ frequency: 'Daily', methods: ['Email'], deleted: false });
  });

  it('are one for each contact and alert of an account, which two rows may exchange', async () => {
    await feed({
      ...basicFeed,
      ...contacts,
      ...settings({}, { id: 'N2', alert_type: 'En Route Alert', frequency: 'Weekly' }),
    });
    await feed(
      settings(
        { alert_type: 'En Route Alert', frequency: 'Weekly' },
        { id: 'N2', alert_type: 'Missed Call Alert', frequency: 'Real-time' },
      ),
    );
    expect(await read('select id, alert_type, contact_id from notification_settings order by id')).toEqual([
      { id: 'N1', alert_type: 'En Route Alert', contact_id: 'U1' },
      { id: 'N2', alert_type: 'Missed Call Alert', contact_id: 'U1' },
    ]);
    const report = await folders.import(db.database.pool, settings({ id: 'N3' }));
    expect(report.firstRejections).toMatchObject([
      { column: 'contact_id', reason: 'has this alert already by notification setting N2' },
    ]);
  });
});

it('leaves what is added to a file while it is read to the next import', async () => {
  const header = 'id,account_id,call_date_time,caller_name';
  const row = (id: string, name: string) => `${id},A1,2026-03-01T00:00:00Z,${name}`;
  const before = [header, row('K1', 'Ann'), row('K2', 'Ben'), row('K3', 'Cleo'), ''].join('\n');
  const after = `${before}${[row('K4', 'Dan'), row('K4', 'Dana'), ''].join('\n')}`;
  let opened = 0;
  const importGrown = (batchRows: number) =>
    importFeed(
      db.database,
      {
        name: 'a folder',
        files: async () => ['accounts.csv', 'calls.csv'],
        open: async (name) => {
          if (name === 'accounts.csv') return Readable.from([Buffer.from(basicFeed['accounts.csv'])]);
          opened += 1;
          return Readable.from([Buffer.from(opened === 1 ? before : after)]);
        },
        attachment: async () => ({ refused: false, reason: 'is missing' }),
      },
      { files: folderFileStore(throwAwayFolder()), batchRows },
    );
  expect((await importGrown(2)).files.at(-1)).toMatchObject({ rows: 3, added: 3 });
  expect((await importGrown(2)).files.at(-1)).toMatchObject({ rows: 5, added: 1, replaced: 1 });
  expect(await one(`select caller_name from calls where id = 'K4'`)).toEqual({ caller_name: 'Dana' });
});

describe('an appointment made in the portal', () => {
  const made = (id: string) =>
    write(
      `insert into appointments (account_id, id, portal_id, call_id, first_name, version) values ('A1', $1, $1, 'K1', 'Typed', 1)`,
      id,
    );
  const live = () =>
    read(
      'select id, portal_id, first_name, previous_appointment_id from appointments where not deleted order by id',
    );

  it('is the feed row that carries its portal_id', async () => {
    await feedBasics(db.database.pool);
    await made('T1');
    await write(
      `insert into appointments (account_id, id, portal_id, call_id, previous_appointment_id) values ('A1', 'T2', 'T2', 'K1', 'T1')`,
    );
    await feed({ 'appointments.csv': csv([{ id: 'P1', ...booked, first_name: '', portal_id: 'T1' }]) });
    expect(await live()).toEqual([
      { id: 'P1', portal_id: 'T1', first_name: 'Typed', previous_appointment_id: null },
      { id: 'T2', portal_id: 'T2', first_name: null, previous_appointment_id: 'P1' },
    ]);
    expect(await read(`select id, deleted from appointments where id = 'T1'`)).toEqual([
      { id: 'T1', deleted: true },
    ]);
    expect(await one('select appointment_count from calls')).toEqual({ appointment_count: 1 });
    const report = await feed({
      'appointments.csv': csv([{ id: 'P1', ...booked, first_name: '', portal_id: 'T1' }]),
    });
    expect(report.files[0]).toMatchObject({ unchanged: 1 });
  });

  it('is replaced by a feed row that exists already', async () => {
    await feed({ ...basicFeed, 'appointments.csv': csv([{ id: 'P1', ...booked, first_name: 'Ann' }]) });
    await made('T1');
    await feed({ 'appointments.csv': csv([{ id: 'P1', ...booked, first_name: 'Ann', portal_id: 'T1' }]) });
    expect(await live()).toEqual([
      { id: 'P1', portal_id: 'T1', first_name: 'Ann', previous_appointment_id: null },
    ]);
    expect(await one('select appointment_count from calls')).toEqual({ appointment_count: 1 });
  });

  it('can be removed by its portal_id alone', async () => {
    await feedBasics(db.database.pool);
    await made('T1');
    await feed({
      'appointments.csv': csv([{ id: 'P1', account_id: 'A1', call_id: '', portal_id: 'T1', deleted: true }]),
    });
    expect(await live()).toEqual([]);
  });
});

describe('contacts', () => {
  const contact = { id: 'U1', name: 'x', email: 'u1@x.example' };
  const session = async () => (await one('select session_version from contacts'))?.session_version as number;

  it('raise their session version with what the hash of their roles and accounts does not cover', async () => {
    await feed({
      ...basicFeed,
      'contacts.csv': csv([{ ...contact, roles: 'a', account_ids: 'A1', primary_account_ids: '' }]),
    });
    expect(await session()).toBe(1);
    await feed({ 'contacts.csv': csv([{ ...contact, name: 'y' }]) });
    expect(await session()).toBe(1);
    await feed({ 'contacts.csv': csv([{ ...contact, roles: 'a;b' }]) });
    expect(await session()).toBe(1);
    await feed({ 'contacts.csv': csv([{ ...contact, account_ids: 'A1;A2', primary_account_ids: 'A2' }]) });
    expect(await session()).toBe(2);
    expect(await read('select account_id, is_primary from contact_accounts order by 1')).toEqual([
      { account_id: 'A1', is_primary: false },
      { account_id: 'A2', is_primary: true },
    ]);
    await feed({ 'contacts.csv': csv([{ ...contact, account_ids: 'A1' }]) });
    expect(await read('select account_id, is_primary from contact_accounts')).toEqual([
      { account_id: 'A1', is_primary: false },
    ]);
    expect(await session()).toBe(3);
    await feed({
      'accounts.csv': csv([
        { id: 'A3', name: 'new office', parent_id: 'A1' },
        { id: 'A4', name: 'other', parent_id: 'A2' },
      ]),
    });
    expect(await session()).toBe(3);
    await feed({ 'accounts.csv': csv([{ id: 'A3', parent_id: 'A2' }]) });
    expect(await session()).toBe(4);
    // of an account below theirs; its name does not count
    await feed({
      'accounts.csv': csv([{ id: 'A3', parent_id: 'A1', name: 'moved', time_zone: 'America/Denver' }]),
    });
    expect(await session()).toBe(5);
    await feed({ 'accounts.csv': csv([{ id: 'A3', name: 'renamed', time_zone: 'America/Chicago' }]) });
    expect(await session()).toBe(6);
    await feed({ 'accounts.csv': csv([{ id: 'A3', name: 'again', time_zone: 'America/Chicago' }]) });
    expect(await session()).toBe(6);
  });

  it('may exchange their addresses, and lines their numbers', async () => {
    await feed({
      ...basicFeed,
      'contacts.csv': csv([contact, { id: 'U2', name: 'y', email: 'u2@x.example' }]),
      'tracking-lines.csv': csv([
        { id: 'L1', account_id: 'A1', number: '1' },
        { id: 'L2', account_id: 'A2', number: '2' },
      ]),
    });
    await feed({
      'contacts.csv': csv([
        { id: 'U1', email: 'U2@x.example' },
        { id: 'U2', email: 'u1@x.example' },
      ]),
      'tracking-lines.csv': csv([
        { id: 'L1', number: '2' },
        { id: 'L2', number: '1' },
      ]),
    });
    expect(await read('select id, email from contacts order by id')).toEqual([
      { id: 'U1', email: 'U2@x.example' },
      { id: 'U2', email: 'u1@x.example' },
    ]);
    expect(await read('select id, number, status from tracking_lines order by id')).toEqual([
      { id: 'L1', number: '2', status: 'Active' },
      { id: 'L2', number: '1', status: 'Active' },
    ]);
  });

  it('that are removed free their address', async () => {
    await feed({ ...basicFeed, 'contacts.csv': csv([contact]) });
    await feed({ 'contacts.csv': 'id,name,email,deleted\nU1,,,true\nU2,y,u1@x.example,\n' });
    expect(await read('select id from contacts where not deleted')).toEqual([{ id: 'U2' }]);
  });
});

describe('references', () => {
  it('to what has not been imported are kept, counted and reported', async () => {
    await feed({ 'accounts.csv': basicFeed['accounts.csv'] });
    const call = {
      account_id: 'A1',
      call_date_time: '2026-03-01T00:00:00Z',
      campaign_id: 'C9',
      tracking_line_id: 'L9',
      handler_id: 'S9',
    };
    const reportFolder = await folders.folder();
    const report = await folders.import(
      db.database.pool,
      {
        'calls.csv': csv([
          { id: 'K1', ...call },
          { id: 'K2', ...call },
        ]),
        'contacts.csv': csv([{ id: 'U1', name: 'x', email: 'a@b', account_ids: 'A1;A9' }]),
      },
      { reportFolder, batchRows: 1 },
    );
    expect(report.rejected).toBe(0);
    expect(report.files).toMatchObject([
      { file: 'contacts.csv', pending: 1 },
      { file: 'calls.csv', pending: 6 },
    ]);
    const { readFile } = await import('node:fs/promises');
    expect((await readFile(report.reportFile as string, 'utf8')).split('\n')).toContain(
      'pending,calls.csv,2,handler_id,"names S9, which has not come yet (in 2 rows)"',
    );
  });

  it('within one file may point forward', async () => {
    await feedBasics(db.database.pool);
    const report = await folders.import(
      db.database.pool,
      {
        'appointments.csv': csv([
          { id: 'P2', ...booked, previous_appointment_id: 'P1' },
          { id: 'P1', ...booked, previous_appointment_id: '' },
        ]),
      },
      { batchRows: 1 },
    );
    expect(report.files[0]).toMatchObject({ added: 2, pending: 0 });
    expect(await one('select appointment_count from calls')).toEqual({ appointment_count: 1 });
  });
});

describe('picklists', () => {
  it('label and order values', async () => {
    const list = (values: string[]) => ({
      'picklists.csv': csv(
        values.map((value) => ({
          object: 'score',
          field: 'f',
          value,
          label: value === 'b' ? '' : `the ${value}`,
        })),
      ),
    });
    await feed(list(['a', 'b']));
    expect(await read('select value, label, position from picklists order by position')).toEqual([
      { value: 'a', label: 'the a', position: 1 },
      { value: 'b', label: 'b', position: 2 },
    ]);
    expect((await feed(list(['b', 'a']))).files[0]).toMatchObject({ changed: 2 });
    await feed({ 'picklists.csv': 'object,field,value,deleted\nscore,f,a,true\n' });
    expect(await read('select value from picklists')).toEqual([{ value: 'b' }]);
  });
});

describe('dimensions', () => {
  it('hold at most 32,000 values; a row with one more is rejected', async () => {
    await feedBasics(db.database.pool);
    await write(
      `insert into dimension_values select 'priceAnswer', n, 'v' || n from generate_series(1, 31999) n`,
    );
    const report = await folders.import(db.database.pool, {
      'calls.csv': csv(
        ['v7', 'new one', 'one too many', 'new one'].map((price_answer, index) => ({
          id: `K${index}`,
          account_id: 'A1',
          call_date_time: '2026-03-01T00:00:00Z',
          price_answer,
        })),
      ),
    });
    expect(report.firstRejections).toEqual([
      {
        file: 'calls.csv',
        line: 4,
        column: 'price_answer',
        reason: expect.stringContaining('32,000') as string,
      },
    ]);
    expect(
      await read(
        `select value from calls join dimension_values on dimension = 'priceAnswer' and code = price_answer order by id`,
      ),
    ).toEqual([{ value: 'v7' }, { value: 'new one' }, { value: 'new one' }]);
    await write(`delete from dimension_values where dimension = 'priceAnswer'`);
  });
});
