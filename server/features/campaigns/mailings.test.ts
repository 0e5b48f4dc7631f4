import { listCalls } from '@mailcall/contract/calls.ts';
import { scoreboardGrantHeader } from '@mailcall/contract/identity.ts';
import {
  approveMailing,
  countWaitingMailings,
  getMailing,
  listMailings,
  type Mailing,
  mailingCalls,
  renameMailing,
} from '@mailcall/contract/mailings.ts';
import { mailingZone } from '@mailcall/contract/mailing-zones.ts';
import { campaignGroups } from '@mailcall/contract/rules/campaign-groups.ts';
import { mailingStatuses } from '@mailcall/contract/rules/mailing.ts';
import { isWaitingForOffice } from '@mailcall/contract/rules/next-step.ts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { requestRoute } from '../../../tests/support/request-route.ts';
import { newestMessage, outboxSize } from '../../../tests/support/outbox.ts';
import {
  addAccounts,
  addPerson,
  bearer,
  signInAs,
  testApp,
  testNow,
} from '../../../tests/support/test-app.ts';
import { png } from '../ingest/designs-for-tests.ts';
import { csv, FeedFolders, type FolderContent, importedOnce } from '../ingest/feed-for-tests.ts';
import { makeScoreboardGrant } from '../identity/index.ts';
import { importFolder } from '../ingest/index.ts';

const here = testApp();
const folders = new FeedFolders();
afterAll(() => folders.remove());
const tokens = { olga: '', felix: '', limited: '' };
const write = (sql: string, ...values: unknown[]) => here.database.pool.query(sql, values);

const square = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: { geocode: '80202C001' },
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [-105, 39],
            [-104, 39],
            [-104, 40],
            [-105, 39],
          ],
        ],
      },
    },
  ],
};

const unplaced = { parent_id: '', time_zone: '', color: '', latitude: '', longitude: '' };

type Cells = Record<string, string | number | boolean>;
const campaign = (id: string, values: Cells = {}): Cells => ({
  id,
  account_id: 'own',
  name: `Order ${id}`,
  campaign_type: 'MVP Mail',
  status: 'ordered',
  delivery_week: '2026-03-02',
  approval_date: '',
  zone_id: '',
  campaign_type_details: '',
  created_date: '',
  order_date: '',
  cost: '',
  map: '',
  ...values,
});
const call = (id: string, values: Cells = {}): Cells => ({
  id,
  account_id: 'own',
  campaign_id: 'spring',
  call_date_time: '2026-03-04T15:00:00Z',
  opportunity: true,
  call_answered_by: 'Staff',
  handler_id: '',
  audio: '',
  caller_name: '',
  record_type: '',
  ...values,
});
const bring = async (files: FolderContent) => {
  const report = await importFolder(here.database, await folders.folder(files), { files: here.files });
  expect(report.firstRejections).toEqual([]);
};

