import {
  lineSorts,
  lineStatusFilters,
  listTrackingLines,
  type TrackingLine,
} from '@mailcall/contract/tracking-lines.ts';
import type { PageMeta } from '@mailcall/contract/wire/page.ts';
import fc from 'fast-check';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { requestRoute } from '../../../tests/support/request-route.ts';
import { addPerson, bearer, signInAs, testApp } from '../../../tests/support/test-app.ts';
import { csv, FeedFolders, importedOnce } from '../ingest/feed-for-tests.ts';
import { importFolder } from '../ingest/index.ts';

const here = testApp();
const folders = new FeedFolders();
afterAll(() => folders.remove());
let token = '';

const importFiles = async (files: Record<string, string>) => {
  const report = await importFolder(here.database, await folders.folder(files), { files: here.files });
  expect(report.firstRejections).toEqual([]);
};

const line = (id: string, account_id: string, given: Record<string, string> = {}) => ({
  id,
  account_id,
  campaign_id: '',
  number: `+1415555${id.replace(/\D/g, '').padStart(4, '0')}`,
  destination_number: '',
  status: 'Active',
  friendly_name: '',
  type: '',
  ...given,
});

const lines = [
  line('l1', 'group', { campaign_id: 'spring', destination_number: '+14155559000', type: 'Local' }),
  line('l2', 'group', { campaign_id: 'search', friendly_name: 'alpha' }),
  line('l3', 'office', { campaign_id: 'summer', status: 'New', destination_number: '+14155558000' }),
  line('l4', 'office', { status: 'Released' }),
  line('l5', 'office', { status: 'Suspended', friendly_name: 'Zebra' }),
  line('l6', 'foreign'),
];

const restore = importedOnce(() =>
  importFiles({
    'accounts.csv': csv([
      { id: 'group', name: 'Group', parent_id: '' },
      { id: 'office', name: 'Office', parent_id: 'group' },
      { id: 'foreign', name: 'Foreign', parent_id: '' },
    ]),
    'campaigns.csv': csv([
      { id: 'spring', account_id: 'group', name: 'Spring', campaign_type: 'MVP Mail' },
      { id: 'search', account_id: 'group', name: 'Search', campaign_type: 'Google Ads' },
      { id: 'summer', account_id: 'office', name: 'summer', campaign_type: 'Custom' },
    ]),
    'tracking-lines.csv': csv(lines),
    'calls.csv': csv([
      { id: 'c1', account_id: 'group', tracking_line_id: 'l1', call_date_time: '2019-03-01T10:00:00Z' },
      { id: 'c2', account_id: 'group', tracking_line_id: 'l1', call_date_time: '2026-03-01T10:00:00Z' },
      { id: 'c3', account_id: 'office', tracking_line_id: 'l4', call_date_time: '2026-03-01T10:00:00Z' },
      { id: 'c4', account_id: 'office', tracking_line_id: '', call_date_time: '2026-03-01T10:00:00Z' },
    ]),
  }),
);
beforeEach(async () => {
  await restore(here.database.pool);
  await here.database.pool.query('delete from access_log');
  await addPerson(here.database, { id: 'olga', accounts: ['group'] });
  token ||= await signInAs(here, 'olga@people.test');
});

const send = async (query: object) =>
  requestRoute<{ records: TrackingLine[]; meta?: PageMeta }>(here, token, listTrackingLines, { query });
const idsOf = async (query: object) =>
  (await send({ accountIds: ['*'], ...query })).data.records.map(({ id }) => id);
const rename = async (id: unknown, friendlyName: unknown) => {
  const answer = await here.app.http.inject({
    method: 'PUT',
    url: '/api/data/tracking-lines',
    headers: bearer(token),
    payload: { id, friendlyName } as object,
  });
  return { code: answer.statusCode, ...answer.json<{ message?: string; data: { record: TrackingLine } }>() };
};
const nameOf = async (id: string) =>
  (await send({ accountIds: ['*'] })).data.records.find((found) => found.id === id)?.friendlyName;

test('shows a line with its office, its campaign and all of its calls', async () => {
  const { records } = (await send({ accountIds: ['*'] })).data;
  expect(records.find(({ id }) => id === 'l1')).toEqual({
    id: 'l1',
    accountId: 'group',
    accountName: 'Group',
    campaignName: 'Spring',
    campaignId: 'spring',
    number: '+14155550001',
    status: 'Active',
    type: 'Local',
    destinationNumber: '+14155559000',
    callsCount: 2,
    friendlyName: 'Spring',
    campaignType: 'MVP Mail',
    campaignGroup: 'mvp-mail',
  } satisfies TrackingLine);
  expect(records.find(({ id }) => id === 'l4')).toMatchObject({
    campaignName: null,
    campaignType: null,
    type: '--',
    destinationNumber: null,
    callsCount: 1,
    friendlyName: '+14155550004',
  });
});

