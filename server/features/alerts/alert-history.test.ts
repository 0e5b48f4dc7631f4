import { listSentAlerts, type SentAlert } from '@mailcall/contract/alert-history.ts';
import { scoreboardGrantHeader } from '@mailcall/contract/identity.ts';
import { beforeAll, expect, test } from 'vitest';
import { requestRoute } from '../../../tests/support/request-route.ts';
import { addAccounts, addPerson, bearer, signInAs, testApp } from '../../../tests/support/test-app.ts';
import { makeScoreboardGrant } from '../identity/index.ts';
import { buildApp } from '../../app.ts';
import { createLog } from '../../platform/log.ts';
import { cleanAlerts } from './clean-alerts.ts';

const here = testApp();
const tokens: Record<string, string> = {};

const alert = (account: string, contact: string, key: string, outbox: number | null, canceled = false) =>
  here.database.pool.query(
    `insert into alerts (account_id, alert_type, contact_id, channel, event_key, title, path, happened_at, created_at, outbox_id, canceled_at)
     values ($1, 'Missed Call Alert', $2, 'email', $3, 'Missed call', '/scoreboard/1', '2026-03-11T13:59:00Z', $4, $5, $6)`,
    [
      account,
      contact,
      key,
      `2026-03-11T14:00:0${key}Z`,
      outbox === null ? null : `00000000-0000-4000-8000-00000000000${outbox}`,
      canceled ? '2026-03-11T14:10:00Z' : null,
    ],
  );

beforeAll(async () => {
  await addAccounts(here.database, [
    { id: 'G' },
    { id: 'A', parent: 'G' },
    { id: 'B', parent: 'G' },
    { id: 'X' },
  ]);
  await addPerson(here.database, { id: 'olga', accounts: ['G'] });
  await addPerson(here.database, { id: 'nina', accounts: ['A'] });
  await addPerson(here.database, { id: 'felix', accounts: ['X'] });
  await here.database.pool.query(`update contact_accounts set is_primary = true where contact_id = 'olga'`);
  const message = (id: number, sent: string | null, abandoned: string | null) =>
    here.database.pool.query(
      `insert into outbox (id, channel, recipient, written_at, expires_at, sent_at, abandoned_at)
       values ($1, 'email', 'a@b.test', '2026-03-11T14:00:00Z', '2026-03-12T14:00:00Z', $2, $3)`,
      [`00000000-0000-4000-8000-00000000000${id}`, sent, abandoned],
    );
  await message(1, '2026-03-11T14:00:05Z', null);
  await message(2, null, '2026-03-11T14:00:05Z');
  await message(3, null, null);
  await alert('A', 'nina', '1', 1);
  await alert('A', 'nina', '2', 2);
  await alert('A', 'olga', '3', 3);
  await alert('A', 'olga', '4', null);
  await alert('A', 'nina', '5', null, true);
  await alert('B', 'olga', '6', 9);
  for (const id of ['olga', 'nina', 'felix']) tokens[id] = await signInAs(here, `${id}@people.test`);
});

const list = (who: string, query: object) =>
  requestRoute<{ meta: { total_count: number }; records: SentAlert[] }>(
    here,
    tokens[who] ?? '',
    listSentAlerts,
    { query },
  );
const states = async (who: string, query: object) =>
  (await list(who, query)).data.records.map(({ accountId, contactId, state }) =>
    [accountId, contactId, state].join(' '),
  );

test('shows a primary contact every alert of the account, newest first, with its state', async () => {
  const all = ['A nina canceled', 'A olga collected', 'A olga waiting', 'A nina failed', 'A nina sent'];
  expect(await states('olga', { accountIds: ['A'] })).toEqual(all);
  expect(await states('olga', { accountIds: ['A', 'B'] })).toEqual(['B olga failed', ...all]);
  const { data } = await list('olga', { accountIds: ['A'], page: 3, pageSize: 2 });
  expect(data.meta.total_count).toBe(5);
  expect(data.records).toMatchObject([
    {
      alertType: 'Missed Call Alert',
      title: 'Missed call',
      receiver: 'Person nina',
      method: 'Email',
      sentAt: '2026-03-11T14:00:05.000Z',
      path: '/scoreboard/1',
    },
  ]);
});

test('shows other contacts their own alerts', async () => {
  expect(await states('nina', { accountIds: ['A'] })).toEqual([
    'A nina canceled',
    'A nina failed',
    'A nina sent',
  ]);
});

test('shows nothing of another account, in a limited session or by a grant', async () => {
  await alert('A', 'felix', '7', 1);
  expect((await list('felix', { accountIds: ['A'] })).code).toBe(403);
  tokens['limited'] = await signInAs(here, 'olga@people.test', { realm: 'limited-access' });
  expect((await list('limited', { accountIds: ['A'] })).code).toBe(403);
  const code = new URL(await makeScoreboardGrant(here, 'felix@people.test', ['A'])).searchParams.get('code');
  const { http } = here.app;
  const url = '/api/identity/auth/scoreboard/grant';
  const exchanged = await http.inject({ method: 'POST', url, payload: { code } });
  const { grantToken } = exchanged.json<{ data: { grantToken: string } }>().data;
  const answer = await http.inject({
    url: '/api/data/settings/alerts?accountIds[]=A',
    headers: { ...bearer(tokens['felix'] ?? ''), [scoreboardGrantHeader]: grantToken },
  });
  expect([answer.statusCode, answer.json<{ data: { records: object[] } }>().data.records]).toEqual([200, []]);
});

test('keeps an alert’s state for 90 days, after the outbox removed its message', async () => {
  await cleanAlerts(here, { batch: 1 });
  await here.database.pool.query('delete from outbox');
  expect((await states('olga', { accountIds: ['A'] })).slice(-2)).toEqual(['A nina failed', 'A nina sent']);
  here.clock.set('2026-06-10T00:00:00Z');
  await cleanAlerts(here, { batch: 1 });
  const { rows } = await here.database.pool.query('select from alerts');
  expect(rows).toEqual([]);
});

test('starts although a part of the maintenance fails, and runs the later parts', async () => {
  const { pool } = here.database;
  await pool.query(`alter table alert_events rename to removed_events`);
  await pool.query(
    `insert into outbox (channel, written_at, expires_at) values ('email', '2026-01-01', '2026-01-02')`,
  );
  const { http } = await buildApp({ ...here, log: createLog({ logLevel: 'silent' }) });
  await http.ready();
  expect((await pool.query('select from outbox')).rows).toEqual([]);
  await http.close();
});
