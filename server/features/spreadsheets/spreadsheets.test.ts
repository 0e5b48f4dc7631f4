import * as contract from '@mailcall/contract/provider-spreadsheets.ts';
import type { FeedFileName } from '@mailcall/contract/rules/api-key-scopes.ts';
import { rejectedReasonHeader } from '@mailcall/contract/rules/spreadsheet-kinds.ts';
import { encodeQuery } from '@mailcall/contract/wire/query.ts';
import fc from 'fast-check';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestRoute } from '../../../tests/support/request-route.ts';
import {
  addAccounts,
  addPerson,
  addTeamMember,
  bearer,
  signInAs,
  testApp,
  testNow,
} from '../../../tests/support/test-app.ts';
import { ImportQueue } from '../ingest/index.ts';
import { cleanSpreadsheets, SpreadsheetJobs } from './index.ts';

const here = testApp({ REQUIRE_SECOND_FACTOR: 'primary' });
let ava = '';
let otto = '';
let queue: ImportQueue;
let jobs: SpreadsheetJobs;

const query = async (sql: string, ...values: unknown[]) =>
  (await here.database.pool.query<Record<string, unknown>>(sql, values)).rows;

beforeAll(async () => {
  await addAccounts(here.database, [{ id: 'north' }, { id: 'south' }, { id: 'foreign' }]);
  await query(`update accounts set time_zone = 'America/Denver'`);
  await addPerson(here.database, { id: 'olga', accounts: ['north'] });
  await addPerson(here.database, { id: 'both', accounts: ['north', 'foreign'] });
  await addPerson(here.database, { id: 'far', accounts: ['foreign'] });
  await addTeamMember(here.database, { id: 'ava', roles: ['account-manager'], accounts: ['north', 'south'] });
  await addTeamMember(here.database, { id: 'otto', roles: ['account-manager', 'operator'] });
  await addTeamMember(here.database, { id: 'dora', roles: ['designer'] });
  await query(
    `insert into campaigns (id, account_id, name, campaign_type) values ('far-1', 'foreign', 'Far', 'MVP Mail')`,
  );
  ava = await signInAs(here, 'ava@people.test');
  otto = await signInAs(here, 'otto@people.test');
  const { pool } = here.database;
  queue = new ImportQueue({ pool, files: here.files, clock: here.clock });
  jobs = new SpreadsheetJobs({ ...here, log: here.app.http.log as never, queue });
});
afterAll(() => queue.close());

const lines = (...rows: string[]) => rows.join('\n');

async function drop(file: string | Buffer, fileName = 'file.csv', token = ava) {
  const answer = await here.app.http.inject({
    method: 'POST',
    url: `/api/data/provider/spreadsheets?${encodeQuery({ fileName })}`,
    headers: { ...bearer(token), 'content-type': 'text/csv' },
    payload: file,
  });
  const { data, message } = answer.json<{
    data: contract.OpenSpreadsheet & { sheets: number };
    message?: string;
  }>();
  return { code: answer.statusCode, message, data };
}

const of = (id: string) => ({ params: { id } });
const open = async (id: string, token = ava) =>
  (await requestRoute<contract.OpenSpreadsheet>(here, token, contract.getSpreadsheet, of(id))).data;
const read = async (id: string, token = ava) => {
  await jobs.read(id, { isLast: false });
  return open(id, token);
};

async function check(file: string, kind?: FeedFileName, { token = ava, name = 'file.csv' } = {}) {
  const { data } = await drop(file, name, token);
  const { id } = data.spreadsheet;
  const chosen = kind ?? data.proposedKind;
  const answer = await requestRoute(here, token, contract.checkSpreadsheet, {
    ...of(id),
    body: { kind: chosen, columns: data.kinds.find((one) => one.kind === chosen)?.proposed },
  });
  expect(answer).toMatchObject({ code: 200 });
  return { id, checked: await read(id, token) };
}

async function bring(id: string, token = ava) {
  expect(await requestRoute(here, token, contract.importSpreadsheet, { ...of(id), body: {} })).toMatchObject({
    code: 200,
  });
  return read(id, token);
}

