import {
  changeSavedView,
  createSavedView,
  deleteSavedView,
  getSavedView,
  getStartPage,
  listSavedViews,
  type SavedView,
  saveStartPage,
  saveViewSettings,
} from '@mailcall/contract/saved-views.ts';
import { viewMessages } from '@mailcall/contract/rules/saved-views.ts';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { requestRoute } from '../../../tests/support/request-route.ts';
import { addAccounts, addPerson, signInAs, testApp } from '../../../tests/support/test-app.ts';
import { opensToday } from './view-settings.ts';
import { eraseContacts } from '../personal-data/erase-contacts.ts';

const here = testApp();
const tokens: Record<string, string> = {};

// ann: primary contact of the group; theo and uma: of its office east; wes: of another one
beforeAll(async () => {
  await addAccounts(here.database, [
    { id: 'group' },
    { id: 'east', parent: 'group', name: 'East Dental' },
    { id: 'north', parent: 'group' },
    { id: 'west' },
  ]);
  await addPerson(here.database, { id: 'ann', accounts: ['group'] });
  await addPerson(here.database, { id: 'theo', accounts: ['east'] });
  await addPerson(here.database, { id: 'uma', accounts: ['east'] });
  await addPerson(here.database, { id: 'wes', accounts: ['west'] });
  await here.database.pool.query(`update contact_accounts set is_primary = true where contact_id = 'ann'`);
  for (const id of ['ann', 'theo', 'uma', 'wes']) tokens[id] = await signInAs(here, `${id}@people.test`);
});

beforeEach(() => here.database.pool.query('truncate saved_views, saved_view_mails, start_pages, access_log'));

const ask = <Data>(
  who: string,
  route: Parameters<typeof requestRoute>[2],
  parts: Parameters<typeof requestRoute>[3] = {},
) => requestRoute<Data>(here, tokens[who] as string, route, parts);
const missed = { path: '/scoreboard', address: { tab: 'all-calls', outcome: 'missed call', range: 'week' } };
const save = async (who: string, name: string, accountId: string | null = null, screen: object = missed) =>
  ask<SavedView>(who, createSavedView, { body: { name, accountId, ...screen } });
const saved = async (...given: Parameters<typeof save>) => {
  const { code, data } = await save(...given);
  expect(code).toBe(200);
  return data;
};
const list = async (who: string) => (await ask<{ records: SavedView[] }>(who, listSavedViews)).data.records;
const settings = (who: string, id: string, isStartPage: boolean, frequency = 'off', weekday = 1) =>
  ask<SavedView>(who, saveViewSettings, {
    params: { id },
    body: { isStartPage, mail: { frequency, weekday } },
  });
const change = (who: string, { id, revision }: SavedView, body: object) =>
  ask<SavedView>(who, changeSavedView, { params: { id }, body: { revision, ...body } });
const activity = async () =>
  (
    await here.database.pool.query<{ entry: string }>(
      `select concat_ws(' ', account_id, contact_id, action) as entry from access_log where subject_kind = 'saved view' `,
    )
  ).rows
    .map(({ entry }) => entry)
    .sort();

test('a private view is seen by its owner alone; a shared one by everyone with a right to the office', async () => {
  const own = await saved('theo', '  Missed this week ');
  expect(own).toMatchObject({
    name: 'Missed this week',
    ...missed,
    description: 'Missed Calls · All accounts · Week',
    sharedWith: null,
    isOwn: true,
    canChange: true,
    revision: 1,
    mail: { frequency: 'off' },
  });
  const shared = await saved('theo', 'Desk', 'east', { path: '/callbacks', address: {} });
  expect(await list('theo')).toHaveLength(2);
  expect(await list('uma')).toMatchObject([
    {
      name: 'Desk',
      isOwn: false,
      canChange: false,
      ownerName: 'Person theo',
      sharedWith: { id: 'east', name: 'East Dental' },
    },
  ]);
  expect(await list('ann')).toMatchObject([{ name: 'Desk', canChange: true }]);
  expect(await list('wes')).toEqual([]);
  for (const [who, id] of [
    ['uma', own.id],
    ['ann', own.id],
    ['wes', shared.id],
  ] as const)
    for (const [route, parts] of [
      [getSavedView, {}],
      [changeSavedView, { body: { revision: 1, name: 'Mine' } }],
      [deleteSavedView, {}],
      [saveViewSettings, { body: { isStartPage: true, mail: { frequency: 'weekly', weekday: 1 } } }],
    ] as const)
      expect(await ask(who, route, { params: { id }, ...parts })).toMatchObject({
        code: 404,
        message: viewMessages.gone,
      });
  expect(await list('theo')).toHaveLength(2);
});

