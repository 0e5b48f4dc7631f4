import { type Activity, exportActivity, listActivity } from '@mailcall/contract/activity.ts';
import { removedPerson } from '@mailcall/contract/rules/activity.ts';
import { pathOf } from '@mailcall/contract/wire/route.ts';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { requestRoute } from '../../../tests/support/request-route.ts';
import { addAccounts, addPerson, bearer, signInAs, testApp } from '../../../tests/support/test-app.ts';
import { serviceBase } from '../../platform/http/serve.ts';
import { recordActivity } from './index.ts';

const here = testApp();
const tokens: Record<string, string> = {};

beforeAll(async () => {
  await addAccounts(here.database, [{ id: 'group' }, { id: 'east', parent: 'group' }, { id: 'west' }]);
  await addPerson(here.database, { id: 'ann', accounts: ['group'] });
  await addPerson(here.database, { id: 'theo', accounts: ['east'] });
  await addPerson(here.database, { id: 'wes', accounts: ['west'] });
  await here.database.pool.query(`
    update contact_accounts set is_primary = true where contact_id in ('ann', 'wes');
    update accounts set time_zone = 'America/Denver' where id = 'east';
    insert into calls (account_id, id, call_date_time) values ('east', 'c1', '2026-03-01T15:00:00Z');
    insert into campaigns (account_id, id, name, campaign_type) values ('east', 'm1', 'Order 1', 'MVP Mail')`);
  for (const id of ['ann', 'theo', 'wes']) tokens[id] = await signInAs(here, `${id}@people.test`);
});

beforeEach(async () => {
  await here.database.pool.query('truncate access_log');
  const entry = { accountId: 'east', contactId: 'theo' };
  await recordActivity(here.database.kysely, [
    // March 8 in Denver
    { ...entry, action: 'play', subject: { kind: 'call', id: 'c1' }, at: new Date('2026-03-09T05:30:00Z') },
    { ...entry, action: 'open', subject: { kind: 'call', id: 'gone' }, at: new Date('2026-03-10T16:00:00Z') },
    {
      accountId: 'east',
      contactId: 'ann',
      action: 'approve',
      subject: { kind: 'mailing', id: 'm1' },
      at: new Date('2026-03-11T16:00:00Z'),
    },
    {
      accountId: 'west',
      contactId: 'wes',
      action: 'open',
      subject: { kind: 'call', id: 'c9' },
      at: new Date('2026-03-11T17:00:00Z'),
    },
  ]);
  await here.database.pool.query(`update access_log set place = '203.0.113.x' where contact_id = 'ann'`);
});

const list = (who: string, query: object = {}) =>
  requestRoute<{ meta: { total_count: number }; records: Activity[] }>(
    here,
    tokens[who] as string,
    listActivity,
    { query: { accountIds: ['east'], ...query } },
  );
const texts = async (query: object) => (await list('ann', query)).data.records.map(({ text }) => text);

test('shows activity, newest first, to primary contacts of the office or one above', async () => {
  const { data } = await list('ann');
  expect(data.meta.total_count).toBe(3);
  expect(data.records).toMatchObject([
    {
      person: 'Person ann',
      kind: 'approval',
      text: 'Approved a mailing',
      place: '203.0.113.x',
      mailingId: 'm1',
    },
    {
      person: 'Person theo',
      kind: 'open',
      text: 'Opened a call',
      place: null,
      callId: null,
      mailingId: null,
    },
    { person: 'Person theo', kind: 'play', text: 'Played a recording', callId: 'c1', accountId: 'east' },
  ]);
});

test('hides it from others', async () => {
  expect((await list('theo')).data).toMatchObject({ meta: { total_count: 0 }, records: [] });
  expect((await list('wes')).code).toBe(403);
  expect((await list('ann', { accountIds: ['east', 'group'] })).data.meta.total_count).toBe(3);
});