const rejections = async (id: string, token = ava) =>
  (
    await here.app.http.inject({
      url: `/api/data/provider/spreadsheets/${id}/rejected.csv`,
      headers: bearer(token),
    })
  ).body;

const mailings = lines(
  'Order ID,Office ID,Mailing Name,Product,Qty,Order Date,Shipped',
  'M-1,north,Spring,MVP Mail,2500,3/2/2026,2026-03-09',
  'M-2,south,Summer,MVP Mail,4000,"Mar 3, 2026",46093',
  'M-3,foreign,Stolen,MVP Mail,10,3/4/2026,',
  'far-1,north,Moved here,MVP Mail,10,3/4/2026,',
  'M-4,north,Bad day,MVP Mail,10,31/3/2026,',
);

describe('a dropped spreadsheet', () => {
  test('is recognized, checked without writing, and imported as rows of the feed', async () => {
    const { id, checked } = await check(mailings);
    expect(checked.spreadsheet).toMatchObject({
      kind: 'campaigns',
      state: 'checked',
      counts: { added: 2, changed: 0, unchanged: 0, rejected: 3 },
    });
    expect(checked.report?.added.map(({ line, cells }) => [line, cells[2]])).toEqual([
      [2, 'Spring'],
      [3, 'Summer'],
    ]);
    expect(checked.report?.rejected.map(({ line, reason }) => [line, reason])).toEqual([
      [4, 'account_id names an office that is not yours.'],
      [5, 'The row is of an office that is not yours.'],
      [6, 'order_date is not a date; write it like 2026-03-31.'],
    ]);
    expect(checked.report?.dates).toContainEqual({
      column: 'shipment_date',
      forms: [
        { form: '2026-03-31', cells: 1, example: '2026-03-09', readAs: '2026-03-09', isLocal: false },
        { form: '46112', cells: 1, example: '46093', readAs: '2026-03-12', isLocal: false },
      ],
    });
    expect(await query(`select 1 from campaigns where id like 'M-%'`)).toEqual([]);

    const imported = await bring(id);
    expect(imported.spreadsheet).toMatchObject({ state: 'imported', counts: checked.spreadsheet.counts });
    expect(
      await query(
        `select id, account_id, order_date::text, shipment_date::text from campaigns where id like 'M-%' order by id`,
      ),
    ).toEqual([
      { id: 'M-1', account_id: 'north', order_date: '2026-03-02', shipment_date: '2026-03-09' },
      { id: 'M-2', account_id: 'south', order_date: '2026-03-03', shipment_date: '2026-03-12' },
    ]);
    expect(await query(`select name from campaigns where id = 'far-1'`)).toEqual([{ name: 'Far' }]);
    expect(
      await query(
        `select account_id, contact_id, team_role from access_log where action = 'import' and subject_id = $1 order by 1`,
        id,
      ),
    ).toEqual([
      { account_id: 'north', contact_id: 'ava', team_role: 'account-manager' },
      { account_id: 'south', contact_id: 'ava', team_role: 'account-manager' },
    ]);
  });

  test('changes nothing the second time', async () => {
    const { id } = await check(mailings);
    const again = await bring(id);
    expect(again.spreadsheet.counts).toMatchObject({ added: 0, changed: 0, unchanged: 2, rejected: 3 });
    expect(await query(`select 1 from access_log where subject_id = $1`, id)).toEqual([]);
  });

  test('gives its rejected rows back with the reason, which are corrected and dropped again', async () => {
    const { id } = await check(
      lines(
        'id;account_id;name;campaign_type;order_date;note',
        'R-1;north;=1+1;MVP Mail;someday;"two; words"',
        'R-2;north;-5% Spring;MVP Mail;3/5/2026;',
        'R-3;north;-6% Fall;MVP Mail;never;',
      ),
    );
    await bring(id);
    const csv = await rejections(id);
    expect(csv.split('\r\n')).toEqual([
      `\uFEFFid,account_id,name,campaign_type,order_date,note,${rejectedReasonHeader}`,
      `R-1,north,'=1+1,MVP Mail,someday,two; words,order_date is not a date; write it like 2026-03-31.`,
      `R-3,north,'-6% Fall,MVP Mail,never,,order_date is not a date; write it like 2026-03-31.`,
      '',
    ]);
    const corrected = csv.replace('someday', '3/6/2026').replace('never', '3/7/2026');
    const { id: next, checked } = await check(corrected);
    expect(checked.spreadsheet.counts).toMatchObject({ added: 2, rejected: 0 });
    await bring(next);
    expect(await query(`select name from campaigns where id in ('R-1', 'R-3') order by id`)).toEqual([
      { name: '=1+1' },
      { name: '-6% Fall' },
    ]);
  });

  test('shows doubled rows side by side, and the last good one counts', async () => {
    const { id, checked } = await check(
      lines(
        'id,account_id,name,campaign_type,quantity',
        'D-1,north,First,MVP Mail,1',
        'D-2,north,Alone,MVP Mail,1',
        'D-1,north,Second,MVP Mail,2',
        'D-1,north,Third,MVP Mail,many',
      ),
    );
    expect(checked.report).toMatchObject({ doubledCount: 1 });
    expect(checked.report?.doubled[0]?.map(({ line }) => line)).toEqual([2, 4, 5]);
    expect(checked.spreadsheet.counts).toMatchObject({ added: 2, rejected: 1, replaced: 1 });
    await bring(id);
    expect(await query(`select name from campaigns where id = 'D-1'`)).toEqual([{ name: 'Second' }]);
  });

  test('imports the good rows of a file that is half broken, and says what is wrong with the others', async () => {
    const { checked } = await check(
      lines(
        'Report of mailings',
        'id\taccount_id\tname\tcampaign_type',
        'H-1\tnorth\tGood\tMVP Mail',
        'H-2\tnorth',
        'H-3\tnorth\tToo long\tMVP Mail\tmore\tcells',
        '\tnorth\tNo id\tMVP Mail',
        'H-4\tnorth\t\uFFFD\tMVP Mail',
        `H-5\tnorth\t${'n'.repeat(600)}\tMVP Mail`,
        'H-6\tnorth\t"open quote\tMVP Mail',
      ),
      'campaigns',
    );
    expect(checked.spreadsheet.counts).toMatchObject({ added: 1, rejected: 6 });
    expect(checked.report?.rejected.map(({ reason }) => reason)).toMatchInlineSnapshot(`
      [
        "The row has 2 cells where the header has 4.",
        "The row has 6 cells where the header has 4.",
        "id must not be empty.",
        "name holds bytes or characters that are not valid UTF-8.",
        "name is longer than 500 characters.",
        "The row has a quoted cell that does not end.",
      ]
    `);
  });

  test('reads times by the clock of the office, for operators', async () => {
    const { checked, id } = await check(
      lines(
        'Call ID,Office,Call Date,Caller',
        'T-1,north,3/10/2026 2:05 PM,+13035550111',
        'T-2,north,2026-03-10T14:05:00-05:00,+13035550112',
        'T-3,nowhere,3/10/2026 2:05 PM,+13035550113',
      ),
      undefined,
      { token: otto },
    );
    expect(checked.spreadsheet).toMatchObject({ kind: 'calls', counts: { added: 2, rejected: 1 } });
    await bring(id, otto);
    expect(await query(`select call_date_time from calls where id like 'T-%' order by id`)).toEqual([
      { call_date_time: new Date('2026-03-10T20:05:00Z') },
      { call_date_time: new Date('2026-03-10T19:05:00Z') },
    ]);
  });
});