test('an office is named by its place for who sees another of that name', async () => {
  await addAccounts(here.database, [
    { id: 'twin-1', name: 'Twin Dental', address: '1 Elm St, Boulder, CO 80302' },
    { id: 'twin-2', name: 'Twin Dental', address: '2 Oak St, Salem, OR 97301' },
  ]);
  await addPerson(here.database, { id: 'tess', accounts: ['twin-1', 'twin-2'] });
  await addPerson(here.database, { id: 'tim', accounts: ['twin-2'] });
  for (const id of ['tess', 'tim']) tokens[id] = await signInAs(here, `${id}@people.test`);
  const screen = { path: '/campaigns', address: { accounts: 'twin-2' } };
  expect(await saved('tess', 'Mail', 'twin-2', screen)).toMatchObject({
    description: 'Campaigns · Twin Dental (Salem, OR) · All time',
    sharedWith: { id: 'twin-2', name: 'Twin Dental (Salem, OR)' },
  });
  expect(await list('tim')).toMatchObject([
    { description: 'Campaigns · Twin Dental · All time', sharedWith: { name: 'Twin Dental' } },
  ]);
  expect(await save('tess', 'Mail', 'twin-2', screen)).toMatchObject({
    code: 422,
    message: viewMessages.sameName('Twin Dental (Salem, OR)'),
  });
});

test('opening a view gives no rights: accounts that a person lacks are left out, also by their ids', async () => {
  const screen = (accounts: string) => ({ path: '/campaigns', address: { accounts } });
  const both = await saved('ann', 'Both', 'east', screen('east,north'));
  const north = await saved('ann', 'North', 'east', screen('north'));
  await saved('ann', 'All but', 'east', {
    path: '/campaigns',
    address: { accounts: '*', exceptAccounts: 'north,east' },
  });
  expect(both).toMatchObject({ leftOutAccounts: 0, hasNoAccounts: false });
  expect(await list('theo')).toMatchObject([
    { name: 'All but', address: { accounts: '*', exceptAccounts: 'east' }, leftOutAccounts: 0 },
    {
      name: 'Both',
      address: { accounts: 'east' },
      leftOutAccounts: 1,
      hasNoAccounts: false,
      description: 'Campaigns · East Dental · All time',
    },
    { name: 'North', address: { accounts: 'none' }, leftOutAccounts: 1, hasNoAccounts: true },
  ]);
  expect(JSON.stringify(await list('theo'))).not.toContain('north');
  // a view that cannot be opened is no start page; the default page opens
  await settings('theo', north.id, true);
  expect(await ask('theo', getStartPage)).toMatchObject({ code: 200, data: { view: null } });
  await settings('theo', both.id, true);
  expect(await ask('theo', getStartPage)).toMatchObject({ data: { view: { id: both.id } } });
  expect((await list('theo')).filter(({ isStartPage }) => isStartPage)).toHaveLength(1);
  expect(await ask('uma', getStartPage)).toMatchObject({ data: { view: null } });
  await settings('theo', both.id, false);
  expect(await ask('theo', getStartPage)).toMatchObject({ data: { view: null } });
});

