import { getCaller } from '@mailcall/contract/callers.ts';
import { beginClientView } from '@mailcall/contract/client-views.ts';
import { scoreboardGrantHeader } from '@mailcall/contract/identity.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { askRoute, requestRoute } from '../../../tests/support/request-route.ts';
import {
  addAccounts,
  addPerson,
  addTeamMember,
  bearer,
  signInAs,
  testApp,
  testNow,
} from '../../../tests/support/test-app.ts';
import { makeScoreboardGrant } from '../identity/index.ts';

const here = testApp();
const tokens = { olga: '', felix: '', limited: '' };
const query = (sql: string, ...values: unknown[]) => here.database.pool.query(sql, values);
const [staff, voicemail] = [1, 2];
const hour = 60 * 60 * 1000;

const addCall = (id: string, hoursAgo: number, values: Record<string, unknown> = {}) =>
  here.database.kysely
    .insertInto('calls')
    .values({
      account_id: 'own',
      id,
      call_date_time: new Date(Date.parse(testNow) - hoursAgo * hour).toISOString(),
      answered_by: voicemail,
      ...values,
    })
    .execute();

beforeAll(async () => {
  await addAccounts(here.database, [{ id: 'own' }, { id: 'foreign' }]);
  await addPerson(here.database, { id: 'olga', accounts: ['own'] });
  await addPerson(here.database, { id: 'felix', accounts: ['foreign'] });
  await addTeamMember(here.database, { id: 'ava', roles: ['account-manager'], accounts: ['own'] });
  tokens.olga = await signInAs(here, 'olga@people.test');
  tokens.felix = await signInAs(here, 'felix@people.test');
  tokens.limited = await signInAs(here, 'olga@people.test', { realm: 'limited-access' });
  await query(`insert into staff (account_id, id, name) values ('own', 's1', 'Maria'), ('own', 's2', 'Jo')`);
  await query(`
    insert into campaigns (account_id, id, name, label, campaign_type, reported_delivery_week) values
      ('own', 'spring', 'MC-1', 'Spring Postcard', 'MVP Mail', '2026-02-02'), ('own', 'autumn', 'MC-2', 'Autumn Postcard', 'MVP Mail', '2025-10-06'),
      ('own', 'other', 'MC-3', 'Other Postcard', 'MVP Mail', '2026-01-05'), ('own', 'web', 'Website', null, 'Call Tracking', '2018-01-01')`);
  await addCall('first', 90, {
    caller_phone_number: '(303) 555-0101',
    caller_name: 'Nora Chavez',
    answered_by: staff,
    handler_id: 's1',
    campaign_id: 'spring',
    highlights: 'Wants a cleaning.',
  });
  await addCall('second', 60, {
    caller_phone_number: '+13035550101',
    caller_id_name: 'CHAVEZ N',
    campaign_id: 'web',
    resolve_date: testNow,
    callback_handler_id: 's2',
  });
  await addCall('third', 2, { caller_phone_number: '303-555-0101', campaign_id: 'spring' });
  await addCall('gone', 1, { caller_phone_number: '+13035550101', deleted: true });
  await addCall('neighbor', 2, { caller_phone_number: '+13035550102' });
  await addCall('withheld', 2, { caller_phone_number: null });
  await addCall('word', 2, { caller_phone_number: '12' });
  await addCall('theirs', 2, { account_id: 'foreign', caller_phone_number: '+13035550101' });
  await query(
    `
    insert into appointments (account_id, id, call_id, first_name, date_time, phone, created_at) values
      ('own', 'visit', 'first', 'Nora', '2026-03-20T15:00:00Z', null, $1), ('own', 'cousin', 'neighbor', 'Leo', null, '3035550101', $1)`,
    testNow,
  );
  await query(
    `
    insert into patient_lists (account_id, id, name, archived_at) values
      ('own', 'list', 'March', null), ('own', 'old', 'Older', $1)`,
    testNow,
  );
  for (const list of ['list', 'old']) {
    await query(
      `
      insert into patient_households (account_id, patient_list_id, id, address, city, state, zip, patient_count)
      values ('own', $1, 'home', '1 Oak St', 'Denver', 'CO', '80202', 2)`,
      list,
    );
    await query(
      `
      insert into patients (account_id, id, patient_list_id, household_id, first_name, last_name, first_visit) values
        ('own', $1 || '-nora', $1, 'home', 'Nora', 'Chavez', '2026-03-01'), ('own', $1 || '-leo', $1, 'home', 'Leo', 'Chavez', '2026-03-02')`,
      list,
    );
    await query(
      `
      insert into patient_matches (account_id, patient_list_id, id, household_id, class, rule, first_visit, campaign_id, delivery_day, call_id, call_day)
      values ('own', $1, $1 || '-nora', 'home', 'strong', 'callerPhone', '2026-03-01', 'autumn', '2025-10-06', 'first', '2026-03-07')`,
      list,
    );
    await query(
      `
      insert into mailed_households (account_id, patient_list_id, household_id, campaign_id, delivery_day)
      values ('own', $1, 'home', 'autumn', '2025-10-06')`,
      list,
    );
  }
});