const restore = importedOnce(() =>
  bring({
    'accounts.csv': csv([
      { ...unplaced, id: 'group', name: 'Group' },
      {
        ...unplaced,
        id: 'own',
        name: 'Own',
        parent_id: 'group',
        time_zone: 'America/Denver',
        color: '#2f6fde',
        latitude: 39.7,
        longitude: -104.9,
      },
      { ...unplaced, id: 'foreign', name: 'Foreign' },
      { ...unplaced, id: 'silent', name: 'Silent' },
    ]),
    'campaigns.csv': csv([
      campaign('spring', {
        zone_id: 'Z1',
        campaign_type_details: 'Every door',
        created_date: '2026-01-02',
        order_date: '2026-01-05',
        cost: '3250.50',
        map: 'map.png',
      }),
      campaign('done', {
        order_date: '2025-12-01',
        status: 'delivered',
        delivery_week: '2026-01-05',
        approval_date: '2025-12-20',
      }),
      campaign('late', { status: 'shipped', delivery_week: '2026-02-02' }),
      campaign('ads', { campaign_type: 'Google Ads', status: '', delivery_week: '' }),
      campaign('idea', { campaign_type: 'Google Ads', status: '', delivery_week: '', account_id: 'silent' }),
      campaign('theirs', { account_id: 'foreign', zone_id: 'Z2', cost: 900 }),
    ]),
    'calls.csv': csv([
      call('c1'),
      call('c2', {
        opportunity: false,
        handler_id: 'amy',
        audio: 'audio/later.wav',
        caller_name: 'Ann Lee',
        record_type: 'Mail Call',
      }),
      call('c3', { campaign_id: 'done', call_date_time: '2020-01-01T15:00:00Z' }),
      call('c4', { campaign_id: 'ads' }),
      call('c5', { account_id: 'foreign', campaign_id: 'theirs' }),
    ]),
    'appointments.csv': csv([{ id: 'p1', account_id: 'own', call_id: 'c1', first_name: 'Ann' }]),
    'staff.csv': csv([{ id: 'amy', account_id: 'own', name: 'Amy' }]),
    'map.png': png,
    'geodata.csv': csv([{ id: 'G1', account_id: 'own', shape: JSON.stringify(square) }]),
    'tracking-lines.csv': csv([
      { id: 'l1', account_id: 'own', campaign_id: 'spring', number: '+13035550101' },
      { id: 'l2', account_id: 'own', campaign_id: 'done', number: '+13035550102' },
    ]),
    'mailing-zones.csv': csv([
      { id: 'Z1', account_id: 'own', name: 'North', color: '#e8590c', geodata_id: 'G1' },
      { id: 'Z2', account_id: 'foreign', name: 'South', color: '', geodata_id: '' },
      { id: 'Z3', account_id: 'own', name: 'Elsewhere', color: '', geodata_id: '' },
    ]),
  }),
);
beforeEach(async () => {
  here.clock.set(testNow);
  await restore(here.database.pool);
  await write('delete from outbox');
  await addPerson(here.database, { id: 'olga', accounts: ['own'] });
  await addPerson(here.database, { id: 'felix', accounts: ['foreign'] });
  // one sign-in per person: more within a minute would be refused
  tokens.olga ||= await signInAs(here, 'olga@people.test');
  tokens.felix ||= await signInAs(here, 'felix@people.test');
  tokens.limited ||= await signInAs(here, 'olga@people.test', { realm: 'limited-access' });
});

type Who = keyof typeof tokens;
const as = <Data>(
  who: Who,
  route: Parameters<typeof requestRoute>[2],
  parts: Parameters<typeof requestRoute>[3] = {},
) => requestRoute<Data>(here, tokens[who], route, parts);
const list = (query: object = {}, who: Who = 'olga') =>
  as<{ meta: { totalCount: number; pageCount: number; waitingCount?: number }; records: Mailing[] }>(
    who,
    listMailings,
    {
      query: { accountIds: ['*'], ...query },
    },
  );
const idsOf = async (query: object = {}) => (await list(query)).data.records.map(({ id }) => id);
const mailing = async (id = 'spring') =>
  (await as<{ record: Mailing }>('olga', getMailing, { params: { id } })).data.record;

