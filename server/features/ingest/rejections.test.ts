import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../tests/support/test-database.ts';
import { basicFeed, csv, FeedFolders, type FolderContent, importedOnce } from './feed-for-tests.ts';

const db = testDatabase();
const folders = new FeedFolders();
const restore = importedOnce(() => folders.import(db.database.pool, basicFeed));
beforeEach(() => restore(db.database.pool));
afterEach(() => folders.remove());

const call = { id: 'K2', account_id: 'A1', call_date_time: '2026-03-01T10:00:00Z' };
const long = 'x'.repeat(100_001);
const manyCells = (count: number) => Array.from({ length: count }, (_, index) => `I${index}`).join(';');

/** Content imported after the basic feed, and expected rejections `file:line column` with parts of the reason. */
const cases: [name: string, content: FolderContent, rejected: [place: string, words: string][]][] = [
  [
    'an unknown account',
    { 'calls.csv': csv([{ ...call, account_id: 'A9' }]) },
    [['calls.csv:2 account_id', 'account A9, which is not known']],
  ],
  [
    'an account whose id stands for something else',
    {
      'accounts.csv': csv(
        ['*', '__proto__', 'constructor', 'toString'].map((id) => ({ id, name: 'Office' })),
      ),
    },
    [2, 3, 4, 5].map((line) => [
      `accounts.csv:${line} id`,
      'is a word that no account can have as its id; give the account another id',
    ]),
  ],
  [
    'cells that fill a row, of every kind',
    {
      'accounts.csv': csv([{ id: 'A5', name: long }]),
      'calls.csv': csv([
        { ...call, id: long, audio: '' },
        { ...call, call_date_time: long },
        { ...call, audio: long },
      ]),
      'appointments.ndjson': JSON.stringify({ id: 'P1', account_id: long }),
      'patients.csv': csv([{ id: 'P9', list_id: 'L1', zip: '0'.repeat(250_000) }]),
    },
    [
      ['accounts.csv:2 name', 'is longer than 100,000 characters'],
      ['calls.csv:2 id', 'is longer than 100,000 characters'],
      ['calls.csv:3 call_date_time', 'is longer than 100,000 characters'],
      ['calls.csv:4 audio', 'is longer than 100,000 characters'],
      ['appointments.ndjson:1 account_id', 'is longer than 100,000 characters'],
      ['patients.csv:2 zip', 'is longer than 100,000 characters'],
    ],
  ],
  [
    'hours and holidays that cannot be',
    {
      'office-hours.csv': csv([
        { account_id: 'A1', weekday: 'Monday', hours: '08:00-12:00;11:00-17:00' },
        { account_id: 'A1', weekday: 'Mon', hours: 'closed' },
        { account_id: 'A1', weekday: 'Tuesday', hours: '' },
        { account_id: 'A9', weekday: 'Tuesday', hours: 'closed' },
      ]),
      'office-holidays.csv': csv([{ account_id: 'A1', date: '2026-02-30', name: '' }]),
    },
    [
      ['office-hours.csv:2 hours', 'must be closed, or up to 4 times that do not overlap'],
      ['office-hours.csv:3 weekday', 'must be one of: Sunday, Monday'],
      ['office-hours.csv:4 hours', 'must not be empty'],
      ['office-hours.csv:5 account_id', 'account A9, which is not known'],
      ['office-holidays.csv:2 date', 'is not a date'],
    ],
  ],
  [
    'mail pieces that cannot be',
    {
      'mail-pieces.csv': csv(
        [
          { campaign_id: 'M9' },
          { mailer_id: '12345' },
          { mailer_id: '801234567' },
          { serial_from: -1 },
          { serial_to: 199 },
          { serial_to: 1_000_000 },
          { from_date: '2026-02-30' },
          { from_date: '' },
          { account_id: 'A2' },
        ].map((row, index) => ({
          account_id: '',
          campaign_id: 'C1',
          mailer_id: '901234567',
          serial_from: 200 + index,
          serial_to: 499,
          from_date: '2026-03-02',
          ...row,
        })),
      ),
    },
    [
      ['mail-pieces.csv:3 mailer_id', '6 digits, or 9 digits that begin with a 9'],
      ['mail-pieces.csv:4 mailer_id', '6 digits, or 9 digits that begin with a 9'],
      ['mail-pieces.csv:5 serial_from', 'a whole number from 0 to 999,999,999'],
      ['mail-pieces.csv:8 from_date', 'is not a date'],
      ['mail-pieces.csv:9 from_date', 'must not be empty'],
      ['mail-pieces.csv:2 campaign_id', 'names campaign M9, which is not known'],
      ['mail-pieces.csv:6 serial_to', 'must not be less than serial_from'],
      ['mail-pieces.csv:7 serial_to', 'must be at most 999999 for a Mailer ID of 9 digits'],
      ['mail-pieces.csv:10 campaign_id', 'names campaign C1, which belongs to account A1'],
    ],
  ],
  [
    'attempts to call back that cannot be',
    {
      'callback-attempts.csv': csv(
        [
          { call_id: 'K9' },
          { kind: 'claim' },
          { made_by: '' },
          { happened_at: '2199-03-01T11:00:00Z' },
          { kind: 'wrong-number', next_try: '2026-03-01T12:00:00Z' },
          { next_try: '2026-03-01T10:00:00Z' },
          { next_try: '2026-04-01T12:00:00Z' },
        ].map((row, index) => ({
          id: `B${index}`,
          account_id: 'A1',
          call_id: 'K1',
          kind: 'no-answer',
          happened_at: '2026-03-01T11:00:00Z',
          made_by: 'Desk',
          next_try: '',
          ...row,
        })),
      ),
    },
    [
      [
        'callback-attempts.csv:3 kind',
        'must be one of: left-voicemail, no-answer, wrong-number, do-not-call, not-needed',
      ],
      ['callback-attempts.csv:4 made_by', 'must not be empty'],
      ['callback-attempts.csv:2 call_id', 'call K9, which is not known'],
      ['callback-attempts.csv:5 happened_at', 'is in the future'],
      ['callback-attempts.csv:6 next_try', 'there is no next attempt after wrong-number'],
      ['callback-attempts.csv:7 next_try', 'must be later than happened_at, by at most 30 days'],
      ['callback-attempts.csv:8 next_try', 'must be later than happened_at, by at most 30 days'],
    ],
  ],
  [
    'alerts that cannot be',
    {
      'notification-settings.csv': csv(
        [
          ['Missed Call Alert', 'Hourly', 'Email'],
          ['En Route Alert', 'Daily', 'Email'],
          ['Missed Call Alert', 'Daily', ';'],
          ['Missed Call Alert', 'Daily', 'Letter'],
        ].map(([alert_type = '', frequency = '', methods = ''], index) => ({
          id: `N${index}`,
          account_id: 'A1',
          contact_id: 'U1',
          alert_type,
          frequency,
          methods,
        })),
      ),
    },
    [
      ['notification-settings.csv:2 frequency', 'must be one of: Real-time, Daily, Weekly'],
      ['notification-settings.csv:4 methods', 'must name at least one of: Email, SMS'],
      ['notification-settings.csv:5 methods', 'must be one of: Email, SMS'],
      ['notification-settings.csv:3 frequency', 'does not fit the En Route Alert'],
    ],
  ],
  [
    'an id of another account',
    { 'calls.csv': csv([{ ...call, id: 'K1', account_id: 'A2' }]) },
    [['calls.csv:2 account_id', 'K1 is the id of a call of account A1']],
  ],
  [
    'a campaign of another account',
    { 'calls.csv': csv([{ ...call, campaign_id: 'C2' }]) },
    [['calls.csv:2 campaign_id', 'C2, which belongs to account A2']],
  ],
  [
    "a line's campaign of another account",
    { 'tracking-lines.csv': csv([{ id: 'L2', account_id: 'A1', campaign_id: 'C2', number: '1' }]) },
    [['tracking-lines.csv:2 campaign_id', 'belongs to account A2']],
  ],
  [
    'an unknown call',
    {
      'inquiries.csv': csv([
        { id: 'I1', account_id: 'A1', call_id: 'K9', kind: 'offer', item_id: 'x', item_name: 'X' },
      ]),
      'appointments.csv': csv([{ id: 'P1', account_id: 'A1', call_id: 'K9' }]),
    },
    [
      ['inquiries.csv:2 call_id', 'call K9, which is not known'],
      ['appointments.csv:2 call_id', 'call K9, which is not known'],
    ],
  ],
  [
    'a call of another account',
    { 'appointments.csv': csv([{ id: 'P1', account_id: 'A2', call_id: 'K1' }]) },
    [['appointments.csv:2 call_id', 'belongs to account A1']],
  ],
  [
    'an appointment that replaces itself',
    {
      'appointments.csv': csv([{ id: 'P1', account_id: 'A1', call_id: 'K1', previous_appointment_id: 'P1' }]),
    },
    [['appointments.csv:2 previous_appointment_id', 'itself']],
  ],
  [
    'a portal_id that another appointment has',
    {
      'appointments.csv': csv([
        { id: 'P1', account_id: 'A1', call_id: 'K1', portal_id: 'T1' },
        { id: 'P2', account_id: 'A1', call_id: 'K1', portal_id: 'T1' },
      ]),
    },
    [['appointments.csv:3 portal_id', 'that of appointment P1']],
  ],
  [
    'an email that another contact has, whatever its case',
    {
      'contacts.csv': csv([
        { id: 'U1', name: 'One', email: 'One@x.example' },
        { id: 'U2', name: 'Two', email: 'oNE@X.example' },
      ]),
    },
    [['contacts.csv:3 email', 'the email of contact U1']],
  ],
  [
    "a primary account that is none of the contact's",
    {
      'contacts.csv': csv([
        { id: 'U1', name: 'One', email: 'one@x.example', account_ids: 'A1', primary_account_ids: 'A2' },
      ]),
    },
    [['contacts.csv:2 primary_account_ids', 'account_ids does not name']],
  ],
  [
    'an Active number that another line has',
    {
      'tracking-lines.csv': csv([
        { id: 'L2', account_id: 'A2', number: '+13035550101', status: '' },
        { id: 'L3', account_id: 'A2', number: '+13035550101', status: 'Released' },
      ]),
    },
    [['tracking-lines.csv:2 number', 'the Active tracking line L1']],
  ],
  [
    'an account above itself',
    { 'accounts.csv': csv([{ id: 'A1', parent_id: 'A1' }]) },
    [['accounts.csv:2 parent_id', 'itself']],
  ],
  [
    'a circle of accounts',
    {
      'accounts.csv': csv([
        { id: 'A1', name: 'a', parent_id: 'A2' },
        { id: 'A2', name: 'b', parent_id: 'A3' },
        { id: 'A3', name: 'c', parent_id: 'A1' },
        { id: 'A4', name: 'd', parent_id: 'A3' },
      ]),
    },
    [
      ['accounts.csv:2 parent_id', 'circle'],
      ['accounts.csv:3 parent_id', 'circle'],
      ['accounts.csv:4 parent_id', 'circle'],
    ],
  ],
  [
    'a zone that is none',
    {
      'accounts.csv': csv([
        { id: 'A3', name: 'c', time_zone: 'Denver' },
        { id: 'A4', name: 'd', time_zone: '+05:00' },
        { id: 'A5', name: 'd', time_zone: 'america/denver' },
      ]),
    },
    [
      ['accounts.csv:2 time_zone', 'America/Chicago'],
      ['accounts.csv:3 time_zone', 'IANA'],
      ['accounts.csv:4 time_zone', 'IANA'],
    ],
  ],
  [
    'a new row without what it needs',
    {
      'calls.csv': 'id,account_id\nK2,A1\n',
      'campaigns.csv': 'id,account_id,name\nC3,A1,x\n',
      'staff.csv': 'id,name\nS1,x\n',
    },
    [
      ['staff.csv:2 account_id', 'required'],
      ['campaigns.csv:2 campaign_type', 'required'],
      ['calls.csv:2 call_date_time', 'required'],
    ],
  ],
  [
    'an emptied required cell',
    {
      'calls.csv': csv([
        { id: 'K1', account_id: 'A1', call_date_time: '' },
        // a placeholder day
        { id: 'K2', account_id: 'A1', call_date_time: '0001-01-01T00:00:00Z' },
      ]),
      'accounts.csv': csv([{ id: '', name: 'x' }]),
    },
    [
      ['accounts.csv:2 id', 'must not be empty'],
      ['calls.csv:2 call_date_time', 'must not be empty'],
      ['calls.csv:3 call_date_time', 'must not be empty'],
    ],
  ],
  [
    'bad cells',
    {
      'calls.csv': csv([
        { ...call, call_date_time: '2026-03-01 10:00:00' },
        { ...call, call_date_time: '2026-02-30T10:00:00Z' },
        { ...call, call_date_time: '2026-03-01' },
        { ...call, call_date_time: '2026-03-01T25:00:00Z' },
        { ...call, call_date_time: '0026-03-01T10:00:00Z' },
      ]),
    },
    [
      ['calls.csv:2 call_date_time', 'no offset'],
      ['calls.csv:3 call_date_time', 'not a time'],
      ['calls.csv:4 call_date_time', 'not a time'],
      ['calls.csv:5 call_date_time', 'not a time'],
      ['calls.csv:6 call_date_time', 'not a time'],
    ],
  ],
  [
    'words that are none of the choices',
    {
      'calls.csv': csv([
        { ...call, call_answered_by: 'staff', opportunity: '' },
        { ...call, call_answered_by: '', opportunity: 'yes' },
      ]),
      'tracking-lines.csv': csv([{ id: 'L2', account_id: 'A1', number: '1', status: 'Live' }]),
      'picklists.csv': csv([{ object: 'call', field: 'x', value: 'y' }]),
    },
    [
      ['picklists.csv:2 object', 'score, campaign'],
      ['tracking-lines.csv:2 status', 'Active, New, Released, Suspended'],
      ['calls.csv:2 call_answered_by', 'Staff, IVR, Voicemail, No Answer'],
      ['calls.csv:3 opportunity', 'true or false'],
    ],
  ],
  [
    'bad addresses and numbers of contacts',
    {
      'contacts.csv': csv([
        { id: 'U1', name: 'x', email: 'nobody', phone: '' },
        { id: 'U2', name: 'x', email: 'a@b.example', phone: '303 555 0101' },
        { id: 'U3', name: 'x', email: 'jane,doe@office.example' },
        { id: 'U4', name: 'x', email: '(c)ann@office.example' },
        { id: 'U5', name: 'x', email: 'ann@office.example;' },
        { id: 'U6', name: 'x', email: 'x:y@office.example' },
        { id: 'U7', name: 'x', email: '<a@b.example>' },
        { id: 'U8', name: 'x', email: 'mailto:a@b.example' },
      ]),
      'sales-contacts.csv': csv([{ id: 'S1', name: 'x', email: 'Ann <ann@office.example>' }]),
    },
    [
      ['contacts.csv:2 email', 'not an email address'],
      ['contacts.csv:3 phone', 'E.164'],
      ['contacts.csv:4 email', 'not an email address'],
      ['contacts.csv:5 email', 'not an email address'],
      ['contacts.csv:6 email', 'not an email address'],
      ['contacts.csv:7 email', 'not an email address'],
      ['contacts.csv:8 email', 'not an email address'],
      ['contacts.csv:9 email', 'not an email address'],
      ['sales-contacts.csv:2 email', 'not an email address'],
    ],
  ],
  [
    'numbers out of range',
    {
      'accounts.csv': csv([
        { id: 'A3', name: 'x', latitude: '91', longitude: '' },
        { id: 'A4', name: 'x', latitude: '1', longitude: '1e3' },
      ]),
      'campaigns.csv': csv([{ id: 'C1', account_id: 'A1', quantity: '2147483648' }]),
    },
    [
      ['accounts.csv:2 latitude', '-90 to 90'],
      ['accounts.csv:3 longitude', '-180 to 180'],
      ['campaigns.csv:2 quantity', '2,147,483,647'],
    ],
  ],
  [
    'cells that are too long',
    {
      'calls.csv': csv([
        { ...call, caller_name: 'x'.repeat(501), highlights: '' },
        { ...call, caller_name: '', highlights: 'x'.repeat(10_001) },
        { ...call, id: 'x'.repeat(201), caller_name: '', highlights: '' },
      ]),
      'contacts.csv': csv([{ id: 'U1', name: 'x', email: 'a@b.example', account_ids: manyCells(5001) }]),
    },
    [
      ['contacts.csv:2 account_ids', '5,000'],
      ['calls.csv:2 caller_name', '500 characters'],
      ['calls.csv:3 highlights', '10,000 characters'],
      ['calls.csv:4 id', '200 characters'],
    ],
  ],
  [
    'NUL, bad UTF-8 and lone surrogates',
    {
      'staff.csv': Buffer.concat([
        Buffer.from('id,account_id,name\nS1,A1,a\0b\nS2,A1,caf'),
        Buffer.from([0xe9]),
        Buffer.from('\nS3,A1,fine\n'),
      ]),
      'calls.ndjson': `{"id":"K2","account_id":"A1","call_date_time":"2026-03-01T10:00:00Z","caller_name":"\\ud800"}\n`,
    },
    [
      ['staff.csv:2 name', 'NUL'],
      ['staff.csv:3 name', 'UTF-8'],
      ['calls.ndjson:1 caller_name', 'UTF-8'],
    ],
  ],
  [
    'ragged rows and stray quotes, and no row after them',
    {
      'staff.csv': 'id,account_id,name\nS1,A1\nS2,A1,x,y\nS3,A1,a"b\nS4,A1,"a"b\nS5,A1,"open\nS6,A1,fine\n',
    },
    [
      ['staff.csv:2 ', '2 cells where the header has 3'],
      ['staff.csv:3 ', '4 cells'],
      ['staff.csv:4 ', 'quote'],
      ['staff.csv:5 ', 'quote'],
      ['staff.csv:6 ', 'does not end'],
    ],
  ],
  [
    'lines that are no JSON objects',
    {
      'staff.ndjson':
        '{"id":"S1"\n[1]\n{"id":"S2","account_id":"A1","name":{"first":"x"}}\n{"account_id":"A1"}\n',
    },
    [
      ['staff.ndjson:1 ', 'JSON object'],
      ['staff.ndjson:2 ', 'JSON object'],
      ['staff.ndjson:3 name', 'must be text'],
      ['staff.ndjson:4 id', 'missing'],
    ],
  ],
  [
    'files without a usable header',
    {
      'staff.csv': 'name,account_id\nx,A1\n',
      'calls.csv': 'id,id\nK2,K3\n',
    },
    [
      ['staff.csv:1 ', 'no column id'],
      ['calls.csv:1 ', 'twice'],
    ],
  ],
  [
    'paths of recordings that lead out of the folder',
    {
      'calls.csv': csv(
        ['../x.wav', '/etc/passwd', 'a/../../x', 'C:\\x.wav', 'a\\b.wav'].map((audio, index) => ({
          ...call,
          id: `K${index + 2}`,
          audio,
        })),
      ),
    },
    [2, 3, 4, 5, 6].map((line): [string, string] => [
      `calls.csv:${line} audio`,
      'inside the folder, such as audio/call-1.wav',
    ]),
  ],
];