const callerOf = (id: string, token = tokens.olga) => askRoute(here, token, getCaller, { params: { id } });
const codeOf = async (id: string, token = tokens.olga) =>
  (await requestRoute(here, token, getCaller, { params: { id } })).code;

describe('a caller', () => {
  test.each(['first', 'second', 'third'])(
    'is found by the call %s, however its number is written',
    async (id) => {
      expect(await callerOf(id)).toMatchObject({
        accountId: 'own',
        callerName: 'Nora Chavez',
        callerIdName: 'Chavez N',
        callerPhoneNumber: '303-555-0101',
        waitingId: 'third',
        callCount: 3,
        calls: [
          { callId: 'third' },
          { callId: 'second' },
          { callId: 'first', callSummary: 'Wants a cleaning.' },
        ],
        appointments: [{ id: 'visit' }, { id: 'cousin', callId: 'neighbor' }],
        mailings: [
          { id: 'spring', title: 'Spring Postcard', deliveryDay: '2026-02-02', calls: 2 },
          { id: 'autumn', title: 'Autumn Postcard', deliveryDay: '2025-10-06', calls: 0 },
        ],
        staff: [
          { name: 'Jo', calls: 1 },
          { name: 'Maria', calls: 1 },
        ],
      });
    },
  );

  test('has the household that the audit of a current list found', async () => {
    expect((await callerOf('third')).households).toEqual([
      {
        accountId: 'own',
        patientListId: 'list',
        listName: 'March',
        address: '1 Oak St, Denver, CO 80202',
        patients: [
          {
            id: 'list-nora',
            name: 'Nora Chavez',
            firstVisit: '2026-03-01',
            rule: 'Same phone number as the caller',
          },
          { id: 'list-leo', name: 'Leo Chavez', firstVisit: '2026-03-02', rule: null },
        ],
      },
    ]);
    expect((await callerOf('neighbor')).households).toEqual([]);
  });

  test('is logged as opened, with the calls read and the list used', async () => {
    await query('delete from access_log');
    await callerOf('first');
    await callerOf('second');
    const { rows } = await query(
      'select action, subject_kind, subject_id from access_log order by subject_kind',
    );
    expect(rows).toEqual([
      { action: 'open', subject_kind: 'caller', subject_id: 'third' },
      { action: 'open', subject_kind: 'patient list', subject_id: 'list' },
    ]);
  });
});

describe('rights', () => {
  test.each(['gone', 'theirs', 'withheld', 'word', 'nobody', '+13035550101', '..', "'; --"])(
    'there is no caller %j for others, without a number, or that never was',
    async (id) => {
      expect(await codeOf(id)).toBe(404);
    },
  );

  test.each(['\u0000', 'x'.repeat(201)])('%j is no id', async (id) => {
    expect(await codeOf(id)).toBe(400);
  });

  test('a caller at another office is another one', async () => {
    expect(await codeOf('first', tokens.felix)).toBe(404);
    expect(await callerOf('theirs', tokens.felix)).toMatchObject({ callCount: 1, households: [] });
  });

  test('a limited session has no callers', async () => {
    expect(await codeOf('first', tokens.limited)).toBe(403);
  });

  test('an operator who views as the client reads what the client reads', async () => {
    const { token } = await askRoute(here, await signInAs(here, 'ava@people.test'), beginClientView, {
      body: { contactId: 'olga' },
    });
    expect(await callerOf('first', token)).toMatchObject({
      callCount: 3,
      households: [{ listName: 'March' }],
    });
    expect(await codeOf('theirs', token)).toBe(404);
  });

  test('a guest of a scoreboard link reads calls, but no patient list', async () => {
    const code = new URL(await makeScoreboardGrant(here, 'felix@people.test', ['own'])).searchParams.get(
      'code',
    );
    const exchanged = await here.app.http.inject({
      method: 'POST',
      url: '/api/identity/auth/scoreboard/grant',
      payload: { code },
    });
    const { grantToken } = exchanged.json<{ data: { grantToken: string } }>().data;
    const reply = await here.app.http.inject({
      url: '/api/data/callers/first',
      headers: { ...bearer(tokens.felix), [scoreboardGrantHeader]: grantToken },
    });
    expect(reply.json()).toMatchObject({
      data: { callCount: 3, households: [], mailings: [{ id: 'spring' }] },
    });
  });
});