test('opens Today for who chose it, until they choose a view or the campaigns', async () => {
  const starts = async () =>
    (await ask<{ view: SavedView | null; today: boolean }>('theo', getStartPage)).data;
  const choose = (today: unknown) => ask('theo', saveStartPage, { body: { today } });
  expect(await starts()).toEqual({ view: null, today: false });
  expect(await choose('yes')).toMatchObject({ code: 400 });
  expect(await choose(true)).toMatchObject({ code: 200 });
  expect(await starts()).toEqual({ view: null, today: true });
  const view = await saved('theo', 'Desk');
  await settings('theo', view.id, true);
  expect(await starts()).toMatchObject({ view: { id: view.id }, today: false });
  await choose(true);
  expect((await list('theo')).filter(({ isStartPage }) => isStartPage)).toEqual([]);
  expect(await starts()).toEqual({ view: null, today: true });
  await choose(false);
  expect(await starts()).toEqual({ view: null, today: false });
});

test('opens Today by the provider’s setting only for who has not chosen', async () => {
  const { rows } = await here.database.pool.query(
    `select id from contacts where id in ('theo', 'uma') order by id`,
  );
  await ask('theo', saveStartPage, { body: { today: false } });
  const opens = rows.map(({ id }) =>
    opensToday(here.database.kysely, { contactId: id }, { startPage: 'today' }),
  );
  expect(await Promise.all(opens)).toEqual([false, true]);
});

test('what is not named of the settings stays, so that mails that were stopped are not switched on again', async () => {
  const view = await saved('theo', 'Desk');
  await settings('theo', view.id, true, 'weekly', 3);
  // as the link in a mail stops it, while the settings are open
  await here.database.pool.query(`update saved_view_mails set frequency = 'off'`);
  const set = async (body: object) =>
    (await ask<SavedView>('theo', saveViewSettings, { params: { id: view.id }, body })).data;
  expect(await set({ isStartPage: true })).toMatchObject({ isStartPage: true, mail: { frequency: 'off' } });
  const mail = { frequency: 'monthly', weekday: 1 };
  expect(await set({ mail })).toMatchObject({ isStartPage: true, mail });
  expect(await set({})).toMatchObject({ isStartPage: true, mail });
});

