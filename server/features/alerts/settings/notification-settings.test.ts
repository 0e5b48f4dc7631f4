import type { NotificationSetting } from '@mailcall/contract/notification-settings.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import type { UserSettings } from '@mailcall/contract/settings.ts';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { addAccounts, addPerson, bearer, signInAs, testApp } from '../../../../tests/support/test-app.ts';
import { countLockWaits } from '../../../../tests/support/lock-waits.ts';
import { makeScoreboardGrant } from '../../identity/index.ts';

const here = testApp();
const tokens: Record<'olga' | 'desk' | 'felix', string> = { olga: '', desk: '', felix: '' };

beforeAll(async () => {
  const { database } = here;
  await addAccounts(database, [{ id: 'group' }, { id: 'east', parent: 'group' }, { id: 'other' }]);
  await addPerson(database, { id: 'olga', accounts: ['group'], phone: '+12025550101' });
  await addPerson(database, { id: 'desk', accounts: ['east'] });
  await addPerson(database, { id: 'felix', accounts: ['other'], phone: '+12025550103' });
  await addPerson(database, { id: 'gone', accounts: ['east'] });
  await database.pool.query(`
    update contact_accounts set is_primary = true where contact_id in ('olga', 'felix');
    update contacts set deleted = true where id = 'gone'`);
  for (const id of ['olga', 'desk', 'felix'] as const) tokens[id] = await signInAs(here, `${id}@people.test`);
});
beforeEach(() => here.database.pool.query('truncate notification_settings, access_log'));

