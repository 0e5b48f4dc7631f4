import { campaignPicklist } from '@mailcall/contract/picklists.ts';
import * as contract from '@mailcall/contract/provider-picklists.ts';
import { defaultValues } from '@mailcall/contract/rules/default-picklists.ts';
import type { AnyRoute } from '@mailcall/contract/wire/route.ts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { askRoute, type RequestParts, requestRoute } from '../../../tests/support/request-route.ts';
import { addAccounts, addPerson, addTeamMember, signInAs, testApp } from '../../../tests/support/test-app.ts';
import { importFeed, rowsSource } from '../ingest/index.ts';

const here = testApp({ REQUIRE_SECOND_FACTOR: 'primary' });
const tokens = new Map<string, string>();
const list = { object: 'campaign', field: 'campaignType' } as const;

const feed = (file: 'picklists' | 'campaigns' | 'accounts', ...rows: object[]) =>
  importFeed(
    here.database,
    rowsSource(here, {
      system: 'crm',
      file,
      body: Buffer.from(rows.map((row) => JSON.stringify(row)).join('\n')),
    }),
    { files: here.files },
  );
const listed = (value: string, cells: object = {}) => feed('picklists', { ...list, value, ...cells });
const mailing = (id: string, type: string, account = 'own') =>
  feed('campaigns', { id, account_id: account, name: id, campaign_type: type });

beforeAll(async () => {
  await addAccounts(here.database, [{ id: 'own' }, { id: 'other' }]);
  await addPerson(here.database, { id: 'olga', accounts: ['own'] });
  await addTeamMember(here.database, { id: 'oda', roles: ['operator'] });
  await addTeamMember(here.database, { id: 'otis', roles: ['operator'], accounts: ['own'] });
  for (const id of ['oda', 'otis', 'olga']) tokens.set(id, await signInAs(here, `${id}@people.test`));
});

beforeEach(async () => {
  for (const table of ['picklists', 'campaigns', 'dimension_values'])
    await here.database.pool.query(`delete from ${table}`);
});

const ask = <R extends AnyRoute>(route: R, parts?: RequestParts, who = 'oda') =>
  askRoute(here, tokens.get(who) ?? '', route, parts);
const typesFor = async (who?: string) => {
  const { lists } = await ask(contract.listDeskPicklists, {}, who);
  return lists.find(({ field }) => field === list.field);
};
const usual = defaultValues(list.object, list.field);
/** Without the usual values. */
const stored = async () =>
  ((await typesFor())?.values ?? []).filter(({ value }) => !usual.some((one) => one.value === value));

const first = { label: 'EDDM', group: null, isRetired: false };
const save = (wanted: object, before: object | null = first, who = 'oda') =>
  requestRoute<Record<string, string>>(here, tokens.get(who) ?? '', contract.savePicklistValue, {
    body: { ...list, value: 'EDDM', ...first, ...wanted, before },
  });
const shownToClients = async () => {
  const names = [list.field];
  const found = await ask(campaignPicklist, { query: { names } }, 'olga');
  return found[list.field]?.picklist.map(({ label }) => label);
};

test('adds a value at the end, which filters offer at once', async () => {
  await listed('MVP Mail');
  expect((await save({ label: 'Every door', group: 'mailing' }, null)).code).toBe(200);
  expect(await shownToClients()).toEqual(['MVP Mail', 'Every door']);
  expect((await stored())[0]).toEqual({
    value: 'EDDM',
    label: 'Every door',
    group: 'mailing',
    isRetired: false,
    feedSays: {},
    isMadeHere: true,
  });
});

describe('a list without values', () => {
  const names = usual.map(({ value }) => value);

  test('has the usual ones, until the feed sends its own', async () => {
    expect(await shownToClients()).toEqual(names);
    expect(await typesFor()).toMatchObject({ areDefaults: true, values: usual, unknown: [] });
    await listed('EDDM');
    expect(await shownToClients()).toEqual(['EDDM']);
    expect((await typesFor())?.areDefaults).toBe(false);
  });

  test('keeps the usual ones when a person adds, renames or retires one', async () => {
    expect((await save({}, null)).code).toBe(200);
    expect(await shownToClients()).toEqual([...names, 'EDDM']);
    await here.database.pool.query('delete from picklists');
    const [one = '', ...others] = names;
    const before = { label: one, group: null, isRetired: false };
    expect((await save({ value: one, label: 'Mine' }, before)).code).toBe(200);
    expect(await shownToClients()).toEqual(['Mine', ...others]);
    await save({ value: one, label: 'Mine', isRetired: true }, { ...before, label: 'Mine' });
    expect(await shownToClients()).toEqual(others);
  });

  test('keeps the changes of two people at once', async () => {
    const before = (label: string) => ({ label, group: null, isRetired: false });
    const [one = '', two = '', ...others] = names;
    const codes = await Promise.all(
      [one, two].map((value) => save({ value, label: `My ${value}` }, before(value))),
    );
    expect(codes.map(({ code }) => code)).toEqual([200, 200]);
    expect(await shownToClients()).toEqual([`My ${one}`, `My ${two}`, ...others]);
  });

  test('refuses a usual one as a new value, and stores nothing', async () => {
    expect((await save({ value: names[0], label: 'New' }, null)).data).toEqual({
      value: 'This value is in the list already.',
    });
    expect((await typesFor())?.areDefaults).toBe(true);
  });

  test('can be the one of pricing answers, which no filter has', async () => {
    const change = { object: 'score', field: 'priceAnswer', value: 'Sent a quote', label: 'Sent a quote' };
    expect((await save(change, null)).code).toBe(200);
    const { lists } = await ask(contract.listDeskPicklists);
    expect(lists.find(({ field }) => field === 'priceAnswer')?.values.map(({ value }) => value)).toEqual([
      ...defaultValues('score', 'priceAnswer').map(({ value }) => value),
      'Sent a quote',
    ]);
  });
});

