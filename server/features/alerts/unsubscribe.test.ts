import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AlertEmails } from '@mailcall/contract/alert-emails.ts';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { addAccounts, addPerson, testApp } from '../../../tests/support/test-app.ts';
import { cleanAlerts } from './clean-alerts.ts';
import { storeUnsubscribeList, openUnsubscribeLinks, type UnsubscribeSubject } from './unsubscribe.ts';

const here = testApp();
const subject: UnsubscribeSubject = { accountId: 'A,1', contactId: 'ann', alertType: 'Missed Call Alert' };
const linkTo = async (of: UnsubscribeSubject) =>
  new URL((await openUnsubscribeLinks(here.environment)).urlOf(here.environment.publicUrl, of));
const oneClick = { 'content-type': 'application/x-www-form-urlencoded' };
const post = (
  path: string,
  headers: Record<string, string> = oneClick,
  payload = 'List-Unsubscribe=One-Click',
) => here.app.http.inject({ method: 'POST', url: path, headers, payload });

const on = async () => {
  const { rows } = await here.database.pool.query<{ row: string }>(
    `select concat_ws(' ', account_id, contact_id, alert_type, frequency, array_to_string(methods, '+')) as row
     from notification_settings where not deleted order by id`,
  );
  return rows.map(({ row }) => row);
};
const others = [
  'A,1 ann New Opportunity Call Alert Daily Email',
  'A,1 bob Missed Call Alert Real-time Email',
  'A2 ann Missed Call Alert Real-time Email',
];

beforeAll(async () => {
  await addAccounts(here.database, [{ id: 'A,1', name: 'Harbor Dental' }, { id: 'A2' }]);
  for (const id of ['ann', 'bob']) await addPerson(here.database, { id, accounts: ['A,1'], password: false });
});
beforeEach(async () => {
  await here.database.pool.query(`
    delete from notification_settings;
    insert into notification_settings (account_id, id, contact_id, alert_type, frequency, methods) values
      ('A,1', '1', 'ann', 'Missed Call Alert', 'Weekly', '{Email,SMS}'),
      ('A,1', '2', 'ann', 'New Opportunity Call Alert', 'Daily', '{Email}'),
      ('A,1', '3', 'bob', 'Missed Call Alert', 'Real-time', '{Email}'),
      ('A2', '4', 'ann', 'Missed Call Alert', 'Real-time', '{Email}')`);
});

