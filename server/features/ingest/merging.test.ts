import { readFile } from 'node:fs/promises';
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
  it('keep columns that are not in the header, and clear with an empty cell', async () => {
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

  it('are taken whatever the duration of a call is, and keep what they had where it cannot be read', async () => {
    const call = { id: 'K1', account_id: 'A1', call_date_time: '2026-03-01T10:00:00Z' };
    const durations = (...rows: [duration: string, hold: string][]) =>
      csv(
        rows.map(([duration_seconds, hold_seconds], at) => ({
          ...call,
          id: `K${at + 1}`,
          duration_seconds,
          hold_seconds,
        })),
      );
    const stored = async () =>
      (
        await db.database.pool.query({
          text: 'select duration_seconds, hold_seconds from calls order by id',
          rowMode: 'array',
        })
      ).rows;
    const first = await feed({
      ...basicFeed,
      'calls.csv': durations(['60.5', '0:25'], ['3:04', 'PT1M'], ['1,284', '60s'], ['86401', '-1']),
    });
    expect([first.rejected, first.files.find(({ file }) => file === 'calls.csv')?.emptied]).toEqual([0, 2]);
    expect(await stored()).toEqual([
      [61, 25],
      [184, 60],
      [1284, 60],
      [0, null],
    ]);
    const second = await feed({
      'calls.ndjson': [
        { id: 'K1', duration_seconds: 60.5, hold_seconds: '25 sec' },
        { id: 'K2', duration_seconds: 'long', hold_seconds: true },
        { id: 'K3', duration_seconds: null, hold_seconds: '' },
        { id: 'K4', duration_seconds: { seconds: 60 }, hold_seconds: ['1;2'] },
        { id: 'K4', duration_seconds: '1'.repeat(100_001) },
      ]
        .map((row) => `${JSON.stringify(row)}\n`)
        .join(''),
    });
    expect(second).toMatchObject({
      rejected: 0,
      files: [{ changed: 1, unchanged: 3, replaced: 1, emptied: 5 }],
    });
    expect(second.firstEmptied[0]).toMatchObject({ line: 2, column: 'duration_seconds' });
    expect(await stored()).toEqual([
      [61, 25],
      [184, 60],
      [0, null],
      [0, null],
    ]);
  });

  it('are taken whatever an amount of a campaign is, and keep what they had where it cannot be read', async () => {
    const campaigns = (...amounts: [cost: string, production: string][]) =>
      csv(
        amounts.map(([cost, matched_total_production], at) => ({
          id: `C${at + 1}`,
          account_id: 'A1',
          name: 'Spring',
          campaign_type: 'MVP Mail',
          cost,
          matched_total_production,
        })),
      );
    const stored = async () =>
      (
        await db.database.pool.query({
          text: 'select cost, matched_total_production from campaigns order by id',
          rowMode: 'array',
        })
      ).rows;
    const first = await feed({
      ...basicFeed,
      'campaigns.csv': campaigns(['3250', '18450.5'], ['$1,234.56', '$(90.00)'], ['0', '- '], ['', 'US$ 5']),
    });
    expect(first).toMatchObject({ rejected: 0, firstEmptied: [] });
    expect(await stored()).toEqual([
      [3250, 18450.5],
      [1234.56, -90],
      [0, 0],
      [null, 5],
    ]);
    const second = await feed({
      'campaigns.csv': campaigns(['-0.01', 'much'], ['$1,000,000,000', '$1,000,000,000'], ['', '']),
    });
    expect(second).toMatchObject({ rejected: 0, files: [{ changed: 1, unchanged: 2, emptied: 4 }] });
    expect(second.firstEmptied.map(({ line, column, reason }) => `${line} ${column} ${reason}`)).toEqual([
      '2 cost must be an amount in dollars from 0 to 999,999,999.99, such as 3250.00 or $3,250.00',
      '2 matched_total_production must be an amount in dollars, such as 1250.00 or $1,250.00',
      '3 cost must be an amount in dollars from 0 to 999,999,999.99, such as 3250.00 or $3,250.00',
      '3 matched_total_production must be an amount in dollars, such as 1250.00 or $1,250.00',
    ]);
    const third = await feed({
      'campaigns.ndjson': [
        { id: 'C1', cost: 3250.5 },
        { id: 'C2', cost: { dollars: 5 }, matched_total_production: '1'.repeat(100_001) },
      ]
        .map((row) => `${JSON.stringify(row)}\n`)
        .join(''),
    });
    expect(third).toMatchObject({ rejected: 0, files: [{ changed: 1, unchanged: 1, emptied: 2 }] });
    expect(await stored()).toEqual([
      [3250.5, 18450.5],
      [1234.56, -90],
      [null, null],
      [null, 5],
    ]);
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
      { ...call('K5', 'A2', 'Dan', 5), call_date_time: 'soon' },
      { ...call('K4', 'A2', 'Sid', 4), call_date_time: 'soon' },
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
      expect.stringMatching(/^2 accounts have no time_zone: /),
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
  /** Returns the number of vacuums of calls. */
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

describe('references', () => {
  it('to rows that were not imported yet are kept, counted and reported', async () => {
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
        'contacts.csv': csv([{ id: 'U1', name: 'x', email: 'a@b.example', account_ids: 'A1;A9' }]),
      },
      { reportFolder, batchRows: 1 },
    );
    expect(report.rejected).toBe(0);
    expect(report.files).toMatchObject([
      { file: 'contacts.csv', pending: 1 },
      { file: 'calls.csv', pending: 6 },
    ]);
    expect((await readFile(report.reportFile as string, 'utf8')).split('\n')).toContain(
      'pending,calls.csv,2,handler_id,"names S9, which has not come yet (in 2 rows)"',
    );
  });

  it('to rows of another account are kept, counted and reported', async () => {
    await feedBasics(db.database.pool);
    const reportFolder = await folders.folder();
    const report = await folders.import(
      db.database.pool,
      {
        'calls.csv': csv([
          { id: 'K2', account_id: 'A2', call_date_time: '2026-03-01T00:00:00Z', tracking_line_id: 'L1' },
        ]),
      },
      { reportFolder },
    );
    expect(report.files).toMatchObject([{ added: 1, pending: 1 }]);
    expect((await readFile(report.reportFile as string, 'utf8')).split('\n')).toContain(
      'pending,calls.csv,2,tracking_line_id,"names L1, which belongs to another account (in 1 row)"',
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