describe('a rejected row', () => {
  it.each(cases)('%s', async (_, content, rejected) => {
    const { pool } = db.database;
    const report = await folders.import(pool, content);
    expect(report.firstRejections.map(({ file, line, column }) => `${file}:${line} ${column}`)).toEqual(
      rejected.map(([place]) => place),
    );
    rejected.forEach(([, words], index) => expect(report.firstRejections[index]?.reason).toContain(words));
    for (const file of report.files) {
      expect(file.added + file.changed + file.unchanged + file.rejected + file.replaced).toBe(
        Math.max(file.rows, file.rejected),
      );
    }
  });

  it('is in the file that lists all, also when two files are imported at the same time', async () => {
    const rows = Array.from({ length: 30 }, (_, index) => `R${index},A1,K9,offer,O1,x\n`).join('');
    const header = 'id,account_id,call_id,kind,item_id,item_name\n';
    const report = await folders.import(
      db.database.pool,
      {
        'inquiries.csv': header + rows,
        'appointments.csv': 'id,account_id,call_id\n'.concat(rows.replaceAll(',offer,O1,x', '')),
      },
      { reportFolder: await folders.folder() },
    );
    expect(report.firstRejections.map(({ file, line }) => `${file}:${line}`)).toEqual(
      Array.from({ length: 20 }, (_, index) => `inquiries.csv:${index + 2}`),
    );
    expect((await readFile(report.reportFile as string, 'utf8')).trim().split('\n')).toHaveLength(61);
  });

  it('imports the good rows of the file', async () => {
    const { pool } = db.database;
    await folders.import(pool, {
      'staff.csv': 'id,account_id,name\nS1,A1,"a"b\nS2,A1,"two\nlines"\nS3,A9,x\nS4,A1,"unclosed\nS5,A1,last',
    });
    const { rows } = await pool.query('select id, name from staff order by id');
    expect(rows).toEqual([
      { id: 'S2', name: 'two\nlines' },
      { id: 'S5', name: 'last' },
    ]);
  });

  it('never repeats what a person wrote', async () => {
    const { pool } = db.database;
    const report = await folders.import(pool, {
      ...basicFeed,
      'contacts.csv': csv([
        { id: 'U1', name: 'x', email: 'secret person', phone: '' },
        { id: 'U2', name: 'x', email: 'a@b.example', phone: 'secret' },
      ]),
    });
    expect(report.rejected).toBe(2);
    expect(JSON.stringify(report)).not.toContain('secret');
  });
});
