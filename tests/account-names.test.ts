import { exportActivity } from '@mailcall/contract/activity.ts';
import { downloadCalls, requestDownload } from '@mailcall/contract/exports.ts';
import { relatedAccounts } from '@mailcall/contract/identity.ts';
import { mailingZone } from '@mailcall/contract/mailing-zones.ts';
import { listMailings } from '@mailcall/contract/mailings.ts';
import { operateAccounts } from '@mailcall/contract/operate.ts';
import { listPatientLists } from '@mailcall/contract/patient-lists.ts';
import { searchEverything } from '@mailcall/contract/search.ts';
import { encodeQuery } from '@mailcall/contract/wire/query.ts';
import { pathOf } from '@mailcall/contract/wire/route.ts';
import { readXlsx } from 'hucre/xlsx';
import { beforeAll, expect, test } from 'vitest';
import { accountCommands } from '../server/commands/accounts.ts';
import type { CommandDependencies } from '../server/command.ts';
import { changeRoles } from '../server/features/identity/index.ts';
import { serviceBase } from '../server/platform/http/serve.ts';
import { requestRoute } from './support/request-route.ts';
import { addAccounts, addPerson, bearer, signInAs, testApp } from './support/test-app.ts';

const here = testApp();
const tokens: Record<string, string> = {};
const boulder = 'Twin Dental (Boulder, CO)';
const salem = 'twin  dental (Salem, OR)';

// tess has both offices, tim one of them
beforeAll(async () => {
  await addAccounts(here.database, [
    { id: 'A', name: 'twin  dental', address: '2 Oak St, Salem, OR 97301' },
    { id: 'B', name: 'Twin Dental', address: '1 Elm St, Boulder, CO 80302' },
    { id: 'C', name: 'Aspen Dental', address: '3 Ash St, Salem, OR 97301' },
  ]);
  await addPerson(here.database, { id: 'tess', accounts: ['A', 'B', 'C'] });
  await addPerson(here.database, { id: 'tim', accounts: ['B'] });
  await addPerson(here.database, { id: 'ann' });
  await changeRoles(here, 'ann@people.test', { add: 'operator' });
  await here.database.pool.query(`
    update contact_accounts set is_primary = true;
    insert into calls (account_id, id, call_date_time, caller_name) values
      ('A', 'a1', '2026-03-02T15:00:00Z', 'Ann'), ('B', 'b1', '2026-03-01T15:00:00Z', 'Ben');
    insert into mailing_zones (account_id, id, name) values ('B', 'z1', 'Zone');
    insert into campaigns (account_id, id, name, campaign_type, zone_id) values ('B', 'spring', 'Spring', 'MVP Mail', 'z1');
    insert into access_log (account_id, contact_id, action, subject_kind, subject_id, happened_at)
      values ('A', 'tess', 'open', 'call', 'a1', '2026-03-10T15:00:00Z'), ('B', 'tess', 'open', 'call', 'b1', '2026-03-09T15:00:00Z')`);
  for (const id of ['tess', 'tim', 'ann']) tokens[id] = await signInAs(here, `${id}@people.test`);
});

const ask = async <Data>(
  who: string,
  route: Parameters<typeof requestRoute>[2],
  parts: Parameters<typeof requestRoute>[3] = {},
) => {
  const { code, data } = await requestRoute<Data>(here, tokens[who] as string, route, parts);
  expect(code).toBe(200);
  return data;
};
const all = { query: { accountIds: ['*'] } };
interface Named {
  id: string;
  name: string;
}

test('lists the accounts of a person in order of their names and places', async () => {
  const namesOf = async (who: string) =>
    (await ask<{ accounts: Named[] }>(who, relatedAccounts)).accounts.map(({ name }) => name);
  expect(await namesOf('tess')).toEqual(['Aspen Dental', boulder, salem]);
  expect(await namesOf('tim')).toEqual(['Twin Dental']);
});

test('keeps the bare name in the specified field, with the account’s id beside it', async () => {
  const { records } = await ask<{ records: object[] }>('tess', listMailings, all);
  expect(records).toMatchObject([{ accountId: 'B', accountName: 'Twin Dental' }]);
});

test('names the offices of an exported list', async () => {
  const sheetsFor = async (who: string) => {
    const { slt } = await ask<{ slt: string }>(who, requestDownload, {
      body: { accountIds: ['*'], acceptedTerms: true, authorizedReceiver: true },
    });
    const file = await here.app.http.inject(
      `${serviceBase.data}${downloadCalls.path}?${encodeQuery({ slt })}`,
    );
    const { sheets } = await readXlsx(file.rawPayload);
    const [titles = [], ...rows] = sheets[0]?.rows ?? [];
    return [rows.map((row) => row[titles.indexOf('Office')]), JSON.stringify(sheets[1]?.rows)] as const;
  };
  const [offices, about] = await sheetsFor('tess');
  expect(offices).toEqual([salem, boulder]);
  expect(about).toContain(boulder);
  expect((await sheetsFor('tim'))[0]).toEqual(['Twin Dental']);
});

test('names the offices of exported activity', async () => {
  const file = await here.app.http.inject({
    url: `${serviceBase.data}${pathOf(exportActivity)}?${encodeQuery({ accountIds: ['A', 'B'] })}`,
    headers: bearer(tokens['tess'] as string),
  });
  expect(file.body).toContain(`"${salem}"`);
  expect(file.body).toContain(`"${boulder}"`);
});

test('names the office of an upload and of a mailing’s zone', async () => {
  const { uploadAccounts } = await ask<{ uploadAccounts: Named[] }>('tess', listPatientLists, all);
  expect(uploadAccounts.map(({ name }) => name)).toEqual(['Aspen Dental', boulder, salem]);
  const zone = { params: { id: 'spring', zoneId: 'z1' } };
  expect(await ask('tess', mailingZone, zone)).toMatchObject({ officeName: boulder });
  expect(await ask('tim', mailingZone, zone)).toMatchObject({ officeName: 'Twin Dental' });
});

test.each([
  ['tess', 'twin', [boulder, salem]],
  ['tess', 'boulder', [boulder]],
  ['tim', 'twin', ['Twin Dental']],
  ['tim', 'boulder', []],
])('the search of %s for %j finds the offices %j', async (who, query, names) => {
  const { offices } = await ask<{ offices: Named[] }>(who, searchEverything, { query: { query } });
  expect(offices.map(({ name }) => name)).toEqual(names);
});

test('shows operators the places of all accounts of one name, and finds them by it', async () => {
  const list = async (query: string) =>
    (
      await ask<{ records: { name: string; distinctName: string }[] }>('ann', operateAccounts, {
        query: { query },
      })
    ).records.map(({ name, distinctName }) => [name, distinctName]);
  expect(await list('boulder')).toEqual([['Twin Dental', boulder]]);
  expect(await list('dental')).toEqual([
    ['Aspen Dental', 'Aspen Dental'],
    ['twin  dental', salem],
    ['Twin Dental', boulder],
  ]);
  const command = accountCommands.find(({ name }) => name === 'accounts list');
  const result = await command?.run(
    { database: here.database, clock: here.clock } as unknown as CommandDependencies,
    [],
    { search: 'salem' },
  );
  expect(result?.lines.join('\n')).toContain(salem);
  expect(result?.lines.join('\n')).not.toContain('Boulder');
});