describe('rows of others', () => {
  test('people of other offices and of the provider are rejected, also when a row would move them', async () => {
    const { checked, id } = await check(
      lines(
        'id,name,email,account_ids',
        'new-1,New,new-1@people.test,north',
        'olga,Olga,olga@people.test,north;south',
        'both,Both,both@people.test,north',
        'far,Far,far@people.test,north',
        'ava,Ava,ava@people.test,north',
        'otto,Otto,otto@people.test,',
        'new-2,New,new-2@people.test,north;foreign',
        'new-3,New,new-3@people.test,',
        'new-4,New,OTTO@people.test,north',
      ),
    );
    expect(checked.spreadsheet.kind).toBe('contacts');
    expect(checked.report?.rejected.map(({ cells, reason }) => [cells[0], reason])).toMatchInlineSnapshot(`
      [
        [
          "both",
          "The row is of a person who also has offices that are not yours.",
        ],
        [
          "far",
          "The row is of a person who also has offices that are not yours.",
        ],
        [
          "ava",
          "The row is of a person of the provider, whom nobody changes here.",
        ],
        [
          "otto",
          "The row is of a person of the provider, whom nobody changes here.",
        ],
        [
          "new-2",
          "account_ids names an office that is not yours.",
        ],
        [
          "new-3",
          "account_ids must name at least one of your offices.",
        ],
        [
          "new-4",
          "email is already the email of contact otto.",
        ],
      ]
    `);
    await bring(id);
    expect(
      await query(
        `select contact_id, array_agg(account_id order by account_id) as accounts from contact_accounts
         where contact_id in ('new-1', 'olga', 'both', 'far', 'ava') group by 1 order by 1`,
      ),
    ).toEqual([
      { contact_id: 'both', accounts: ['foreign', 'north'] },
      { contact_id: 'far', accounts: ['foreign'] },
      { contact_id: 'new-1', accounts: ['north'] },
      { contact_id: 'olga', accounts: ['north', 'south'] },
    ]);
  });

  test('also for whoever works for all offices, people of the provider are rejected', async () => {
    const { checked } = await check(
      lines(
        'id,name,email,account_ids',
        'ava,Other,ava@people.test,north',
        'far,Far Away,far@people.test,foreign',
      ),
      'contacts',
      { token: otto },
    );
    expect(checked.spreadsheet.counts).toMatchObject({ changed: 1, rejected: 1 });
  });

  test('offices of others are neither changed nor put below or taken from other ones', async () => {
    await addAccounts(here.database, [
      { id: 'north-2', parent: 'north' },
      { id: 'foreign-2', parent: 'foreign' },
    ]);
    const { checked } = await check(
      lines(
        'Office ID,Office Name,Parent Office',
        'north,North,',
        'foreign,Taken,north',
        'foreign-2,Taken,north',
        'south,South,foreign',
        'new-office,New,north',
        'new-other,New,',
        'new-far,New,foreign',
      ),
      'accounts',
    );
    expect(checked.report?.rejected.map(({ cells, reason }) => [cells[0], reason])).toMatchInlineSnapshot(`
      [
        [
          "foreign",
          "The row is of an office that is not yours.",
        ],
        [
          "foreign-2",
          "The row is of an office that is not yours.",
        ],
        [
          "south",
          "parent_id names an office that is not yours.",
        ],
        [
          "new-other",
          "parent_id must name one of your offices, above the new one.",
        ],
        [
          "new-far",
          "parent_id names an office that is not yours.",
        ],
      ]
    `);
    expect(checked.spreadsheet.counts).toMatchObject({ added: 1, changed: 1, rejected: 5 });
  });

  test('are not removed, and no id of theirs is taken', async () => {
    const { checked } = await check(
      lines('id,account_id,deleted', 'far-1,,true', 'far-1,foreign,true', 'far-1,north,true'),
      'campaigns',
    );
    expect(checked.spreadsheet.counts).toMatchObject({ changed: 0, added: 0, rejected: 3 });
  });

  test('what a person may no longer do when the job begins is not done', async () => {
    await addTeamMember(here.database, { id: 'gone', roles: ['account-manager'], accounts: ['north'] });
    const token = await signInAs(here, 'gone@people.test');
    const { id } = await check(
      lines('id,account_id,name,campaign_type', 'G-1,north,Late,MVP Mail'),
      'campaigns',
      {
        token,
      },
    );
    await requestRoute(here, token, contract.importSpreadsheet, { ...of(id), body: {} });
    await query(`delete from team_member_accounts where contact_id = 'gone'`);
    await jobs.read(id, { isLast: false });
    expect(
      await query(`select state, counts->'rejected' as rejected from spreadsheets where id = $1`, id),
    ).toEqual([{ state: 'imported', rejected: 1 }]);
    await query(`delete from team_members where contact_id = 'gone'`);
    await query(`update spreadsheets set state = 'importing' where id = $1`, id);
    await jobs.read(id, { isLast: false });
    expect(await query(`select state, failure from spreadsheets where id = $1`, id)).toEqual([
      { state: 'failed', failure: 'You may no longer import these rows.' },
    ]);
    expect(await query(`select 1 from campaigns where id = 'G-1'`)).toEqual([]);
  });
});