describe('the list of mailings', () => {
  test('contains the mailings of the viewer’s accounts with their results, also for limited sessions', async () => {
    for (const who of ['olga', 'limited'] as const) {
      const { data } = await list({}, who);
      expect(data.meta).toMatchObject({ totalCount: 4, pageCount: 1 });
      expect(data.records.find(({ id }) => id === 'spring')).toMatchObject({
        name: 'Order spring',
        orderNumber: 'Order spring',
        accountName: 'Own',
        status: 'ordered',
        leadsCount: 1,
        appointmentsCount: 1,
        conversionRate: 100,
        frontDesignUrl: null,
        designId: null,
        zone: 'Z1',
        cost: who === 'olga' ? 3250.5 : null,
      });
    }
    expect((await list({ accountIds: ['foreign'] })).code).toBe(403);
    expect((await list({ accountIds: [] })).data.records).toEqual([]);
  });

  test('shows the first call of a delivered mailing and of one without a status', async () => {
    const statuses = Object.fromEntries((await list()).data.records.map(({ id, status }) => [id, status]));
    expect(statuses).toEqual({
      spring: 'ordered',
      done: 'deliveredInFirstCall',
      late: 'shipped',
      ads: 'deliveredInFirstCall',
    });
    await write(`update calls set deleted = true where id = 'c3'`);
    expect((await mailing('done')).status).toBe('delivered');
  });

  test.each([
    [
      'of some statuses',
      { filters: { status: ['ordered', 'deliveredInFirstCall'] }, sort: 'leadsCount' },
      ['done', 'spring', 'ads'],
    ],
    [
      'of a span of weeks',
      { filters: { deliveryWeek: { gte: '2026-01-05', lte: '2026-02-02' } } },
      ['late', 'done'],
    ],
    ['by week, oldest first, those without at the end', { dir: 'asc' }, ['done', 'late', 'spring', 'ads']],
    ['by week, newest first, those without at the end', {}, ['spring', 'late', 'done', 'ads']],
    ['a page', { pageSize: 2, page: 2 }, ['done', 'ads']],
    ['a page beyond the last', { pageSize: 2, page: 9 }, []],
  ])('%s', async (_, query, expected) => {
    const found = await idsOf(query);
    expect('sort' in query ? found.toSorted() : found).toEqual(
      'sort' in query ? expected.toSorted() : expected,
    );
  });

  test.each(['leadsCount', 'appointmentsCount', 'conversionRate'])(
    'is sorted by %s on pages without gaps',
    async (sort) => {
      const whole = await idsOf({ sort, dir: 'desc' });
      expect(sort === 'leadsCount' ? whole.at(-1) : whole[0]).toBe(sort === 'leadsCount' ? 'late' : 'spring');
      const paged = [];
      for (const page of [1, 2, 3, 4]) paged.push(...(await idsOf({ sort, dir: 'desc', pageSize: 1, page })));
      expect(paged).toEqual(whole);
    },
  );

  test.each([
    ['2026-02-28', '2026-02-23'],
    ['2026-03-01', '2026-03-02'],
    ['2026-03-04', '2026-03-02'],
    ['2026-03-07', '2026-03-02'],
  ])('has a mailing delivered on %s in the week of %s, also in a range of dates', async (date, week) => {
    await bring({
      'campaigns.csv': csv([
        campaign('dated', { delivery_week: '', delivery_date: date, status: 'delivered' }),
      ]),
    });
    expect((await mailing('dated')).deliveryWeek).toBe(week);
    const filters = { deliveryWeek: { gte: week, lte: week } };
    expect(await idsOf({ filters })).toContain('dated');
    // the feed's own week holds, also where it disagrees, until the feed clears it
    const send = async (values: Cells) => {
      await bring({ 'campaigns.csv': csv([{ id: 'dated', ...values }]) });
      return (await mailing('dated')).deliveryWeek;
    };
    expect(await send({ delivery_week: '2026-01-05' })).toBe('2026-01-05');
    expect(await send({ delivery_week: '' })).toBe(week);
    expect(await send({ delivery_date: '' })).toBeNull();
    await write(`update campaigns set pieces_delivery_date = '${date}' where id = 'dated'`);
    expect((await mailing('dated')).deliveryWeek).toBe(week);
  });

  test('is sorted by next step: what waits is on its first page, however long it is', async () => {
    await write(`update campaigns set status = 'ordered', reported_delivery_week = '2026-01-05', media_started = '2026-01-01',
      approval_date = null where id = 'done'`);
    await write(`update campaigns set status = 'ordered' where id = 'ads'`);
    const request = { sort: 'nextStep', dir: 'asc' };
    // 'done' is still being made, and 'ads' has no week
    expect(await idsOf(request)).toEqual(['spring', 'ads', 'done', 'late']);
    const { data } = await list({ ...request, pageSize: 1, page: 2 });
    expect(data.records).toMatchObject([{ id: 'ads', nextStep: 'approve' }]);
    expect(data.meta).toMatchObject({ totalCount: 4, waitingCount: 2 });
    const mailings = await list({ ...request, filters: { campaignFilterType: 'mvp-mail' } });
    expect(mailings.data.meta).toMatchObject({ totalCount: 3, waitingCount: 1 });
    expect((await list()).data.meta).not.toHaveProperty('waitingCount');
  });

  test.each([
    ['page', { page: 0 }],
    ['pageSize', { pageSize: 501 }],
    ['sort', { sort: 'name' }],
    ['dir', { dir: 'up' }],
    ['filters.status', { filters: { status: ['lost'] } }],
    ['filters.deliveryWeek.gte', { filters: { deliveryWeek: { gte: '2026-02-30' } } }],
    ['filters.campaignFilterType', { filters: { campaignFilterType: 'none' } }],
  ])('rejects an invalid %s and names it', async (field, query) => {
    const answer = await list(query);
    expect(answer.code).toBe(400);
    expect(JSON.stringify(answer)).toContain(field.split('.').at(-1));
  });
});

