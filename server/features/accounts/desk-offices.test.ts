import * as contract from '@mailcall/contract/provider-offices.ts';
import type { AnyRoute } from '@mailcall/contract/wire/route.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { askRoute, type RequestParts } from '../../../tests/support/request-route.ts';
import {
  addAccounts,
  addPerson,
  addTeamMember,
  bearer,
  signInAs,
  testApp,
} from '../../../tests/support/test-app.ts';
import { importFeed, rowsSource } from '../ingest/index.ts';
import { readOptions } from '../scoring/index.ts';

const here = testApp({ REQUIRE_SECOND_FACTOR: 'primary' });
const query = (sql: string, ...values: unknown[]) => here.database.pool.query(sql, values);
const tokens = new Map<string, string>();

beforeAll(async () => {
  await addAccounts(here.database, [
    { id: 'north', address: '12 Main St, Denver, CO 80203' },
    { id: 'branch', parent: 'north' },
    { id: 'south' },
    { id: 'foreign' },
    { id: 'gone', deleted: true },
  ]);
  await query(`update accounts set industry = 'Dental', time_zone = 'America/Denver' where id = 'north'`);
  await query(`insert into tracking_lines (account_id, id, number, status) values
    ('north', 'line', '+13035550100', 'Active'), ('north', 'old', '+13035550101', 'Released')`);
  await addPerson(here.database, { id: 'olga', accounts: ['north'] });
  await addTeamMember(here.database, { id: 'ava', roles: ['account-manager'], accounts: ['north', 'south'] });
  await addTeamMember(here.database, { id: 'mona', roles: ['account-manager'] });
  for (const id of ['ava', 'mona', 'olga']) tokens.set(id, await signInAs(here, `${id}@people.test`));
});

const ask = <R extends AnyRoute>(who: string, route: R, parts?: RequestParts) =>
  askRoute(here, tokens.get(who) ?? '', route, parts);

const of = (id: string) => ({ params: { id } });
const list = async (who: string, search: object = {}) =>
  (await ask(who, contract.listDeskOffices, { query: search })).records.map(({ id }) => id);
const open = (id: string, who = 'mona') => ask(who, contract.getDeskOffice, of(id));
const save = (id: string, values: object, before: object, who = 'mona', more: object = {}) =>
  ask(who, contract.saveDeskOffice, { ...of(id), body: { values, before, ...more } });
const create = (values: object, who = 'mona', more: object = {}) =>
  ask(who, contract.createDeskOffice, { body: { values, ...more } });
const feed = async (row: object) =>
  importFeed(
    here.database,
    rowsSource(here, { system: 'crm', file: 'accounts', body: Buffer.from(JSON.stringify(row)) }),
    { files: here.files },
  );

describe('the list', () => {
  test('shows the viewer’s offices, and found ones by name, address, industry and id', async () => {
    expect(await list('ava')).toEqual(['branch', 'north', 'south']);
    expect(await list('mona')).toEqual(['branch', 'foreign', 'north', 'south']);
    expect(await list('mona', { query: 'denver dental' })).toEqual(['north']);
    expect(await list('ava', { query: 'foreign' })).toEqual([]);
    const { meta, records } = await ask('mona', contract.listDeskOffices, {
      query: { page: 2, pageSize: 2 },
    });
    expect([meta.total_count, records.map(({ id }) => id)]).toEqual([4, ['north', 'south']]);
    expect(records[0]).toMatchObject({
      industry: 'Dental',
      timeZone: 'America/Denver',
      groupName: null,
      place: { source: 'zip' },
      peopleCount: 1,
      linesCount: 1,
    });
  });

  test('shows archived ones to people who work for all accounts', async () => {
    expect(await list('mona', { show: 'archived' })).toEqual(['gone']);
    expect(await list('ava', { show: 'archived' })).toEqual([]);
  });

  test('offers offices by name and id to every role of the desk', async () => {
    const { records } = await ask('ava', contract.findOffices, { query: { query: 'office nor' } });
    expect(records).toEqual([{ id: 'north', name: 'Office north' }]);
  });
});

