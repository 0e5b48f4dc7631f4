import { listMailings, type Mailing } from '@mailcall/contract/mailings.ts';
import { callSummaryCount, type Summary } from '@mailcall/contract/scoreboard.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestRoute } from '../../../tests/support/request-route.ts';
import { addPerson, signInAs, testApp } from '../../../tests/support/test-app.ts';
import { csv, FeedFolders } from '../ingest/feed-for-tests.ts';
import { importFolder } from '../ingest/index.ts';
import { unknownIndustries, unknownTypes } from './index.ts';

const here = testApp();
const folders = new FeedFolders();
afterAll(() => folders.remove());
let token = '';

const types = ['MVP Mail', 'mvp mail', 'Direct Mail', 'Direct Mail', 'Facebook Ads', 'google ads'];
const bring = async (files: Record<string, string>) =>
  importFolder(here.database, await folders.folder(files), { files: here.files });
const groups = (rows: Record<string, string>[]) =>
  bring({ 'picklists.csv': csv(rows.map((row) => ({ object: 'campaign', field: 'campaignType', ...row }))) });

/** The campaigns and the number of calls that a campaign filter has. */
async function found(campaignFilterType: string): Promise<[ids: string[], calls: number]> {
  const query = { accountIds: ['*'], filters: { campaignFilterType } };
  const list = await requestRoute<{ records: Mailing[] }>(here, token, listMailings, { query });
  const summary = await requestRoute<Summary>(here, token, callSummaryCount, { query });
  return [list.data.records.map(({ id }) => id).sort(), summary.data.all_calls_count];
}

beforeAll(async () => {
  const { notices, firstRejections } = await bring({
    'accounts.csv': csv([
      { id: 'a', name: 'A', time_zone: '', industry: 'dental', client_label: '', business_label: '' },
      { id: 'b', name: 'B', time_zone: '', industry: 'Pediatrics', client_label: '', business_label: '' },
      {
        id: 'c',
        name: 'C',
        time_zone: 'America/Denver',
        industry: 'Roofing',
        client_label: '',
        business_label: '',
      },
      {
        id: 'd',
        name: 'D',
        time_zone: 'America/Denver',
        industry: 'Plumbing',
        client_label: 'Owner',
        business_label: 'Shop',
      },
    ]),
    'campaigns.csv': csv(
      types.map((campaign_type, at) => ({
        id: `m${at}`,
        account_id: 'a',
        name: `M${at}`,
        campaign_type,
        status: 'delivered',
      })),
    ),
    'calls.csv': csv(
      types.map((_, at) => ({
        id: `k${at}`,
        account_id: 'a',
        campaign_id: `m${at}`,
        call_date_time: '2026-03-01T10:00:00Z',
      })),
    ),
  });
  expect(firstRejections).toEqual([]);
  expect(notices).toEqual([
    '2 accounts have no time_zone: the days and hours of their calls are those of America/New_York. Send the time zone of each office, such as America/Chicago.',
    expect.stringMatching(
      /^1 account has the industry "Roofing", .*: texts say client and business\. Send one of Chiropractor, .*, or client_label and business_label\.$/,
    ),
    expect.stringMatching(
      /^2 campaigns have the type "Direct Mail", .* leave them out\. Send a row of picklists .* the group mailing or non-mailing\.$/,
    ),
    expect.stringMatching(/^1 campaign has the type "Facebook Ads", .* leave it out\./),
  ]);
  await addPerson(here.database, { id: 'olga', accounts: ['a'] });
  token = await signInAs(here, 'olga@people.test');
});

test('the groups of campaign types that only the feed knows apply to mailings and calls, until the feed clears them', async () => {
  expect(await found('mvp-mail')).toEqual([['m0', 'm1'], 2]);
  expect(await found('non-mailing')).toEqual([['m5'], 1]);
  expect(await unknownTypes(here.database.kysely)).toHaveLength(2);
  const report = await groups([
    { value: 'Direct Mail', group: 'mailing' },
    { value: 'Facebook Ads', group: 'non-mailing' },
  ]);
  expect(report.notices).toEqual([]);
  expect(await found('mvp-mail')).toEqual([['m0', 'm1', 'm2', 'm3'], 4]);
  expect(await found('non-mailing')).toEqual([['m4', 'm5'], 2]);
  expect((await found('all'))[1]).toBe(6);
  expect(await unknownTypes(here.database.kysely)).toEqual([]);
  // a column that is not sent stays, and the feed can move a known type
  await groups([{ value: 'Direct Mail', label: 'Direct mail' }]);
  expect((await groups([{ value: 'MVP Mail', group: 'non-mailing' }])).files).toMatchObject([{ added: 1 }]);
  expect(await found('mvp-mail')).toEqual([['m2', 'm3'], 2]);
  await groups([
    { value: 'MVP Mail', group: '' },
    { value: 'Direct Mail', group: '' },
  ]);
  expect(await found('mvp-mail')).toEqual([['m0', 'm1'], 2]);
});

test('a group that is none is rejected with those that there are', async () => {
  const { firstRejections } = await groups([{ value: 'Flyers', group: 'print' }]);
  expect(firstRejections).toMatchObject([
    { column: 'group', reason: 'must be one of: mailing, non-mailing' },
  ]);
});

test('industries are those of accounts without words of their own', async () => {
  expect(await unknownIndustries(here.database.kysely)).toHaveLength(1);
  await bring({ 'accounts.csv': csv([{ id: 'c', client_label: 'Owner', business_label: 'Shop' }]) });
  expect(await unknownIndustries(here.database.kysely)).toEqual([]);
});