test.each<[sort: object, ids: string[]]>([
  // the displayed names: Zebra, summer, Spring, alpha, +14155550004
  [{}, ['l5', 'l3', 'l1', 'l2', 'l4']],
  [{ sort: 'campaignName', dir: 'asc' }, ['l4', 'l2', 'l1', 'l3', 'l5']],
  [{ sort: 'number', dir: 'asc' }, ['l1', 'l2', 'l3', 'l4', 'l5']],
  [{ sort: 'number' }, ['l5', 'l4', 'l3', 'l2', 'l1']],
  [{ sort: 'destinationNumber', dir: 'asc' }, ['l3', 'l1', 'l4', 'l2', 'l5']],
  [{ sort: 'destinationNumber' }, ['l1', 'l3', 'l4', 'l2', 'l5']],
  // Active - Receiving Calls, Cancelled, Provisioned, Suspended
  [{ sort: 'status', dir: 'asc' }, ['l2', 'l1', 'l4', 'l3', 'l5']],
  [{ sort: 'status' }, ['l5', 'l3', 'l4', 'l2', 'l1']],
  // -, then Postcard / Direct Mail
  [{ sort: 'type', dir: 'asc' }, ['l4', 'l2', 'l5', 'l1', 'l3']],
])('sorts by the displayed %j', async (sort, ids) => {
  expect(await idsOf(sort)).toEqual(ids);
});

test('treats a line as active while it receives calls', async () => {
  expect(await idsOf({ filters: { computedStatus: 'Active' } })).toEqual(['l1', 'l2']);
  expect(await idsOf({ filters: { computedStatus: 'Not active' } })).toEqual(['l5', 'l3', 'l4']);
});

test.each<[query: string, ids: string[]]>([
  ['', ['l5', 'l3', 'l1', 'l2', 'l4']],
  ['- -', ['l5', 'l3', 'l1', 'l2', 'l4']],
  ['SPRING', ['l1']],
  // the campaign of a line that has a name of its own
  ['search', ['l2']],
  ['(415) 555-0004', ['l4']],
  ['555 summer', ['l3']],
  ['summer 0001', []],
])('finds for “%s” the lines whose name, campaign or number has all words', async (query, ids) => {
  expect(await idsOf({ query })).toEqual(ids);
});

test('the pages are the list, in every order, with every filter and search', async () => {
  // many lines with few values, so that every order has ties
  await importFiles({
    'tracking-lines.csv': csv([
      ...lines,
      ...Array.from({ length: 30 }, (_, at) =>
        line(`x${100 + at}`, at % 2 === 0 ? 'group' : 'office', {
          status: ['Active', 'New', 'Released'][at % 3] as string,
          friendly_name: at % 4 === 0 ? 'Door' : '',
          campaign_id: at % 5 === 0 && at % 2 === 0 ? 'spring' : '',
          destination_number: at % 3 === 0 ? '' : '+14155559000',
        }),
      ),
    ]),
  });
  const request = fc.record(
    {
      sort: fc.constantFrom(...lineSorts),
      dir: fc.constantFrom('asc', 'desc'),
      query: fc.constantFrom('door', '415', 'nothing'),
      filters: fc.record({ computedStatus: fc.constantFrom(...lineStatusFilters) }),
    },
    { requiredKeys: ['sort', 'dir'] },
  );
  await fc.assert(
    fc.asyncProperty(request, fc.integer({ min: 4, max: 40 }), async (query, pageSize) => {
      const whole = (await send({ accountIds: ['*'], ...query })).data;
      expect(Object.keys(whole)).toEqual(['records']);
      const total = whole.records.length;
      const pages = [];
      for (let page = 1; page <= Math.ceil(total / pageSize) + 1; page += 1) {
        const { records, meta } = (await send({ accountIds: ['*'], ...query, page, pageSize })).data;
        expect(meta).toMatchObject({
          total_count: total,
          page_count: Math.ceil(total / pageSize),
          per_page: pageSize,
          page,
        });
        pages.push(records);
      }
      expect(pages.at(-1)).toEqual([]);
      expect(pages.flat()).toEqual(whole.records);
    }),
    { numRuns: 25 },
  );
});

