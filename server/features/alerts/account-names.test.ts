import { beforeEach, expect, test } from 'vitest';
import { addAccounts, addPerson } from '../../../tests/support/test-app.ts';
import { testDatabase } from '../../../tests/support/test-database.ts';
import { fixedClock } from '../../platform/clock.ts';
import { engineOf, putCalls, setAlert } from './alerts-for-tests.ts';
import { beginAlerts } from './progress.ts';

const here = testDatabase();
// Wednesday, 10:00 in New York
const clock = fixedClock('2026-03-11T14:00:00Z');
const run = (sql: string) => here.database.pool.query(sql);
const look = () => engineOf({ database: here.database, clock }).engine.look();
const at = (minutesAgo: number) => new Date(clock.now().getTime() - minutesAgo * 60_000);
const miss = (accountId: string, ...ids: string[]) =>
  putCalls(
    here.database,
    accountId,
    ids.map((id) => ({ id, at: at(1), kind: 'missed' })),
  );

async function messages() {
  const { rows } = await run(
    `select recipient, channel, subject, body_text as text, body_html as html from outbox order by written_at, recipient, channel`,
  );
  return rows as {
    recipient: string;
    channel: 'email' | 'sms';
    subject: string | null;
    text: string;
    html: string | null;
  }[];
}

beforeEach(async () => {
  clock.set('2026-03-11T14:00:00Z');
  for (const table of [
    'alerts',
    'alert_events',
    'alert_progress',
    'outbox',
    'calls',
    'notification_settings',
    'contact_accounts',
    'contacts',
    'accounts',
  ])
    await run(`delete from ${table}`);
  await addAccounts(here.database, [
    { id: 'A', name: 'Harbor Dental', address: '1 Elm St, Boulder, CO 80302' },
    { id: 'B', name: 'harbor  dental', address: '2 Oak St, Salem, OR 97301' },
    { id: 'X', name: 'Harbor Dental', address: '3 Ash St, Austin, TX 78701' },
  ]);
  await run(`update accounts set time_zone = 'America/New_York'`);
  await addPerson(here.database, {
    id: 'ann',
    accounts: ['A', 'B'],
    phone: '+12025550101',
    password: false,
  });
  await addPerson(here.database, { id: 'bob', accounts: ['A'], password: false });
  await beginAlerts((work) => here.database.transaction(work), clock.now());
  await run(`update alert_progress set began_at = '2026-02-11T14:00:00Z', has_calls = true`);
});

const wants = async (
  contactId: string,
  accountIds: readonly string[],
  [alertType, frequency = 'Real-time', methods = ['Email']]: [
    Parameters<typeof setAlert>[1]['alertType'],
    ('Real-time' | 'Daily')?,
    ('Email' | 'SMS')[]?,
  ],
) => {
  for (const accountId of accountIds)
    await setAlert(here.database, { accountId, contactId, alertType, frequency, methods });
};

test('alerts name an office by its place for who has another of that name', async () => {
  await wants('ann', ['A', 'B'], ['Missed Call Alert', 'Real-time', ['Email', 'SMS']]);
  await wants('bob', ['A'], ['Missed Call Alert']);
  await miss('A', '1');
  await look();
  const [smsToAnn, toAnn, toBob] = await messages();
  expect(smsToAnn).toMatchObject({
    channel: 'sms',
    text: expect.stringContaining('Missed call at Harbor Dental (Boulder, CO),') as string,
  });
  expect(toAnn?.subject).toMatch(/^Missed call at Harbor Dental \(Boulder, CO\), /);
  for (const body of [toAnn?.text, toAnn?.html]) {
    expect(body).toContain('the Missed Call Alert of Harbor Dental (Boulder, CO) by email');
    expect(body?.split('Harbor Dental').length).toBe(body?.split('Harbor Dental (Boulder, CO)').length);
  }
  expect(toBob?.subject).toMatch(/^Missed call at Harbor Dental, /);
  expect(`${toBob?.text}${toBob?.html}`).not.toContain('Boulder');
});

test('daily messages and the Performance Breakdown do', async () => {
  await wants('ann', ['B'], ['Missed Call Alert', 'Daily']);
  await wants('ann', ['B'], ['Performance Breakdown Alert', 'Daily']);
  await miss('B', '1', '2');
  clock.set('2026-03-12T12:10:00Z');
  await look();
  const subjects = (await messages()).map(({ subject }) => subject);
  expect(subjects).toEqual([
    'Daily summary: 2 missed calls at harbor  dental (Salem, OR)',
    expect.stringMatching(/^harbor {2}dental \(Salem, OR\), /),
  ]);
});

test('held alerts of several offices do, each with the time of its office', async () => {
  await run(`update accounts set time_zone = 'America/Los_Angeles' where id = 'B'`);
  await wants('ann', ['A', 'B'], ['Missed Call Alert']);
  await miss('A', '1', '2', '3', '4', '5', '6');
  await look();
  await miss('B', '7');
  await look();
  clock.advance(11 * 60_000);
  await look();
  const mail = (await messages()).at(-1);
  expect(mail?.subject).toBe('2 more alerts at 2 accounts');
  expect(mail?.text).toContain('Missed call, Wed, Mar 11, 9:59 am EDT: Harbor Dental (Boulder, CO)\n');
  expect(mail?.text).toContain('Missed call, Wed, Mar 11, 6:59 am PDT: harbor  dental (Salem, OR)\n');
});

test('an alert comes from the brand of its office, and one about several brands from the provider', async () => {
  await run(
    `insert into brands (id, name, created_at) values ('north', 'North Mail', now()), ('south', 'South Mail', now())`,
  );
  await run(
    `update accounts set brand_id = case id when 'A' then 'north' else 'south' end where id in ('A', 'B')`,
  );
  await wants('ann', ['A', 'B'], ['Missed Call Alert']);
  await miss('A', '1', '2', '3', '4', '5', '6');
  await look();
  const [first] = await messages();
  expect(first?.text).toMatch(/\nNorth Mail$/);
  await miss('B', '7');
  await look();
  clock.advance(11 * 60_000);
  await look();
  const mail = (await messages()).at(-1);
  expect(mail?.subject).toBe('2 more alerts at 2 accounts');
  expect(mail?.text).toMatch(/\nPost & Sons$/);
  await run('delete from brands');
});