test('filters name nothing of accounts that a person lacks, and what they change keeps it for others', async () => {
  await here.database.pool.query(`
    insert into campaigns (account_id, id, name, campaign_type) select id, 'mailing of ' || id, '', 'MVP Mail' from accounts;
    insert into staff (account_id, id, name) select id, 'staff of ' || id, '' from accounts;
    insert into mailing_areas (account_id, id, name) select id, 'area of ' || id, '' from accounts;
    insert into mailing_zones (account_id, id, name) select id, 'zone of ' || id, '' from accounts;
    insert into patient_lists (account_id, id, name) select id, 'list of ' || id, '' from accounts`);
  const of = (what: string) => [`${what} of east`, `${what} of north`];
  const calls = { campaigns: of('mailing'), callHandlerId: ['nonStaff', ...of('staff')], tab: 'all-calls' };
  const map = { shown: [...of('area'), ...of('zone')], lists: of('list'), hidden: ['east', 'north'] };
  const screens = {
    // all accounts means the accounts of the reader
    All: { path: '/scoreboard', address: { ...calls, range: 'week' } },
    Calls: { path: '/scoreboard', address: { ...calls, accounts: 'east,north' } },
    Except: { path: '/campaigns', address: { accounts: '*', exceptAccounts: 'north' } },
    Map: { path: '/maps', address: { ...map, accounts: '*', area: 'area of north', at: '39.7,-105,9' } },
  };
  for (const [name, screen] of Object.entries(screens)) await saved('ann', name, 'east', screen);
  const visible = {
    tab: 'all-calls',
    campaigns: 'mailing of east',
    callHandlerId: ['nonStaff', 'staff of east'],
  };
  const seen = await list('theo');
  expect(seen).toMatchObject([
    { address: { ...visible, range: 'week' }, leftOutAccounts: 0, leftOutFilters: 2 },
    { address: { ...visible, accounts: 'east' }, leftOutAccounts: 1, leftOutFilters: 2 },
    { address: { range: 'all' }, leftOutAccounts: 0, leftOutFilters: 0 },
    { address: { shown: ['area of east', 'zone of east'], lists: 'list of east', hidden: 'east' } },
  ]);
  expect(seen[3]?.leftOutFilters).toBe(4);
  expect(JSON.stringify(seen)).not.toMatch(/north|39\.7/);
  expect((await list('ann')).map(({ leftOutFilters }) => leftOutFilters)).toEqual([0, 0, 0, 0]);

  await here.database.pool.query(`update saved_views set contact_id = 'theo'`);
  const [all, some, except, area] = seen as [SavedView, SavedView, SavedView, SavedView];
  const given = { ...visible, accounts: 'east', range: 'month' };
  for (const [view, address] of [
    [all, { tab: 'all-calls', range: 'year' }],
    [some, given],
    [except, { range: 'month' }],
    [area, { ...area.address, area: 'area of east', lists: [] }],
  ] as const) {
    const { code, data } = await change('theo', view, { path: view.path, address });
    expect(code).toBe(200);
    expect(JSON.stringify(data)).not.toMatch(/north|39\.7/);
  }
  expect(await list('ann')).toMatchObject([
    { address: { range: 'year', campaigns: 'mailing of north', callHandlerId: 'staff of north' } },
    { address: { ...calls, accounts: 'east,north', range: 'month' } },
    { address: { accounts: '*', exceptAccounts: 'north', range: 'month' } },
    {
      address: {
        area: 'area of east',
        shown: ['area of east', 'zone of east', 'area of north', 'zone of north'],
        lists: 'list of north',
        hidden: ['east', 'north'],
        at: '39.7,-105,9',
      },
    },
  ]);
});

test('its owner and primary contacts of the office change and delete a shared view; only its owner shares it', async () => {
  const view = await saved('theo', 'Desk', 'east');
  expect(await change('uma', view, { name: 'Uma’s' })).toMatchObject({
    code: 422,
    message: viewMessages.notYours,
  });
  expect(await change('ann', view, { accountId: null })).toMatchObject({
    code: 422,
    message: viewMessages.onlyOwner,
  });
  expect(await change('theo', view, { accountId: 'west' })).toMatchObject({ code: 403 });
  const { data: renamed } = await change('ann', view, { name: 'Front' });
  expect(renamed).toMatchObject({ name: 'Front', revision: 2, ...missed });
  await settings('uma', view.id, true, 'weekly');
  const { data: own } = await change('theo', renamed, { accountId: null });
  expect(own).toMatchObject({ sharedWith: null, revision: 3 });
  expect(await list('uma')).toEqual([]);
  const { rows } = await here.database.pool.query(
    'select 1 from start_pages union all select 1 from saved_view_mails',
  );
  expect(rows).toEqual([]);
  const again = (await change('theo', own, { accountId: 'east' })).data;
  expect((await ask('uma', deleteSavedView, { params: { id: again.id } })).code).toBe(422);
  expect((await ask('ann', deleteSavedView, { params: { id: again.id } })).code).toBe(200);
  expect(await list('theo')).toEqual([]);
  expect(await activity()).toEqual([
    'east ann change',
    'east ann delete',
    'east theo share',
    'east theo share',
    'east theo stop sharing',
  ]);
});

test('refuses the second of two concurrent changes of a view, and loses nothing', async () => {
  const view = await saved('theo', 'Desk', 'east');
  const answers = await Promise.all([
    change('theo', view, { name: 'By Theo' }),
    change('ann', view, { path: '/campaigns', address: { range: 'year' } }),
  ]);
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
  expect(answers.find(({ code }) => code === 422)?.message).toBe(viewMessages.changed);
  expect(await list('uma')).toMatchObject([{ revision: 2 }]);
});