describe('a person', () => {
  test('sees only their own spreadsheets', async () => {
    const { data } = await drop(mailings);
    const { id } = data.spreadsheet;
    for (const route of [
      contract.getSpreadsheet,
      contract.downloadRejectedRows,
      contract.removeSpreadsheet,
      contract.importSpreadsheet,
    ])
      expect(
        await requestRoute(here, otto, route, { ...of(id), ...(route.method === 'POST' && { body: {} }) }),
      ).toMatchObject({ code: 404 });
    const { data: list } = await requestRoute<{ records: contract.Spreadsheet[] }>(
      here,
      otto,
      contract.listSpreadsheets,
    );
    expect(list.records.map((one) => one.id)).not.toContain(id);
  });

  test('imports only what their role may change', async () => {
    const { data } = await drop(lines('call id,account id,call date', 'K-1,north,3/3/2026 9:00'));
    expect(data.kinds.map(({ kind }) => kind)).not.toContain('calls');
    const answer = await requestRoute(here, ava, contract.checkSpreadsheet, {
      ...of(data.spreadsheet.id),
      body: { kind: 'calls', columns: ['id', 'account_id', 'call_date_time'] },
    });
    expect(answer).toMatchObject({
      code: 422,
      message: 'Your role does not import such rows. An operator can.',
    });
  });

  test.each<[string, object, string]>([
    ['a missing key', { kind: 'campaigns', columns: [null, 'account_id', 'name'] }, 'Choose the column id.'],
    [
      'a column twice',
      { kind: 'campaigns', columns: ['id', 'name', 'name'] },
      'Use name for one column only.',
    ],
    [
      'an unknown column',
      { kind: 'campaigns', columns: ['id', 'mood', null] },
      'Mailings have no column mood.',
    ],
    ['too few columns', { kind: 'campaigns', columns: ['id'] }, 'Choose what each column is'],
  ])('gets a sentence for %s', async (_, body, message) => {
    const { data } = await drop(lines('id,account_id,name', 'N-1,north,Name'));
    const answer = await requestRoute(here, ava, contract.checkSpreadsheet, {
      ...of(data.spreadsheet.id),
      body,
    });
    expect(answer).toMatchObject({ code: 422, message: expect.stringContaining(message) });
  });

  test.each<[string, string | Buffer, number, string]>([
    ['a broken workbook', Buffer.from('504b0304aabb', 'hex'), 422, 'Save the sheet as CSV UTF-8'],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 422, 'Save it as Excel workbook (.xlsx)'],
    ['an empty file', '', 422, 'This file is empty.'],
    ['too many columns', `${'a,'.repeat(300)}b\n${'1,'.repeat(300)}2\n`, 422, 'more than 200 columns'],
    ['no rows', 'id,name\n', 422, 'no rows below its header'],
    ['too many rows', `id,account_id,name\n${'1,north,x\n'.repeat(100_001)}`, 422, '100,001 rows'],
  ])('is told why %s cannot be read', async (_, file, code, message) => {
    const before = await query('select count(*)::int as count from spreadsheets');
    expect(await drop(file)).toMatchObject({ code, message: expect.stringContaining(message) });
    expect(await query('select count(*)::int as count from spreadsheets')).toEqual(before);
  });

  test('may be a workbook, each sheet with rows of which is a spreadsheet', async () => {
    const workbook = await writeXlsx({
      sheets: [
        { name: 'About us', rows: [['We mail since 1990.']] },
        {
          name: 'Mailings',
          rows: [
            ['Order ID', 'Office ID', 'Mailing Name', 'Product', 'Qty', 'Order Date'],
            ['W-1', 'north', 'From a workbook', 'MVP Mail', 2500, new Date('2026-03-02T00:00:00Z')],
            ['W-2', 'north', 'Without a day', 'MVP Mail'],
            ['W-3', 'foreign', 'Elsewhere', 'MVP Mail'],
          ],
        },
        {
          name: 'Offices',
          rows: [
            ['id', 'name', 'address'],
            ['south', 'South', '12 Main St, Boston, MA 02134'],
          ],
        },
      ],
    });
    const { code, data } = await drop(Buffer.from(workbook), 'book.xlsx');
    expect([code, data.sheets, data.spreadsheet.fileName]).toEqual([200, 2, 'book.xlsx · Mailings']);
    const { id } = data.spreadsheet;
    await requestRoute(here, ava, contract.checkSpreadsheet, {
      ...of(id),
      body: {
        kind: data.proposedKind,
        columns: data.kinds.find(({ kind }) => kind === 'campaigns')?.proposed,
      },
    });
    await read(id);
    expect((await bring(id)).spreadsheet.counts).toMatchObject({ added: 2, rejected: 1 });
    // the person sees them in the inbox, and operators need not
    expect(await query('select * from import_rejections')).toEqual([]);
    expect(await query(`select quantity, order_date::text as day from campaigns where id = 'W-1'`)).toEqual([
      { quantity: 2500, day: '2026-03-02' },
    ]);
    const { records } = (
      await requestRoute<{ records: contract.Spreadsheet[] }>(here, ava, contract.listSpreadsheets)
    ).data;
    const offices = records.find(({ fileName }) => fileName === 'book.xlsx · Offices');
    expect((await open(offices?.id ?? '')).proposedKind).toBe('accounts');
  });

  test('finds headers as they were chosen last', async () => {
    const file = lines('Key,Where,Title,Sort', 'C-1,north,Named,MVP Mail');
    const { data } = await drop(file);
    const columns = ['id', 'account_id', 'name', 'campaign_type'];
    await requestRoute(here, ava, contract.checkSpreadsheet, {
      ...of(data.spreadsheet.id),
      body: { kind: 'campaigns', columns },
    });
    const { data: again } = await drop(file, 'other.csv', otto);
    expect(again.proposedKind).toBe('campaigns');
    expect(again.kinds.find(({ kind }) => kind === 'campaigns')?.proposed).toEqual(columns);
    await jobs.read(data.spreadsheet.id, { isLast: false });
  });

  test('neither imports before the check, nor twice, and removes what is not needed', async () => {
    const { data } = await drop(lines('id,account_id,name,campaign_type', 'O-1,north,Once,MVP Mail'));
    const { id } = data.spreadsheet;
    const importing = () => requestRoute(here, ava, contract.importSpreadsheet, { ...of(id), body: {} });
    expect(await importing()).toMatchObject({ code: 422, message: 'Check the spreadsheet first.' });
    const body = { kind: 'campaigns', columns: ['id', 'account_id', 'name', 'campaign_type'] };
    await requestRoute(here, ava, contract.checkSpreadsheet, { ...of(id), body });
    expect(await importing()).toMatchObject({ code: 422 });
    expect(await requestRoute(here, ava, contract.removeSpreadsheet, of(id))).toMatchObject({ code: 422 });
    await jobs.read(id, { isLast: false });
    await bring(id);
    expect(await importing()).toMatchObject({ code: 422 });
    const keys = async () => {
      const found = [];
      for await (const key of here.files.keys()) if (key.includes(id)) found.push(key);
      return found.sort();
    };
    expect(await keys()).toHaveLength(3);
    expect(await requestRoute(here, ava, contract.removeSpreadsheet, of(id))).toMatchObject({ code: 200 });
    expect(await keys()).toEqual([]);
    expect(await query(`select name from campaigns where id = 'O-1'`)).toEqual([{ name: 'Once' }]);
  });

  test('a file is kept for a week', async () => {
    const { data } = await drop(mailings);
    const { id } = data.spreadsheet;
    here.clock.set(new Date(Date.parse(testNow) + 6.9 * 86_400_000).toISOString());
    await cleanSpreadsheets(here);
    expect(await query('select 1 as found from spreadsheets where id = $1', id)).toHaveLength(1);
    here.clock.set(new Date(Date.parse(testNow) + 7.1 * 86_400_000).toISOString());
    await cleanSpreadsheets(here);
    expect(await query('select 1 as found from spreadsheets where id = $1', id)).toEqual([]);
    for await (const key of here.files.keys()) expect(key).not.toContain(id);
    here.clock.set(testNow);
  });
});