test.each([
  ['a form', oneClick, 'List-Unsubscribe=One-Click'],
  [
    'another form',
    { 'content-type': 'multipart/form-data; boundary=x' },
    '--x\r\n\r\nList-Unsubscribe=One-Click\r\n--x--',
  ],
  ['a page of another site', { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' }, ''],
])(
  'one click stops the emails of one alert by %s, without a session, and text messages stay',
  async (_, headers, payload) => {
    const { pathname } = await linkTo(subject);
    const first = await post(pathname, headers, payload);
    expect([first.statusCode, first.json()]).toEqual([
      200,
      {
        status: 'success',
        data: {
          alerts: [
            { alertType: 'Missed Call Alert', accountId: 'A,1', accountName: 'Harbor Dental', on: false },
          ],
        },
      },
    ]);
    const after = ['A,1 ann Missed Call Alert Weekly SMS', ...others];
    expect(await on()).toEqual(after);
    expect((await post(pathname)).json()).toEqual(first.json());
    expect(await on()).toEqual(after);
  },
);

test('switches an alert off that came by email only, and logs who did it', async () => {
  const { pathname } = await linkTo({ ...subject, alertType: 'New Opportunity Call Alert' });
  await post(pathname);
  expect(await on()).toEqual(['A,1 ann Missed Call Alert Weekly Email+SMS', ...others.slice(1)]);
  const { rows } = await here.database.pool.query(
    `select contact_id, action from access_log where subject_kind = 'notification setting' and subject_id = '2'`,
  );
  expect(rows).toEqual([{ contact_id: 'ann', action: 'switch off' }]);
});

test('opens a page that says what the link stops, without changing anything', async () => {
  const { pathname, origin } = await linkTo(subject);
  const before = await on();
  const opened = await here.app.http.inject(pathname);
  expect(opened.statusCode).toBe(303);
  const page = new URL(String(opened.headers.location));
  expect([page.origin, page.pathname]).toEqual([origin, '/unsubscribe']);
  expect(pathname).toContain(page.searchParams.get('token'));
  const { data } = (await here.app.http.inject(`${pathname}/emails`)).json<{ data: AlertEmails }>();
  expect(data.alerts).toEqual([
    { alertType: 'Missed Call Alert', accountId: 'A,1', accountName: 'Harbor Dental', on: true },
  ]);
  expect(await on()).toEqual(before);
});

test('stops and names exactly the alerts of a mail with several', async () => {
  const listId = await here.database.transaction((transaction) =>
    storeUnsubscribeList(
      transaction,
      'ann',
      [
        { accountId: 'A2', alertType: 'Missed Call Alert' },
        { accountId: 'A,1', alertType: 'Missed Call Alert' },
        { accountId: 'A2', alertType: 'Missed Call Alert' },
      ],
      here.clock.now(),
    ),
  );
  const { pathname } = await linkTo({ listId });
  const emails = async () =>
    (await here.app.http.inject(`${pathname}/emails`)).json<{ data: AlertEmails }>().data.alerts;
  const named = [
    { alertType: 'Missed Call Alert', accountId: 'A,1', accountName: 'Harbor Dental', on: true },
    { alertType: 'Missed Call Alert', accountId: 'A2', accountName: 'Office A2', on: true },
  ];
  expect(await emails()).toEqual(named);
  expect((await post(pathname)).statusCode).toBe(200);
  expect(await emails()).toEqual(named.map((alert) => ({ ...alert, on: false })));
  expect(await on()).toEqual(['A,1 ann Missed Call Alert Weekly SMS', ...others.slice(0, 2)]);
  // two years later the list is gone, and its link is invalid
  here.clock.advance(2 * 365 * 24 * 60 * 60_000 + 1);
  await cleanAlerts(here);
  expect((await post(pathname)).statusCode).toBe(404);
});

test('names an office by its place for who has another of that name', async () => {
  const address = '1 Elm St, Boulder, CO 80302';
  await addAccounts(here.database, [
    { id: 'T1', name: 'Twin Dental', address },
    { id: 'T2', name: 'Twin Dental', address: '2 Oak St, Salem, OR 97301' },
  ]);
  await addPerson(here.database, { id: 'tom', accounts: ['T1', 'T2'], password: false });
  const { pathname } = await linkTo({ ...subject, accountId: 'T1', contactId: 'tom' });
  const { data } = (await here.app.http.inject(`${pathname}/emails`)).json<{ data: AlertEmails }>();
  expect(data.alerts.map(({ accountName }) => accountName)).toEqual(['Twin Dental (Boulder, CO)']);
  const { pathname: ofBob } = await linkTo({ ...subject, accountId: 'T1', contactId: 'bob' });
  expect((await post(ofBob)).json<{ data: AlertEmails }>().data.alerts).toMatchObject([
    { accountName: 'Twin Dental' },
  ]);
});

test('refuses a forged link', async () => {
  const { pathname } = await linkTo(subject);
  const { pathname: ofBob } = await linkTo({ ...subject, contactId: 'bob' });
  const before = await on();
  const [payload, mac] = pathname.split('.');
  for (const forged of [
    `${payload}.`,
    `${ofBob.split('.')[0]}.${mac}`,
    `${payload}.${mac}.`,
    pathname.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
  ]) {
    expect((await post(forged)).statusCode).toBe(404);
    expect((await here.app.http.inject(`${forged}/emails`)).statusCode).toBe(404);
  }
  expect(await on()).toEqual(before);
});

test('signs links with a key in the data folder and never logs them', async () => {
  const key = await readFile(join(here.environment.dataFolder, 'alerts', 'unsubscribe-key'), 'utf8');
  expect(key).toMatch(/^[\w-]{43}$/);
  const { pathname } = await linkTo(subject);
  await post(pathname);
  expect(here.logged.join('\n')).not.toContain(pathname.split('/').at(-1));
});