test.each([
  ['a kind', { kind: 'play' }, ['Played a recording']],
  ['a person', { contactId: 'ann' }, ['Approved a mailing']],
  ['the office’s days', { startDate: '2026-03-08', endDate: '2026-03-08' }, ['Played a recording']],
  ['the days after', { startDate: '2026-03-09' }, ['Approved a mailing', 'Opened a call']],
  ['words of what was done', { query: 'MAILING appr' }, ['Approved a mailing']],
  ['a name and what they did', { query: 'theo recording' }, ['Played a recording']],
  ['a place', { query: '203.0' }, ['Approved a mailing']],
  ['a sign of patterns, literally', { query: '%' }, []],
  ['pages', { page: 2, pageSize: 2 }, ['Played a recording']],
])('is found by %s', async (_name, query, expected) => {
  expect(await texts(query)).toEqual(expected);
});

test('hides the name of an erased person', async () => {
  await here.database.pool.query(`update contacts set deleted = true where id = 'theo'`);
  expect((await list('ann', { kind: 'play' })).data.records).toMatchObject([
    { contactId: 'theo', person: null },
  ]);
  await here.database.pool.query(`update contacts set deleted = false where id = 'theo'`);
});

test('exports the list in the office’s local time and records the export', async () => {
  await here.database.pool.query(
    `update contacts set name = '=1+1' where id = 'theo'; delete from contacts where id = 'nobody'`,
  );
  await recordActivity(here.database.kysely, [
    {
      accountId: 'east',
      contactId: 'nobody',
      action: 'play',
      subject: { kind: 'call', id: 'c1' },
      at: new Date('2026-03-09T05:00:00Z'),
    },
  ]);
  const answer = await here.app.http.inject({
    url: `${serviceBase.data}${pathOf(exportActivity)}?accountIds[]=east&kind=play`,
    headers: bearer(tokens['ann'] as string),
  });
  expect(answer.headers).toMatchObject({
    'content-disposition': 'attachment; filename="activity-2026-03-11.csv"',
    'cache-control': 'no-store',
  });
  expect(answer.body.split('\r\n')).toEqual([
    '\uFEFFDate,Time,Office,Person,Kind,What,Where,Call or mailing',
    `2026-03-08,11:30 pm,Office east,'=1+1,Recordings played,Played a recording,,c1`,
    `2026-03-08,11:00 pm,Office east,${removedPerson},Recordings played,Played a recording,,c1`,
    '',
  ]);
  expect(await texts({ kind: 'download' })).toEqual(['Exported the activity']);
  // already tomorrow there
  await here.database.pool.query(`update accounts set time_zone = 'Pacific/Kiritimati' where id = 'east'`);
  const tomorrow = await here.app.http.inject({
    url: `${serviceBase.data}${pathOf(exportActivity)}?accountIds[]=east&kind=play`,
    headers: bearer(tokens['ann'] as string),
  });
  expect(tomorrow.headers['content-disposition']).toContain('activity-2026-03-12.csv');
  await here.database.pool.query(`update accounts set time_zone = 'America/New_York' where id = 'east'`);
});

test('lists a sign-in once for all selected accounts, and in each of them alone', async () => {
  const signIn = { contactId: 'theo', action: 'sign in', subject: { kind: 'session', id: 's1' } };
  const at = new Date('2026-03-12T16:00:00Z');
  const again = { ...signIn, subject: { kind: 'session', id: 's2' }, at: new Date('2026-03-12T17:00:00Z') };
  await recordActivity(here.database.kysely, [
    { ...signIn, accountId: 'east', at },
    { ...signIn, accountId: 'group', at },
    { ...again, accountId: 'group' },
  ]);
  const signIns = async (accountIds: string[]) => {
    const { data } = await list('ann', { accountIds, kind: 'sign-in' });
    return [data.meta.total_count, data.records.map(({ at: when }) => when)];
  };
  expect(await signIns(['group', 'east'])).toEqual([2, ['2026-03-12T17:00:00.000Z', at.toISOString()]]);
  expect(await signIns(['east'])).toEqual([1, [at.toISOString()]]);
  expect(await signIns(['group'])).toEqual([2, ['2026-03-12T17:00:00.000Z', at.toISOString()]]);
});