const words = fc.constantFrom('', 'Spring', 'Fall', 'n'.repeat(501), '\uFFFD');
const rowOfKind = {
  campaigns: fc.record({
    id: fc.constantFrom('P-1', 'P-2', 'P-3', 'P-4', 'far-1', ''),
    account_id: fc.constantFrom('north', 'south', 'foreign', 'nowhere', ''),
    name: words,
    campaign_type: fc.constantFrom('MVP Mail', 'Custom', ''),
    quantity: fc.constantFrom('', '10', '20', 'many'),
    order_date: fc.constantFrom('', '3/2/2026', '2026-03-02', '46083', '31/3/2026'),
    deleted: fc.constantFrom('', '', 'true', 'No'),
  }),
  contacts: fc.record({
    id: fc.constantFrom('q-1', 'q-2', 'olga', 'both', 'far', 'ava', 'otto'),
    name: words,
    email: fc.constantFrom('q-1@people.test', 'q-2@people.test', 'olga@people.test', 'nobody', ''),
    account_ids: fc.constantFrom('north', 'north;south', 'foreign', 'south;foreign', ''),
    deleted: fc.constantFrom('', '', 'true'),
  }),
  accounts: fc.record({
    id: fc.constantFrom('north', 'south', 'foreign', 'new-1', 'new-2'),
    name: words,
    parent_id: fc.constantFrom('', 'north', 'south', 'foreign', 'new-1'),
  }),
};

