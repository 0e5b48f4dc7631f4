import { mailingStory } from '@mailcall/contract/mailing-story.ts';
import { listMailings, type Mailing } from '@mailcall/contract/mailings.ts';
import { operateOverview } from '@mailcall/contract/operate.ts';
import { lineTypeText } from '@mailcall/contract/rules/tracking-line.ts';
import { callSummaryCount, type Summary } from '@mailcall/contract/scoreboard.ts';
import { listTrackingLines, type TrackingLine } from '@mailcall/contract/tracking-lines.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestRoute } from '../../../tests/support/request-route.ts';
import { addPerson, signInAs, testApp } from '../../../tests/support/test-app.ts';
import { changeRoles } from '../identity/index.ts';
import { csv, FeedFolders } from '../ingest/feed-for-tests.ts';
import { importFolder } from '../ingest/index.ts';
import { unknownIndustries, unknownTypes } from './unknown-values.ts';

const noGroup = 'must be empty, except in rows of the object campaign and the field campaignType';

describe.each([
  ['the record', 'postgres'],
  ['the columnar copy', 'duckdb'],
])('with figures of %s', (_name, READ_MODEL) => {
  const here = testApp({ READ_MODEL }, { readModel: { leastCalls: 0, longestWait: 60_000 } });
  const folders = new FeedFolders();
  afterAll(() => folders.remove());
  let token = '';
  let operator = '';

  const types = ['MVP Mail', 'mvp mail', 'Direct Mail', 'Direct Mail', 'Facebook Ads', 'google ads'];
  const bring = async (files: Record<string, string>) =>
    importFolder(here.database, await folders.folder(files), { files: here.files });
  const groups = (rows: Record<string, string>[]) =>
    bring({
      'picklists.csv': csv(rows.map((row) => ({ object: 'campaign', field: 'campaignType', ...row }))),
    });

  async function shownLines(): Promise<[id: string, shown: string][]> {
    const query = { accountIds: ['*'], sort: 'type', dir: 'asc' };
    const { data } = await requestRoute<{ records: TrackingLine[] }>(here, token, listTrackingLines, {
      query,
    });
    return data.records.map((line) => [line.id, lineTypeText(line)]);
  }
  const stories = (...ids: string[]) =>
    Promise.all(
      ids.map(async (id) => (await requestRoute(here, token, mailingStory, { params: { id } })).code),
    );
  async function warned(): Promise<string[]> {
    const { data } = await requestRoute<{ warnings: string[] }>(here, operator, operateOverview);
    return data.warnings.flatMap((text) => /(?:type|industry) ("[^"]*")/.exec(text)?.[1] ?? []);
  }

  async function found(campaignFilterType: string): Promise<[ids: string[], calls: number]> {
    const query = { accountIds: ['*'], filters: { campaignFilterType } };
    const list = await requestRoute<{ records: Mailing[] }>(here, token, listMailings, { query });
    const summary = await requestRoute<Summary>(here, token, callSummaryCount, { query });
    const answeredBy = here.app.readModel.answered;
    expect(answeredBy[READ_MODEL === 'duckdb' ? 'record' : 'copy']).toBe(0);
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
      'tracking-lines.csv': csv(
        types.map((_, at) => ({
          id: `l${at}`,
          account_id: 'a',
          campaign_id: `m${at}`,
          number: `+1303555010${at}`,
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
    await addPerson(here.database, { id: 'otto' });
    await changeRoles(here, 'otto@people.test', { add: 'operator' });
    token = await signInAs(here, 'olga@people.test');
    operator = await signInAs(here, 'otto@people.test');
    await here.app.readModel.settled();
  });

  test('the groups of campaign types that only the feed knows apply to mailings and calls, until the feed clears them', async () => {
    expect(await found('mvp-mail')).toEqual([['m0', 'm1'], 2]);
    expect(await found('non-mailing')).toEqual([['m5'], 1]);
    expect(await unknownTypes(here.database.kysely)).toHaveLength(2);
    expect(await warned()).toEqual(['"Direct Mail"', '"Facebook Ads"', '"Roofing"']);
    const [printed, other] = ['Postcard / Direct Mail', '-'];
    expect(await shownLines()).toEqual([
      ['l2', other],
      ['l3', other],
      ['l4', other],
      ['l5', other],
      ['l0', printed],
      ['l1', printed],
    ]);
    expect(await stories('m0', 'm2', 'm4', 'm5')).toEqual([200, 200, 200, 422]);
    const report = await groups([
      { value: 'Direct Mail', group: 'mailing' },
      { value: 'Facebook Ads', group: 'non-mailing' },
    ]);
    expect(report.notices).toEqual([]);
    expect(await found('mvp-mail')).toEqual([['m0', 'm1', 'm2', 'm3'], 4]);
    expect(await found('non-mailing')).toEqual([['m4', 'm5'], 2]);
    expect((await found('all'))[1]).toBe(6);
    expect(await unknownTypes(here.database.kysely)).toEqual([]);
    expect(await warned()).toEqual(['"Roofing"']);
    expect(await shownLines()).toEqual([
      ['l4', other],
      ['l5', other],
      ['l0', printed],
      ['l1', printed],
      ['l2', printed],
      ['l3', printed],
    ]);
    expect(await stories('m0', 'm2', 'm4', 'm5')).toEqual([200, 200, 422, 422]);
    // a column that is not sent stays, and the feed can move a known type
    await groups([{ value: 'Direct Mail', label: 'Direct mail' }]);
    expect((await groups([{ value: 'MVP Mail', group: 'non-mailing' }])).files).toMatchObject([{ added: 1 }]);
    expect(await found('mvp-mail')).toEqual([['m2', 'm3'], 2]);
    expect(await stories('m0', 'm2')).toEqual([422, 200]);
    await groups([
      { value: 'MVP Mail', group: '' },
      { value: 'Direct Mail', group: '' },
    ]);
    expect(await found('mvp-mail')).toEqual([['m0', 'm1'], 2]);
  });

  test.each<[row: Record<string, string>, reason: string]>([
    [{ value: 'Flyers', group: 'print' }, 'must be one of: mailing, non-mailing'],
    [{ field: 'mediaType', value: 'Postcard', group: 'mailing' }, noGroup],
    [{ object: 'score', field: 'patientType', value: 'New', group: 'non-mailing' }, noGroup],
    [{ object: 'score', value: 'MVP Mail', group: 'mailing' }, noGroup],
  ])('the group of %j is rejected: it %s', async (row, reason) => {
    const { firstRejections } = await groups([row]);
    expect(firstRejections).toMatchObject([{ column: 'group', reason }]);
  });

  test('other rows of a picklist can have an empty group', async () => {
    const { rejected } = await groups([
      { field: 'mediaType', value: 'Postcard', group: '' },
      { object: 'score', field: 'patientType', value: 'New', group: ' ' },
    ]);
    expect(rejected).toBe(0);
  });

  test('lists industries of accounts without their own words', async () => {
    expect(await unknownIndustries(here.database.kysely)).toHaveLength(1);
    await bring({ 'accounts.csv': csv([{ id: 'c', client_label: 'Owner', business_label: 'Shop' }]) });
    expect(await unknownIndustries(here.database.kysely)).toEqual([]);
  });
});
