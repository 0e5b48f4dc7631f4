import { describe, expect, it } from 'vitest';
import { basicFeed, csv, importedOnce } from './feed-for-tests.ts';
import { testRecord } from '../../../tests/support/test-record.ts';

const { db, folders, feed, read, one, write } = testRecord();
const feedBasics = importedOnce(() => feed(basicFeed));
const booked = { account_id: 'A1', call_id: 'K1' };

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
      { column: 'id', reason: 'is the id of an action in the portal' },
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