test.each(Object.entries(rowOfKind))(
  'any spreadsheet of %s: the import does what the check said',
  async (kind, row) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(row as fc.Arbitrary<Record<string, string>>, { minLength: 1, maxLength: 12 }),
        fc.boolean(),
        async (rows, byOperator) => {
          const token = byOperator ? otto : ava;
          const header = Object.keys(rows[0] as object);
          const file = lines(header.join(','), ...rows.map((one) => Object.values(one).join(',')));
          const { id, checked } = await check(file, kind as FeedFileName, { token });
          const before = await query(
            `select id, name, feed, account_id from campaigns where account_id = 'foreign'`,
          );
          const imported = await bring(id, token);
          expect(imported.spreadsheet.counts).toEqual(checked.spreadsheet.counts);
          expect(imported.report).toEqual(checked.report);
          const {
            added = 0,
            changed = 0,
            unchanged = 0,
            rejected = 0,
            replaced = 0,
            asked = 0,
          } = checked.spreadsheet.counts ?? {};
          expect(added + changed + unchanged + rejected + replaced + asked).toBe(rows.length);
          if (!byOperator)
            expect(
              await query(`select id, name, feed, account_id from campaigns where account_id = 'foreign'`),
            ).toEqual(before);
          await requestRoute(here, token, contract.removeSpreadsheet, of(id));
        },
      ),
      { numRuns: Number(process.env['FEED_RUNS'] ?? 3) },
    );
  },
);