test('lists the lines of an account with its sub-accounts, and none without accounts', async () => {
  expect(await idsOf({ accountIds: ['office'] })).toEqual(['l5', 'l3', 'l4']);
  expect(await idsOf({ accountIds: ['group'] })).toHaveLength(5);
  expect(await idsOf({ accountIds: [] })).toEqual([]);
  expect((await send({ accountIds: ['foreign'] })).code).toBe(403);
  expect((await send({ accountIds: [], page: 1 })).data).toMatchObject({
    records: [],
    meta: { total_count: 0 },
  });
});

test('names invalid input', async () => {
  const asked = await send({
    accountIds: ['*'],
    sort: 'friendlyName',
    dir: 'up',
    filters: { computedStatus: 'on' },
    query: 'x'.repeat(201),
    page: 0,
    pageSize: 501,
  });
  expect([asked.code, asked.data]).toEqual([
    400,
    {
      sort: 'Use one of campaignName, number, destinationNumber, status, type.',
      dir: 'Use asc or desc.',
      'filters.computedStatus': 'Use Active or Not active.',
      query: 'Search for at most 200 characters.',
      page: 'Use a whole number from 1 to 1000000.',
      pageSize: 'Use a whole number from 1 to 500.',
    },
  ]);
  const changed = await rename('', 'x'.repeat(81));
  expect([changed.code, changed.data]).toEqual([
    400,
    { id: 'Name the line.', friendlyName: 'Use at most 80 characters.' },
  ]);
});

test('trims and stores a name, restores the campaign’s name for an empty one, and logs both', async () => {
  expect((await rename('l1', '  Sign at the door ')).data.record).toMatchObject({
    friendlyName: 'Sign at the door',
    callsCount: 2,
    accountName: 'Group',
  });
  expect(await nameOf('l1')).toBe('Sign at the door');
  expect((await rename('l1', ' ')).data.record.friendlyName).toBe('Spring');
  const { rows } = await here.database.pool.query(
    'select account_id, contact_id, action, subject_kind, subject_id from access_log',
  );
  const entry = { account_id: 'group', contact_id: 'olga', action: 'rename', subject_kind: 'tracking line' };
  expect(rows).toEqual([
    { ...entry, subject_id: 'l1' },
    { ...entry, subject_id: 'l1' },
  ]);
});

test('does not find lines of other offices, removed lines and unknown lines', async () => {
  await importFiles({ 'tracking-lines.csv': csv([{ id: 'l4', account_id: 'office', deleted: true }]) });
  for (const id of ['l6', 'l4', 'nothing']) {
    const { code, message } = await rename(id, 'Mine');
    expect([code, message]).toEqual([404, `Tracking line ${id} not found`]);
  }
  const { rows } = await here.database.pool.query(`select friendly_name from tracking_lines where id = 'l6'`);
  expect(rows).toEqual([{ friendly_name: null }]);
});

test('keeps the office’s name of a line until the feed changes its own', async () => {
  await rename('l2', 'Counter');
  await importFiles({ 'tracking-lines.csv': csv(lines) });
  expect(await nameOf('l2')).toBe('Counter');
  const renamed = (friendly_name: string) => ({
    'tracking-lines.csv': csv([line('l2', 'group', { campaign_id: 'search', friendly_name })]),
  });
  await importFiles(renamed(''));
  expect(await nameOf('l2')).toBe('Counter');
  await importFiles(renamed('beta'));
  expect(await nameOf('l2')).toBe('beta');
  await rename('l2', '');
  await importFiles(renamed('beta'));
  expect(await nameOf('l2')).toBe('Search');
});

test('loses neither concurrent renames nor changes of the feed during an import', async () => {
  const names = Array.from({ length: 20 }, (_, at) => `Name ${at}`);
  const [answers] = await Promise.all([
    Promise.all(names.map((name) => rename('l2', name))),
    importFiles({
      'tracking-lines.csv': csv(lines.map((row) => ({ ...row, destination_number: '+14155557000' }))),
    }),
  ]);
  expect(answers.map(({ code, data }) => [code, data.record.friendlyName])).toEqual(
    names.map((name) => [200, name]),
  );
  const { rows } = await here.database.pool.query<{ friendly_name: string; destination_number: string }>(
    `select friendly_name, destination_number from tracking_lines where id = 'l2'`,
  );
  expect(names).toContain(rows[0]?.friendly_name);
  expect(rows[0]?.destination_number).toBe('+14155557000');
});