describe('a new office', () => {
  const hours = {
    open: [{ weekday: 1, opens: 480, closes: 1020 }],
    holidays: [{ date: '2026-07-03', name: 'Bridge' }],
  };

  test('has its values and hours, and the people of its group see it', async () => {
    const {
      office,
      row,
      hours: saved,
      groups,
    } = await create(
      { name: 'North East', parent_id: 'north', time_zone: 'America/Denver', address: 'Denver, CO 80203' },
      'ava',
      { hours },
    );
    expect(office).toMatchObject({ name: 'North East', groupName: 'Office north', place: { source: 'zip' } });
    expect([row.isMadeHere, row.feedSays, saved, groups]).toEqual([
      true,
      {},
      hours,
      [{ id: 'north', name: 'Office north' }],
    ]);
    const seen = await here.app.http.inject({
      url: '/api/identity/user/relatedAccounts',
      headers: bearer(await signInAs(here, 'olga@people.test')),
    });
    expect(seen.body).toContain('North East');
  });

  test('belongs to a manager of chosen accounts, who stays signed in', async () => {
    const versions = async () =>
      (await query(`select access_version from sessions where contact_id = 'ava'`)).rows as unknown[];
    const before = await versions();
    const { office } = await create({ name: 'Alone' }, 'ava');
    expect(await versions()).not.toEqual(before);
    expect((await open(office.id, 'ava')).office.name).toBe('Alone');
    expect(await list('ava', { query: 'alone' })).toEqual([office.id]);
  });

  test('needs a name, a known time zone and a group of the viewer', async () => {
    await expect(create({ address: 'Denver' })).rejects.toThrow(/422 .*"name":/);
    await expect(create({ name: 'X', time_zone: 'Denver' })).rejects.toThrow(/422 .*"time_zone":/);
    await expect(create({ name: 'X', latitude: '95' })).rejects.toThrow(/422 .*"latitude":/);
    await expect(create({ name: 'X', parent_id: 'foreign' }, 'ava')).rejects.toThrow(
      '404 Account foreign not found',
    );
    await expect(create({ name: 'X', parent_id: 'nobody' })).rejects.toThrow(/422 .*"parent_id":/);
  });
});

describe('a change', () => {
  test('holds against the feed, whose value can be taken', async () => {
    await feed({ id: 'fed', name: 'Fed', industry: 'Dental' });
    await save('fed', { industry: 'Orthodontics' }, { industry: 'Dental' });
    await feed({ id: 'fed', name: 'Fed', industry: 'Dental' });
    const { row } = await open('fed');
    expect([row.values.industry, row.feedSays]).toEqual(['Orthodontics', { industry: 'Dental' }]);
    const { row: taken } = await ask('mona', contract.takeFeedOfOffice, {
      ...of('fed'),
      body: { column: 'industry' },
    });
    expect([taken.values.industry, taken.feedSays]).toEqual(['Dental', {}]);
  });

  test('meets another person’s at its field', async () => {
    await save('south', { client_label: 'Guest' }, { client_label: null });
    await expect(save('south', { client_label: 'Client' }, { client_label: null })).rejects.toThrow(
      /422 .*"client_label":"was changed meanwhile to \\"Guest\\"\."/,
    );
    await save('south', { business_label: 'Studio' }, { business_label: null });
    expect((await open('south')).row.values).toMatchObject({
      client_label: 'Guest',
      business_label: 'Studio',
    });
  });

  test('of hours keeps the days that others changed', async () => {
    const hours = (monday: number, tuesday: number) => ({
      open: [
        { weekday: 1, opens: 480, closes: monday },
        { weekday: 2, opens: 480, closes: tuesday },
      ],
      holidays: [],
    });
    await save('south', {}, {}, 'mona', {
      hours: { ...hours(1000, 1000), before: { open: [], holidays: [] } },
    });
    await save('south', {}, {}, 'mona', { hours: { ...hours(1020, 1000), before: hours(1000, 1000) } });
    const { hours: saved } = await save('south', {}, {}, 'ava', {
      hours: { ...hours(1000, 900), before: hours(1000, 1000) },
    });
    expect(saved).toEqual(hours(1020, 900));
  });

  test('is not possible for offices of others, or into a group of others or of its own', async () => {
    for (const id of ['foreign', 'gone', 'nobody'])
      await expect(save(id, { name: 'X' }, {}, 'ava')).rejects.toThrow(`404 Account ${id} not found`);
    await expect(save('south', { parent_id: 'foreign' }, {}, 'ava')).rejects.toThrow('404');
    await expect(save('north', { parent_id: 'branch' }, {})).rejects.toThrow(
      /422 .*"parent_id":"makes a circle/,
    );
  });
});