test('offers a retired value no more, until it is brought back', async () => {
  await listed('EDDM');
  await save({ isRetired: true });
  expect([await shownToClients(), (await stored())[0]?.isRetired]).toEqual([[], true]);
  await save({ isRetired: false }, { ...first, isRetired: true });
  expect(await shownToClients()).toEqual(['EDDM']);
});

describe('what a person set', () => {
  test.each<[what: string, sent: object, wanted: object, again: object, is: Partial<contract.PicklistValue>]>(
    [
      ['holds while the feed repeats itself', {}, { label: 'Every door' }, {}, { label: 'Every door' }],
      [
        'holds against an empty cell',
        { label: 'Door' },
        { label: 'Every door' },
        { label: '' },
        { label: 'Every door' },
      ],
      [
        'ends with a new value of the feed',
        {},
        { label: 'Every door' },
        { label: 'Doors' },
        { label: 'Doors' },
      ],
      [
        'holds for the group',
        { group: 'mailing' },
        { group: 'non-mailing' },
        { group: 'mailing' },
        { group: 'non-mailing' },
      ],
      [
        'ends for the group',
        { group: 'mailing' },
        { group: null },
        { group: 'non-mailing' },
        { group: 'non-mailing' },
      ],
      ['holds for a retired value', {}, { isRetired: true }, {}, { isRetired: true }],
    ],
  )('%s', async (_, sent, wanted, again, is) => {
    await listed('EDDM', { label: 'EDDM', ...sent });
    const [before] = await stored();
    const seen = before && { label: before.label, group: before.group, isRetired: before.isRetired };
    expect((await save({ ...seen, ...wanted }, seen)).code).toBe(200);
    await listed('EDDM', { label: 'EDDM', ...sent, ...again });
    expect((await stored())[0]).toMatchObject(is);
  });

  test('is shown beside what the feed says', async () => {
    await listed('EDDM', { label: 'EDDM', group: 'mailing' });
    await save({ label: 'Every door', group: 'non-mailing' }, { ...first, group: 'mailing' });
    expect((await stored())[0]?.feedSays).toEqual({ label: 'EDDM', group: 'mailing' });
  });

  test('of a value made here stays when the feed sends it, too; an empty group is filled', async () => {
    await save({ label: 'Every door' }, null);
    await listed('EDDM', { label: 'Doors', group: 'mailing' });
    expect((await stored())[0]).toMatchObject({ label: 'Every door', group: 'mailing' });
  });

  test('goes with a value that the feed removes', async () => {
    await listed('EDDM');
    await save({ label: 'Every door' });
    await listed('EDDM', { deleted: true });
    expect(await stored()).toEqual([]);
  });
});

test.each([
  ['a name that another person changed', { label: 'Mine' }, { label: 'Theirs' }, 'label'],
  ['a group that another person changed', { group: 'mailing' }, { group: 'non-mailing' }, 'group'],
  ['a value that another person retired', { label: 'EDDM' }, { isRetired: true }, 'isRetired'],
])('refuses %s', async (_, mine, theirs, field) => {
  await listed('EDDM');
  await save(theirs);
  const answer = await save(mine);
  expect([answer.code, Object.keys(answer.data)]).toEqual([422, [field]]);
});

test('refuses a value that is in the list, a list that is not there, and operators of chosen accounts', async () => {
  await listed('EDDM');
  expect((await save({}, null)).data).toEqual({ value: 'This value is in the list already.' });
  expect((await save({ field: 'color' }, null)).code).toBe(422);
  expect((await save({ label: 'Mine' }, first, 'otis')).code).toBe(422);
  expect((await stored())[0]?.label).toBe('EDDM');
});

test('keeps the group of a retired type, which mailings still have', async () => {
  await mailing('C1', 'EDDM');
  await save({ group: 'mailing' }, null);
  await save({ group: 'mailing', isRetired: true }, { ...first, group: 'mailing' });
  expect(await typesFor()).toMatchObject({ unknown: [] });
  expect(await stored()).toMatchObject([{ value: 'EDDM', isRetired: true }]);
});

test('counts unknown types of the viewer’s mailings, and knows them after one press', async () => {
  for (const [index, account] of ['own', 'own', 'other'].entries())
    await mailing(`C${index}`, 'Direct Mail', account);
  await mailing('C9', 'MVP Mail');
  expect((await typesFor())?.unknown).toEqual([{ value: 'Direct Mail', count: 3 }]);
  expect((await typesFor('otis'))?.unknown).toEqual([{ value: 'Direct Mail', count: 2 }]);
  await save({ value: 'Direct Mail', label: 'Direct Mail', group: 'mailing' }, null);
  expect((await typesFor())?.unknown).toEqual([]);
});

test('gives the offices of an unknown industry another one', async () => {
  await feed(
    'accounts',
    { id: 'own', name: 'Own', industry: 'Tooth place' },
    { id: 'other', name: 'Other', industry: 'Tooth place' },
  );
  const { industries } = await ask(contract.listDeskPicklists);
  expect(industries).toEqual([{ value: 'Tooth place', count: 2 }]);
  const body = { from: 'Tooth place', to: 'Dental' };
  expect(await ask(contract.moveIndustry, { body })).toEqual({ count: 2 });
  expect((await ask(contract.listDeskPicklists)).industries).toEqual([]);
  const again = await requestRoute(here, tokens.get('oda') ?? '', contract.moveIndustry, { body });
  expect(again.code).toBe(404);
});