test('names are taken once of one’s own and once of an office, and there is an end to both', async () => {
  await saved('theo', 'Desk');
  expect(await save('theo', 'DESK')).toMatchObject({ code: 422, message: viewMessages.sameName(null) });
  await saved('uma', 'Desk');
  await saved('theo', 'Desk', 'east');
  const { data: other } = await save('uma', 'Other', 'east');
  expect(await save('uma', 'desk', 'east')).toMatchObject({
    code: 422,
    message: viewMessages.sameName('East Dental'),
  });
  expect((await change('uma', other, { name: 'desk' })).code).toBe(422);
  const fill = (shared: boolean, count: number) =>
    here.database.pool.query(
      `insert into saved_views (contact_id, account_id, is_shared, name, path, address, created_at, changed_at)
       select 'theo', 'east', $1, 'filled ' || number, '/maps', '{}', now(), now() from generate_series(1, $2::int) number`,
      [shared, count],
    );
  await fill(false, 98);
  await fill(true, 197);
  const codes = await Promise.all(['a', 'b', 'c'].map(async (name) => (await save('theo', name)).code));
  expect(codes.filter((code) => code === 200)).toHaveLength(1);
  expect(await save('theo', 'd')).toMatchObject({ code: 422, message: viewMessages.tooManyOwn });
  await saved('uma', 'e', 'east');
  expect(await save('ann', 'f', 'east')).toMatchObject({
    code: 422,
    message: viewMessages.tooManyShared('East Dental'),
  });
  // existing views can still be changed
  expect((await change('uma', other, { name: 'Others' })).code).toBe(200);
});

test.each([
  ['a screen that is none', { path: '/settings' }, { path: /Use one of \/campaigns/ }],
  ['another site', { path: 'https://evil.example/' }, { path: /Use one of/ }],
  [
    'a parameter that it does not keep',
    { address: { token: 'x' } },
    { 'address.token': /keeps no such parameter/ },
  ],
  ['accounts of others', { address: { accounts: 'east,west' } }, { 'address.accounts': /access to/ }],
  ['a date that is none', { address: { from: 'soon' } }, { 'address.from': /2026-01-31/ }],
  ['a number', { address: { tab: 1 } }, { 'address.tab': /Use a text/ }],
  ['too much', { address: { accounts: 'a'.repeat(16_000), q: 'b'.repeat(600) } }, { address: /too much/ }],
  ['no name', { name: ' ' }, { name: /Give the view a name/ }],
  ['two lines', { name: 'a\nb' }, { name: /one line/ }],
  ['a long name', { name: 'a'.repeat(81) }, { name: /at most 80/ }],
] as const)('%s is refused with the field and what would be right', async (_, given, expected) => {
  const answer = await ask<Record<string, string>>('theo', createSavedView, {
    body: { name: 'x', accountId: null, ...missed, ...given },
  });
  expect(answer.code).toBe(400);
  expect(Object.keys(answer.data)).toEqual(Object.keys(expected));
  for (const [field, pattern] of Object.entries(expected)) expect(answer.data[field]).toMatch(pattern);
});

test('an office keeps the shared views of who leaves it, without the name; personal ones go when a person is erased', async () => {
  await saved('uma', 'Own');
  const shared = await saved('uma', 'Desk', 'east');
  await settings('uma', shared.id, true, 'monthly');
  await here.database.pool.query(`delete from contact_accounts where contact_id = 'uma'`);
  expect(await list('theo')).toMatchObject([{ name: 'Desk', ownerName: null, canChange: false }]);
  await here.database.transaction((transaction) => eraseContacts(transaction, ['uma'], here.clock.now()));
  expect(await list('theo')).toMatchObject([{ name: 'Desk', ownerName: null }]);
  const { rows } = await here.database.pool.query(`
    select name from saved_views union all select 'start' from start_pages union all select 'mail' from saved_view_mails`);
  expect(rows).toEqual([{ name: 'Desk' }]);
});
