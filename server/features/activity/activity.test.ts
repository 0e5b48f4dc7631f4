import { renameMailing } from '@mailcall/contract/mailings.ts';
import { requestDownload } from '@mailcall/contract/exports.ts';
import { saveOfficeHours } from '@mailcall/contract/office-hours.ts';
import { beforeAll, expect, test } from 'vitest';
import { requestRoute } from '../../../tests/support/request-route.ts';
import { addAccounts, addPerson, signInAs, testApp } from '../../../tests/support/test-app.ts';

const here = testApp();
const tokens: Record<string, string> = {};

beforeAll(async () => {
  await addAccounts(here.database, [{ id: 'group' }, { id: 'east', parent: 'group' }, { id: 'west' }]);
  await addPerson(here.database, { id: 'ann', accounts: ['group', 'west'] });
  await addPerson(here.database, { id: 'theo', accounts: ['west'] });
  await here.database.pool.query(`update contact_accounts set is_primary = true where contact_id = 'ann'`);
  for (const id of ['ann', 'theo']) tokens[id] = await signInAs(here, `${id}@people.test`);
});

const recorded = async () =>
  (
    await here.database.pool.query(
      `select concat_ws(' ', account_id, contact_id, action, subject_kind, place) as entry from access_log order by entry`,
    )
  ).rows.map(({ entry }: { entry: string }) => entry);

test('records a sign-in in the person’s accounts with the shortened address', async () => {
  expect(await recorded()).toEqual([
    'group ann sign in session 127.0.0.x',
    'west ann sign in session 127.0.0.x',
    'west theo sign in session 127.0.0.x',
  ]);
});

test('records changes and exports when they succeed, not when they are refused', async () => {
  await here.database.pool.query('delete from access_log');
  await here.database.kysely
    .insertInto('campaigns')
    .values({ account_id: 'east', id: 'm1', name: 'Order 1', campaign_type: 'MVP Mail' })
    .execute();
  const ask = async (who: string, route: Parameters<typeof requestRoute>[2], parts: object) =>
    (await requestRoute(here, tokens[who] as string, route, parts)).code;
  const open = [{ weekday: 1, opens: 480, closes: 1020 }];
  const hours = { body: { accountId: 'west', open, holidays: [] } };
  expect(await ask('theo', saveOfficeHours, hours)).toBe(422);
  expect(await recorded()).toEqual([]);
  expect(await ask('ann', saveOfficeHours, hours)).toBe(200);
  expect(await ask('ann', saveOfficeHours, hours)).toBe(200);
  expect(await ask('ann', renameMailing, { params: { id: 'm1' }, body: { name: 'Spring' } })).toBe(200);
  const consent = { acceptedTerms: true, authorizedReceiver: true };
  expect(await ask('ann', requestDownload, { body: { accountIds: ['group', 'west'], ...consent } })).toBe(
    200,
  );
  expect(await recorded()).toEqual([
    'east ann export calls 127.0.0.x',
    'east ann rename mailing 127.0.0.x',
    'group ann export calls 127.0.0.x',
    'west ann change office hours 127.0.0.x',
    'west ann export calls 127.0.0.x',
  ]);
});