describe('the count of mailings that wait for the office', () => {
  const waiting = async (query: object = {}, who: Who = 'olga') => {
    const selected = { accountIds: ['*'], ...query };
    const { code, data } = await as<{ waiting: number } | null>(who, countWaitingMailings, {
      query: selected,
    });
    return code === 200 ? data?.waiting : code;
  };

  test('equals the list’s number, whatever the types and dates, and falls with an approval', async () => {
    expect(await waiting()).toBe(1);
    await write(`update campaigns set status = 'ordered' where id in ('ads', 'idea')`);
    await write(`update campaigns set status = null, order_date = '2019-05-06' where id = 'late'`);
    await write(`update campaigns set media_started = '2026-02-01' where id = 'ads'`);
    const { records } = (await list()).data;
    expect(records.find(({ id }) => id === 'ads')?.nextStep).toBe('beingMade');
    expect(await waiting()).toBe(records.filter(({ nextStep }) => isWaitingForOffice(nextStep)).length);
    expect(await waiting()).toBe(2);
    await as('olga', approveMailing, { params: { id: 'spring' } });
    expect(await waiting()).toBe(1);
    await write(`update campaigns set deleted = true where id = 'late'`);
    expect(await waiting()).toBe(0);
  });

  test('is of the selected accounts that the person may change', async () => {
    expect(await waiting({ accountIds: ['own'] })).toBe(1);
    expect(await waiting({ exceptAccountIds: ['own'] })).toBe(0);
    expect(await waiting({ accountIds: [] })).toBe(0);
    expect(await waiting({ accountIds: ['foreign'] })).toBe(403);
    expect(await waiting({}, 'limited')).toBe(403);
  });

  test('leaves out the accounts of a scoreboard grant', async () => {
    const link = new URL(await makeScoreboardGrant(here, 'olga@people.test', ['foreign']));
    const exchanged = await here.app.http.inject({
      method: 'POST',
      url: '/api/identity/auth/scoreboard/grant',
      payload: { code: link.searchParams.get('code') },
    });
    const { grantToken } = exchanged.json<{ data: { grantToken: string } }>().data;
    const asGuest = (path: string, more = '') =>
      here.app.http.inject({
        url: `/api/data${path}?accountIds[]=foreign${more}`,
        headers: { ...bearer(tokens.olga), [scoreboardGrantHeader]: grantToken },
      });
    expect((await asGuest('/mailings', '&sort=nextStep')).json()).toMatchObject({
      data: { meta: { waitingCount: 0 }, records: [{ id: 'theirs', nextStep: 'approve', cost: null }] },
    });
    expect((await asGuest('/mailings/theirs')).json()).toMatchObject({ data: { record: { cost: null } } });
    expect((await asGuest('/mailings/waiting')).json()).toMatchObject({ data: { waiting: 0 } });
  });
});