type Person = keyof typeof tokens;
const request = (who: Person, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
  here.app.http.inject({ method, url, headers: bearer(tokens[who]), ...(payload && { payload }) });
const save = (who: Person, notification: object[], accountId = 'east') =>
  request(who, 'POST', '/api/data/settings/contacts', { accountId, notification });
const rowsOf = (answer: { json: <T>() => T }) =>
  answer.json<{ data: { notification: NotificationSetting[] } }>().data.notification;
const list = async (who: Person, accountId = 'east') =>
  rowsOf(await request(who, 'GET', `/api/data/settings/account?accountIds=${accountId}`));
const inShort = (rows: NotificationSetting[]) =>
  rows.map(({ Alert_Type__c, Method__c, Frequency__c, Contact__r }) =>
    [Contact__r.Id, Alert_Type__c, Frequency__c, ...Method__c].join(' '),
  );
const saysOf = (answer: { statusCode: number; json: <T>() => T }) => {
  const { message, data } = answer.json<{ message?: string; data: object | null }>();
  return [answer.statusCode, answer.statusCode === 400 ? data : message];
};
const row = (contactId: string, alertType: string, frequency: string, ...method: string[]) => ({
  contactId,
  alertType,
  frequency,
  method,
});
const missed = row('desk', 'Missed Call Alert', 'Real-time', 'Email');

test('a primary contact of the group sets alerts of all contacts; others see and change their own', async () => {
  const ofOlga = row('olga', 'Performance Breakdown Alert', 'Weekly', 'SMS', 'Email');
  const saved = rowsOf(await save('olga', [ofOlga, missed]));
  expect(saved.map(({ Contact__r }) => Contact__r)).toEqual([
    { Id: 'olga', name: 'Person olga', Email: 'olga@people.test', Phone: '+12025550101' },
    { Id: 'desk', name: 'Person desk', Email: 'desk@people.test', Phone: null },
  ]);
  expect(inShort(await list('olga'))).toEqual([
    'desk Missed Call Alert Real-time Email',
    'olga Performance Breakdown Alert Weekly Email SMS',
  ]);
  const [own] = await list('desk');
  expect(inShort(own ? [own] : [])).toEqual(['desk Missed Call Alert Real-time Email']);
  expect(await list('olga', 'group')).toEqual([]);

  const changed = rowsOf(await save('desk', [{ ...missed, id: own?.id, frequency: 'Daily' }]));
  expect(changed).toEqual([{ ...own, Frequency__c: 'Daily' }]);
  expect(inShort(await list('olga'))).toContain('desk Missed Call Alert Daily Email');
});

test('alerts of contacts who have no right to the account are not listed', async () => {
  await here.database.pool.query(`
    insert into notification_settings (account_id, id, contact_id, alert_type, frequency, methods)
    select 'east', id, id, 'Missed Call Alert', 'Daily', '{Email}' from unnest(array['felix', 'gone', 'desk']) as id`);
  expect((await list('olga')).map(({ id }) => id)).toEqual(['desk']);
  expect(await alertsOf('olga')).toMatchObject({ missedCallAlertRecipients: 'desk@people.test' });
});

test('switching off keeps the id for later and does nothing twice; each change is logged once', async () => {
  const [first] = rowsOf(await save('desk', [missed]));
  await save('desk', [missed]);
  const off = rowsOf(await save('desk', [{ ...missed, method: [] }]));
  expect(off).toEqual([{ ...first, Method__c: [] }]);
  expect(rowsOf(await save('desk', [{ ...missed, method: [] }]))).toEqual(off);
  expect(await list('olga')).toEqual([]);
  expect(rowsOf(await save('olga', [{ ...missed, id: first?.id }]))).toEqual([first]);
  expect(rowsOf(await save('desk', [row('desk', 'En Route Alert', 'Weekly')]))[0]?.id).toBe('');
  const { rows } = await here.database.pool.query<object>(
    `select contact_id || ' ' || action || ' ' || account_id as entry, subject_id from access_log
     where subject_kind = 'notification setting' order by happened_at, entry`,
  );
  expect(rows.map((entry) => Object.values(entry))).toEqual(
    ['desk change east', 'desk switch off east', 'olga change east'].map((entry) => [entry, first?.id]),
  );
});

test.each<
  [what: string, who: Person, rows: object[], status: number, says: string | object, account?: string]
>([
  ['an account of others', 'felix', [missed], 403, 'You do not have access to one of these accounts.'],
  [
    'a parent of one’s own',
    'desk',
    [missed],
    403,
    'You do not have access to one of these accounts.',
    'group',
  ],
  ['others’ alerts', 'desk', [{ ...missed, contactId: 'olga' }], 422, messages.onlyPrimaryForOthers],
  [
    'an alert for primary contacts',
    'desk',
    [missed, row('desk', 'Performance Breakdown Alert', 'Daily', 'Email')],
    422,
    messages.onlyPrimaryForAlert('Performance Breakdown Alert'),
  ],
  [
    'a wrong frequency',
    'olga',
    [missed, row('olga', 'En Route Alert', 'Daily', 'Email')],
    400,
    { 'notification.1.frequency': 'Use one of Weekly.' },
  ],
  [
    'SMS without a phone',
    'desk',
    [{ ...missed, method: ['SMS'] }],
    400,
    { 'notification.0.method': messages.smsNeedsPhone },
  ],
  ...['felix', 'gone', 'nobody'].map((contactId): [string, Person, object[], number, object] => [
    `the contact ${contactId}`,
    'olga',
    [missed, { ...missed, contactId }],
    400,
    { 'notification.1.contactId': 'This contact does not belong to the account.' },
  ]),
  [
    'a contact without the account',
    'olga',
    [missed],
    400,
    { 'notification.0.contactId': 'This contact does not belong to the account.' },
    'group',
  ],
  [
    'one alert twice',
    'desk',
    [missed, missed],
    400,
    { 'notification.1.alertType': 'This alert of the contact is listed twice.' },
  ],
  [
    'another id',
    'desk',
    [{ ...missed, id: 'none' }],
    400,
    { 'notification.0.id': 'This is not the id of this contact’s setting.' },
  ],
  ['nothing', 'desk', [], 400, { notification: 'Name at least one setting.' }],
])('%s is refused, and nothing is stored', async (_, who, rows, status, says, account) => {
  expect(saysOf(await save(who, rows, account))).toEqual([status, says]);
  const { rowCount } = await here.database.pool.query('select from notification_settings');
  expect(rowCount).toBe(0);
});

test('a list shows one account, and nothing through a grant; a guest reads and saves nothing', async () => {
  await save('felix', [row('felix', 'Missed Call Alert', 'Daily', 'Email')], 'other');
  const url = (ids: string) => `/api/data/settings/account?accountIds=${ids}`;
  expect(saysOf(await request('olga', 'GET', url('*')))).toEqual([
    400,
    { accountIds: 'Select one account.' },
  ]);
  expect((await request('olga', 'GET', url('other'))).statusCode).toBe(403);
  const made = await makeScoreboardGrant(here, 'olga@people.test', ['other']);
  const code = new URL(made).searchParams.get('code');
  const exchanged = await here.app.http.inject({
    method: 'POST',
    url: '/api/identity/auth/scoreboard/grant',
    payload: { code },
  });
  const { accessToken, grantToken } = exchanged.json<{
    data: { accessToken: string; grantToken: string };
  }>().data;
  const grantHeader = { 'x-grant-scoreboard': grantToken };
  const beside = { ...bearer(await signInAs(here, 'olga@people.test')), ...grantHeader };
  expect(rowsOf(await here.app.http.inject({ url: url('other'), headers: beside }))).toEqual([]);
  const headers = { ...bearer(accessToken), ...grantHeader };
  expect((await here.app.http.inject({ url: url('other'), headers })).statusCode).toBe(403);
  const saved = await here.app.http.inject({
    method: 'POST',
    url: '/api/data/settings/contacts',
    headers,
    payload: { accountId: 'east', notification: [missed] },
  });
  expect(saysOf(saved)).toEqual([403, messages.grantNeedsLogin]);
});

const waiting = () => countLockWaits(here.database.pool);

test('two people who save at once both succeed, one after the other', async () => {
  const { pool } = here.database;
  const blocker = await pool.connect();
  await blocker.query('begin');
  await blocker.query('lock table notification_settings in share row exclusive mode');
  const saves = Promise.all([
    save('olga', [{ ...missed, frequency: 'Daily' }]),
    save('desk', [{ ...missed, frequency: 'Weekly' }]),
  ]);
  await expect.poll(waiting).toBe(2);
  await blocker.query('commit');
  blocker.release();
  expect((await saves).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect(await list('olga')).toHaveLength(1);
});

test.each([
  ['the alerts of an account', () => save('desk', [{ ...missed, frequency: 'Daily' }]), 'Daily'],
  ['the user settings', () => request('desk', 'PUT', settingsUrl, { missedCallAlerts: ['email'] }), 'Weekly'],
])(
  'who saves %s while an import stores the same alert changes what the import stored',
  async (_, saves, frequency) => {
    const feed = await here.database.pool.connect();
    await feed.query('begin');
    await feed.query(`
    insert into notification_settings (account_id, id, contact_id, alert_type, frequency, methods)
    values ('east', 'fed', 'desk', 'Missed Call Alert', 'Weekly', '{SMS}')`);
    const saving = saves();
    await expect.poll(waiting).toBe(1);
    await feed.query('commit');
    feed.release();
    expect((await saving).statusCode).toBe(200);
    const [stored] = await list('desk');
    expect(stored).toMatchObject({ id: 'fed', Frequency__c: frequency });
    expect(stored?.Method__c).toContain('Email');
  },
);

const settingsUrl = '/api/identity/user/settings';
const alertsOf = async (who: Person) =>
  (await request(who, 'GET', settingsUrl)).json<{ data: UserSettings }>().data.settings[0];

test('missed call alerts of the user settings are the rows of all accounts: Real-time at first, then unchanged', async () => {
  await save('olga', [row('olga', 'Missed Call Alert', 'Weekly', 'SMS')]);
  const none = { receivedSmsAlerts: [], missedCallAlertRecipients: '' };
  expect(await alertsOf('olga')).toEqual({ ...none, missedCallAlerts: ['push'] });
  await request('olga', 'PUT', settingsUrl, {
    missedCallAlerts: ['push', 'email'],
    receivedSmsAlerts: ['push', 'email'],
  });
  expect(await alertsOf('olga')).toMatchObject({
    missedCallAlerts: ['email', 'push'],
    receivedSmsAlerts: ['email', 'push'],
  });
  expect(inShort(await list('olga'))).toEqual(['olga Missed Call Alert Weekly Email SMS']);
  expect(inShort(await list('olga', 'group'))).toEqual(['olga Missed Call Alert Real-time Email']);
  await request('olga', 'PUT', settingsUrl, { missedCallAlerts: [] });
  expect([...(await list('olga')), ...(await list('olga', 'group'))]).toEqual([]);
  expect(saysOf(await request('desk', 'PUT', settingsUrl, { missedCallAlerts: ['push'] }))).toEqual([
    400,
    { missedCallAlerts: messages.smsNeedsPhone },
  ]);
});

test('recipients of missed calls are other contacts by email, whom only a primary contact changes', async () => {
  const put = (who: Person, missedCallAlertRecipients: string) =>
    request(who, 'PUT', settingsUrl, { missedCallAlertRecipients });
  await put('olga', ' DESK@people.test, olga@people.test,');
  expect(await alertsOf('olga')).toMatchObject({ missedCallAlertRecipients: 'desk@people.test' });
  expect(inShort(await list('olga'))).toEqual(['desk Missed Call Alert Real-time Email']);
  expect((await alertsOf('desk'))?.missedCallAlerts).toEqual(['email']);
  expect(saysOf(await put('olga', 'desk@people.test,felix@people.test,x@y.test'))).toEqual([
    400,
    { missedCallAlertRecipients: 'No contact of your accounts has felix@people.test, x@y.test.' },
  ]);
  expect(saysOf(await put('desk', 'olga@people.test'))).toEqual([422, messages.onlyPrimaryForOthers]);
  expect((await put('desk', '')).statusCode).toBe(200);
  await put('olga', '');
  expect(await list('olga')).toEqual([]);
});
