import { describe, expect, it } from 'vitest';
import { basicFeed, csv } from './feed-for-tests.ts';
import { testRecord } from '../../../tests/support/test-record.ts';

const { db, folders, feed, read, one, write } = testRecord();

describe('contacts', () => {
  const contact = { id: 'U1', name: 'x', email: 'u1@x.example' };
  const session = async () => (await one('select session_version from contacts'))?.session_version as number;

  it('raise their session version for changes that the hash of roles and accounts does not cover', async () => {
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