describe('a mailing', () => {
  test('is approved without a body or with an empty one, and with no other', async () => {
    const put = (payload?: string) =>
      here.app.http.inject({
        method: 'PUT',
        url: '/api/data/mailings/spring/approve',
        headers: { ...bearer(tokens.olga), ...(payload && { 'content-type': 'application/json' }) },
        ...(payload && { payload }),
      });
    for (const [payload, data] of [
      ['{"approvedBy":"Somebody else"}', { approvedBy: 'This field is not known here.' }],
      ['["spring"]', { body: 'This route takes no body.' }],
      ['"now"', { body: 'This route takes no body.' }],
    ] as const) {
      const answer = await put(payload);
      expect([answer.statusCode, answer.json<{ data: unknown }>().data]).toEqual([400, data]);
    }
    expect((await mailing()).approvalDate).toBeNull();
    for (const payload of [undefined, '{}']) expect((await put(payload)).statusCode).not.toBe(400);
  });

  test.each(['theirs', 'none'])('%s is not found by any route', async (id) => {
    for (const [route, parts] of [
      [getMailing, {}],
      [approveMailing, {}],
      [renameMailing, { body: { name: 'Mine' } }],
      [mailingCalls, {}],
    ] as const)
      expect((await as('olga', route, { params: { id }, ...parts })).code).toBe(404);
    expect((await as('olga', mailingZone, { params: { id, zoneId: 'Z2' } })).code).toBe(404);
  });

  test('is only in the list for a limited session', async () => {
    for (const route of [getMailing, approveMailing, mailingCalls])
      expect((await as('limited', route, { params: { id: 'spring' } })).code).toBe(403);
  });

  test('has the newer of the audits of the portal and of the feed, and says whose it is', async () => {
    const audit = async (portal: string | null, theirs: string | null) => {
      await here.database.pool.query(
        `update campaigns set portal_matched_last_audit = $1, portal_matched_new_patients = 2, portal_matched_total_production = 1000.5,
          portal_matched_top_patients = 1, matched_last_audit = $2, matched_new_patients = 7 where id = 'done'`,
        [portal, theirs],
      );
      return mailing('done');
    };
    expect(await audit('2026-03-02', '2026-03-01')).toMatchObject({
      matchedLastAudit: '2026-03-02',
      matchedNewPatients: 2,
      matchedTotalProduction: 1000.5,
      matchedTopPatients: 1,
      matchedSource: 'portal',
    });
    expect(await audit('2026-03-02', '2026-03-03')).toMatchObject({
      matchedLastAudit: '2026-03-03',
      matchedNewPatients: 7,
      matchedTopPatients: null,
      matchedSource: 'feed',
    });
    expect(await mailing()).toMatchObject({ matchedLastAudit: null, matchedSource: null });
  });

  test('has its newest calls, numbers and zone', async () => {
    const { data } = await as<{ record: { recentCalls: { id: string }[]; trackingNumbers: string[] } }>(
      'olga',
      getMailing,
      { params: { id: 'spring' }, query: { recentCalls: true, trackingNumbers: true } },
    );
    expect(data.record.recentCalls).toHaveLength(2);
    expect(data.record.trackingNumbers).toEqual(['+13035550101']);
    const zone = (zoneId: string) => as<object>('olga', mailingZone, { params: { id: 'spring', zoneId } });
    expect((await zone('Z1')).data).toMatchObject({
      name: 'North',
      zoneColor: '#e8590c',
      zoneGeoData: square,
    });
    expect([(await zone('Z3')).code, (await zone('Z2')).code]).toEqual([404, 404]);
  });

  test('says when it began, where it goes and in which colors', async () => {
    const places = {
      officeColor: '#2f6fde',
      officeLocation: { latitude: 39.7, longitude: -104.9, source: 'feed' },
    };
    const spring = { ...places, createdDate: '2026-01-02', zoneColor: '#e8590c' };
    expect(await mailing()).toMatchObject({
      ...spring,
      mapUrl: expect.stringMatching(/^\/images\//) as string,
      mapThumbnailUrl: expect.stringMatching(/^\/images\//) as string,
    });
    const done = { ...places, createdDate: '2025-12-01', zoneColor: '#000000', mapUrl: null };
    expect(await mailing('done')).toMatchObject({ ...done, mapThumbnailUrl: null });
    const { records } = (await list({ filters: { campaignType: ['MVP Mail'] } })).data;
    expect(records.find(({ id }) => id === 'spring')).toMatchObject(spring);
    expect(await idsOf({ filters: { campaignType: ['Google Ads'] } })).toEqual(['ads']);

    const shapes = async (id: string) =>
      (
        await as<{ record: { zoneGeoData?: object[] } }>('olga', getMailing, {
          params: { id },
          query: { zoneGeoData: 1 },
        })
      ).data.record.zoneGeoData;
    expect(await shapes('spring')).toMatchObject([{ type: 'FeatureCollection', features: [{}] }]);
    expect(await shapes('done')).toEqual([]);
    expect(await mailing()).not.toHaveProperty('zoneGeoData');
  });

  test('goes out from the center of the office’s ZIP code until the feed has sent coordinates', async () => {
    const center = { latitude: 40.025056, longitude: -105.348664, source: 'zip' };
    await here.database.pool.query(
      "update accounts set address = '12 Main St, Boulder, CO 80302-1234', latitude = null where id = 'own'",
    );
    expect(await mailing()).toMatchObject({ officeLocation: center });
    const { records } = (await list({ filters: { campaignType: ['MVP Mail'] } })).data;
    expect(records.find(({ id }) => id === 'spring')).toMatchObject({ officeLocation: center });
    const zone = await as<object>('olga', mailingZone, { params: { id: 'spring', zoneId: 'Z1' } });
    expect(zone.data).toMatchObject({ officeLocation: center });
    await here.database.pool.query("update accounts set address = null where id = 'own'");
    expect(await mailing()).toMatchObject({ officeLocation: null });
  });

  test.each<[object, string[]]>([
    [{ filters: { answeredBy: ['Staff'] } }, ['c1', 'c2']],
    [{ filters: { answeredBy: ['IVR'] } }, []],
    [{ filters: { callHandlerId: ['amy'] } }, ['c2']],
    [{ filters: { callHandlerId: ['nonStaff'] } }, []],
    [{ filters: { hasAudio: true } }, ['c2']],
    [{ filters: { hasAudio: false } }, ['c1']],
    [{ filters: { opportunity: true } }, ['c1']],
    [{ filters: { recordType: ['Mail Call'] } }, ['c2']],
    [{ filters: { outcome: ['appointment'], opportunity: true } }, ['c1']],
    [{ filters: { campaigns: ['done'] } }, ['c1', 'c2']],
    [{ searchQuery: 'ann' }, ['c2']],
    [{ searchQuery: 'nobody', query: 'ann' }, []],
    [{ query: 'lee' }, ['c2']],
  ])('lists its calls by %j', async (query, ids) => {
    const { data } = await as<{ records: { callId: string }[]; total: number }>('olga', mailingCalls, {
      params: { id: 'spring' },
      query,
    });
    expect([data.records.map(({ callId }) => callId), data.total]).toEqual([ids, ids.length]);
  });

  test('has all of its calls, by page and outcome', async () => {
    const calls = async (id: string, query: object = {}) =>
      (await as<{ records: object[]; total: number }>('olga', mailingCalls, { params: { id }, query })).data;
    expect(await calls('done')).toMatchObject({ total: 1 });
    expect(await calls('spring', { pageSize: 1, page: 2, sort: 'campaignType' })).toMatchObject({
      total: 2,
      records: [{}],
    });
    expect((await as('olga', mailingCalls, { params: { id: 'spring' }, query: { pageSize: 0 } })).code).toBe(
      400,
    );
  });

  test('shows its new name everywhere, and the order number after an empty name', async () => {
    const rename = (name: unknown) =>
      as<{ record: Mailing }>('olga', renameMailing, { params: { id: 'spring' }, body: { name } });
    const version = async () => (await list()).data.meta as unknown as { version: number };
    const before = (await version()).version;
    expect((await rename('  Spring cards ')).data.record).toMatchObject({
      name: 'Spring cards',
      orderNumber: 'Order spring',
    });
    expect((await version()).version).toBeGreaterThan(before);
    const calls = await as<{ records: object[] }>('olga', listCalls, {
      query: { accountIds: ['*'], filters: { campaigns: ['spring'] } },
    });
    expect(JSON.stringify(calls.data)).toContain('Spring cards');
    expect(JSON.stringify(calls.data)).not.toContain('Order spring');
    expect((await rename(' ')).data.record.name).toBe('Order spring');
    for (const bad of ['x'.repeat(81), 'Spring\r\nBcc: all@people.test', 'a\u202eb', 7, null])
      expect((await rename(bad)).code).toBe(400);
  });
});

describe('an approval', () => {
  const approve = (id: string, who: Who = 'olga') =>
    as<{ record: Mailing }>(who, approveMailing, { params: { id } });
  beforeEach(async () => {
    await addPerson(here.database, { id: 'pia', accounts: ['own', 'group'] });
    await addPerson(here.database, { id: 'removed', accounts: ['own'] });
    await write(`update contacts set deleted = true where id = 'removed'`);
    await write(`update contact_accounts set is_primary = true where contact_id in ('pia', 'removed')`);
  });

  test('is stored with person and office’s day, and mailed once, even when two are concurrent', async () => {
    here.clock.set('2026-03-12T05:30:00.000Z');
    tokens.olga = await signInAs(here, 'olga@people.test');
    const answers = await Promise.all([approve('spring'), approve('spring'), approve('spring')]);
    for (const { code, data } of answers) {
      expect(code).toBe(200);
      expect(data.record).toMatchObject({
        status: 'approved',
        approvalDate: '2026-03-11',
        approvedBy: 'Person olga',
        approvedById: 'olga',
      });
    }
    expect(await outboxSize(here.database)).toBe(1);
    expect(await newestMessage(here.database, 'pia@people.test')).toMatchObject({
      subject: 'Order spring was approved',
      text: expect.stringContaining('in the week of Mar 2, 2026.') as unknown,
    });
  });

  test('is mailed with the office’s place to who sees another office of that name', async () => {
    await write(
      `update accounts set name = 'Twin Dental', address = '1 Elm St, Boulder, CO 80302' where id = 'own'`,
    );
    await addAccounts(here.database, [
      { id: 'twin', name: 'Twin Dental', address: '2 Oak St, Salem, OR 97301' },
    ]);
    await addPerson(here.database, { id: 'tess', accounts: ['own', 'twin'] });
    await write(`update contact_accounts set is_primary = true where contact_id = 'tess'`);
    expect((await approve('spring')).code).toBe(200);
    const sentence = (office: string) =>
      expect.stringContaining(`approved the mailing Order spring of ${office}, to be`) as unknown;
    expect(await newestMessage(here.database, 'tess@people.test')).toMatchObject({
      text: sentence('Twin Dental (Boulder, CO)'),
    });
    expect(await newestMessage(here.database, 'pia@people.test')).toMatchObject({
      text: sentence('Twin Dental'),
    });
  });

  test.each([
    [
      null,
      'Spring smiles',
      'Spring smiles was approved',
      'approved the mailing Spring smiles (order Order spring) of Own',
    ],
    [
      'Our new offer',
      'Spring smiles',
      'Our new offer was approved',
      'approved the mailing Our new offer (order Order spring) of Own',
    ],
    [null, null, 'Order spring was approved', 'approved the mailing Order spring of Own'],
  ])('with the name %j and the label %j is mailed as “%s”', async (name, label, subject, text) => {
    await write(`update campaigns set friendly_name = $1, label = $2 where id = 'spring'`, name, label);
    await approve('spring');
    expect(await newestMessage(here.database, 'pia@people.test')).toMatchObject({
      subject,
      text: expect.stringContaining(text) as unknown,
    });
  });

  test('is refused for a mailing in production, and not repeated for an approved one', async () => {
    expect((await approve('late')).code).toBe(422);
    const before = await mailing('done');
    expect((await approve('done')).code).toBe(200);
    expect(await mailing('done')).toEqual(before);
    expect(await outboxSize(here.database)).toBe(0);
  });

  test('is refused without status and dates, and follows the dates once there are any', async () => {
    await write(`insert into contact_accounts (contact_id, account_id) values ('olga', 'silent')`);
    expect((await mailing('idea')).status).toBeNull();
    expect((await approve('idea')).code).toBe(422);
    expect(await idsOf({ accountIds: ['silent'], filters: { status: mailingStatuses } })).toEqual([]);
    for (const [column, status] of [
      ['order_date', 'ordered'],
      ['approval_date', 'approved'],
      ['print_date', 'printed'],
      ['shipment_date', 'shipped'],
      ['delivery_date', 'delivered'],
    ]) {
      await write(`update campaigns set ${column} = '2026-03-01' where id = 'idea'`);
      expect([column, (await mailing('idea')).status]).toEqual([column, status]);
    }
  });

  test('stays when the feed repeats its data', async () => {
    await approve('spring');
    await bring({ 'campaigns.csv': csv([campaign('spring', { zone_id: 'Z1' })]) });
    expect(await mailing()).toMatchObject({
      status: 'approved',
      approvedBy: 'Person olga',
      approvalDate: '2026-03-11',
    });
    await bring({ 'campaigns.csv': csv([campaign('spring', { status: 'printed' })]) });
    expect(await mailing()).toMatchObject({ status: 'printed', approvedBy: 'Person olga' });
  });
});

test('accepts every status and group as a filter of the list', async () => {
  for (const status of mailingStatuses)
    expect((await list({ filters: { status: [status] } })).code).toBe(200);
  for (const campaignFilterType of Object.keys(campaignGroups))
    expect((await list({ filters: { campaignFilterType } })).code).toBe(200);
});