test('an archived office is seen by nobody of it, and comes back as it was', async () => {
  const archive = (archived: boolean, who = 'mona') =>
    ask(who, contract.archiveOffice, { ...of('branch'), body: { archived } });
  await archive(true, 'ava');
  expect(await list('ava')).not.toContain('branch');
  await expect(archive(false, 'ava')).rejects.toThrow('404');
  expect(await list('mona', { show: 'archived' })).toContain('branch');
  await archive(false);
  expect(await list('ava')).toContain('branch');
});

describe('a place', () => {
  const place = async (search: object) => (await ask('ava', contract.findPlace, { query: search })).place;

  test('of an address is the center of its ZIP code, with the time zone', async () => {
    expect(await place({ address: '12 Main St, Phoenix, AZ 85004' })).toEqual({
      latitude: expect.closeTo(33.45, 1) as number,
      longitude: expect.closeTo(-112.07, 1) as number,
      timeZone: 'America/Phoenix',
    });
    expect(await place({ address: 'Phoenix' })).toBeNull();
  });

  test('of coordinates has their time zone', async () => {
    expect(await place({ latitude: 39.74, longitude: -104.99 })).toMatchObject({
      timeZone: 'America/Denver',
    });
    await expect(place({ latitude: 39 })).rejects.toThrow('400');
  });
});

describe('lines and staff of an office', () => {
  const rows = (kind: contract.OfficeList, id = 'north', who = 'ava') =>
    ask(who, contract.officeRows, { params: { id, list: kind } });
  const add = (kind: contract.OfficeList, values: object, id = 'north') =>
    ask('ava', contract.addOfficeRow, { params: { id, list: kind }, body: { values } });
  const change = (kind: contract.OfficeList, rowId: string, values: object, before: object, id = 'north') =>
    ask('ava', contract.saveOfficeRow, { params: { id, list: kind, rowId }, body: { values, before } });

  test('a line is added with a number as people write it, and moves to a mailing of the office', async () => {
    await query(`insert into campaigns (account_id, id, name, campaign_type) values
      ('north', 'spring', 'Spring', 'MVP Mail'), ('south', 'theirs', 'Theirs', 'MVP Mail')`);
    const { id } = await add('lines', { number: '(303) 555-0188', destination_number: '303 555 0199' });
    await change('lines', id, { campaign_id: 'spring' }, { campaign_id: null });
    const { records, mailings } = await rows('lines');
    expect(records.map((row) => row.id)).toEqual(['line', id, 'old']);
    expect(records[1]?.values).toMatchObject({
      number: '+13035550188',
      destination_number: '+13035550199',
      campaign_id: 'spring',
      status: 'Active',
    });
    expect(mailings).toEqual([{ id: 'spring', name: 'Spring' }]);
    await expect(change('lines', id, { campaign_id: 'theirs' }, {})).rejects.toThrow(/422 .*"campaign_id":/);
    await expect(add('lines', { number: '+13035550100' })).rejects.toThrow(/422 .*"number":/);
  });

  test('staff have other names, by which a scorer finds them, until they are removed', async () => {
    const { id } = await add('staff', { name: 'Beatrice Smith', aliases: 'Bea;B. Smith' });
    expect((await rows('staff')).records.map(({ values }) => values.aliases)).toEqual(['Bea;B. Smith']);
    await change('staff', id, { aliases: 'Bea' }, { aliases: 'Bea;B. Smith' });
    const { staff } = await readOptions(here.database.kysely, 'north');
    expect(staff).toEqual([{ id, name: 'Beatrice Smith', aliases: ['Bea'] }]);
    await change('staff', id, { deleted: 'true' }, { deleted: 'false' });
    expect((await rows('staff')).records).toEqual([]);
  });

  test('are not those of others, nor other columns', async () => {
    await expect(rows('lines', 'foreign')).rejects.toThrow('404');
    await expect(add('staff', { name: 'X' }, 'foreign')).rejects.toThrow('404');
    await expect(change('lines', 'line', { status: 'Released' }, {}, 'south')).rejects.toThrow(
      '404 Row line not found',
    );
    await expect(change('lines', 'line', { account_id: 'south' }, {})).rejects.toThrow(/400 .*account_id/);
    await expect(
      ask('ava', contract.takeFeedOfOfficeRow, {
        params: { id: 'south', list: 'lines', rowId: 'line' },
        body: { column: 'status' },
      }),
    ).rejects.toThrow('404');
  });
});
