import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { logOfFailures } from '../../../tests/support/log-of-failures.ts';
import { addAccounts, addPerson } from '../../../tests/support/test-app.ts';
import { testDatabase } from '../../../tests/support/test-database.ts';
import { fixedClock } from '../../platform/clock.ts';
import { engineOf, putCalls, setAlert, writtenAlerts } from './alerts-for-tests.ts';
import { beginAlerts } from './progress.ts';

const here = testDatabase();
// Wednesday, 10:00 in New York
const start = '2026-03-11T14:00:00Z';
const clock = fixedClock(start);
const minutes = (count: number) => count * 60_000;

const log = logOfFailures();
const look = () => engineOf({ database: here.database, clock }, { log }).engine.look();
const begin = () => beginAlerts((work) => here.database.transaction(work), clock.now());
const written = () => writtenAlerts(here.database);
const run = (sql: string) => here.database.pool.query(sql);
const outboxRows = async () => (await run('select * from outbox order by written_at, recipient')).rows.length;
const put = (...calls: Parameters<typeof putCalls>[2]) => putCalls(here.database, 'A', calls);
const at = (minutesAgo: number) => new Date(clock.now().getTime() - minutes(minutesAgo));
const wants = (
  contactId: string,
  alertType: Parameters<typeof setAlert>[1]['alertType'],
  frequency: 'Real-time' | 'Daily' | 'Weekly' = 'Real-time',
  methods: ('Email' | 'SMS')[] = ['Email'],
) => setAlert(here.database, { accountId: 'A', contactId, alertType, frequency, methods });

beforeAll(async () => {
  await addAccounts(here.database, [{ id: 'G' }, { id: 'A', parent: 'G' }, { id: 'B', parent: 'G' }]);
  await addPerson(here.database, { id: 'ann', accounts: ['A'], phone: '+12025550101', password: false });
  await addPerson(here.database, { id: 'bob', accounts: ['G'], password: false });
  await addPerson(here.database, { id: 'eve', accounts: [], password: false });
});

beforeEach(async () => {
  clock.set(start);
  for (const table of [
    'alerts',
    'alert_events',
    'alert_progress',
    'alert_heartbeat',
    'outbox',
    'calls',
    'appointments',
    'call_actions',
    'campaigns',
    'notification_settings',
  ])
    await run(`delete from ${table}`);
  await run(`update accounts set time_zone = 'America/New_York'`);
  await begin();
  const began = new Date(Date.parse(start) - 30 * 24 * minutes(60)).toISOString();
  await run(`update alert_progress set began_at = '${began}', has_calls = true`);
});

test('alerts once per method, whichever process looks', async () => {
  await wants('ann', 'Missed Call Alert', 'Real-time', ['Email', 'SMS']);
  await wants('bob', 'Missed Call Alert', 'Real-time', ['Email', 'SMS']);
  await put({ id: '1', at: at(5), kind: 'unscored' }, { id: '2', at: at(4), kind: 'answered' });
  await look();
  expect(await written()).toEqual([]);
  await put({ id: '1', at: at(5), kind: 'missed' });
  await Promise.all([look(), look(), look()]);
  const expected = [
    'ann email Missed Call event 1',
    'ann sms Missed Call event 1',
    'bob email Missed Call event 1',
  ];
  expect(await written()).toEqual(expected);
  await put({ id: '1', at: at(5), kind: 'answered' });
  await look();
  await put({ id: '1', at: at(5), kind: 'missed' });
  await look();
  expect(await written()).toEqual(expected);
  expect(await outboxRows()).toBe(3);
  const { rows } = await run('select channel, alert_kind, unsubscribe_url from outbox order by channel');
  const mail = {
    channel: 'email',
    alert_kind: 'Missed Call Alert',
    unsubscribe_url: 'http://portal.test/unsubscribe',
  };
  expect(rows).toEqual([mail, mail, { ...mail, channel: 'sms', unsubscribe_url: null }]);
});

test('alerts of a campaign’s first opportunity, of opportunities and of appointment calls', async () => {
  for (const type of [
    'First Opportunity Alert',
    'New Opportunity Call Alert',
    'New Appointment Call Alert',
  ] as const)
    await wants('ann', type);
  await put({ id: 'old', at: at(60 * 24 * 9), kind: 'opportunity', campaignId: 'known' });
  await put({ id: '1', at: at(3), kind: 'opportunity', campaignId: 'new' });
  await look();
  await put(
    { id: '1', at: at(3), kind: 'booked', campaignId: 'new' },
    { id: '2', at: at(2), kind: 'booked', campaignId: 'known' },
    { id: '3', at: at(1), kind: 'opportunity', campaignId: 'new' },
  );
  clock.advance(minutes(1));
  await look();
  expect(await written()).toEqual([
    'ann email First Opportunity event new',
    'ann email New Opportunity Call event 1',
    'ann email New Appointment Call event 1',
    'ann email New Appointment Call event 2',
    'ann email New Opportunity Call event 2',
    'ann email New Opportunity Call event 3',
  ]);
  // call 2 is both, and one mail
  const { rows: subjects } = await run(`select subject from outbox order by subject`);
  expect(subjects.map(({ subject }) => String(subject).split(' at ')[0])).toEqual([
    'First opportunity',
    'New appointment call',
    'New appointment call',
    'New opportunity call',
    'New opportunity call',
  ]);
});

test('does not alert of earlier events, old calls and appointments that the feed sends back', async () => {
  for (const type of ['Missed Call Alert', 'New Appointment Call Alert', 'First Opportunity Alert'] as const)
    await wants('ann', type);
  await run('delete from alert_progress');
  await put(
    { id: 'before', at: at(60), kind: 'missed', campaignId: 'c' },
    { id: 'first', at: at(60 * 24 * 3), kind: 'opportunity', campaignId: 'c' },
  );
  await run(
    `insert into campaigns (account_id, id, name, campaign_type) values ('A', 'c', 'Spring', 'MVP Mail')`,
  );
  await look();
  await begin();
  clock.advance(minutes(40));
  await put({ id: 'before', at: at(100), kind: 'missed', campaignId: 'c' });
  await put({ id: 'scored', at: at(41), kind: 'missed' });
  await put({ id: 'late', at: at(60 * 24 + 1), kind: 'missed' });
  await put(
    { id: 'booked', at: at(30), kind: 'booked', campaignId: 'c' },
    { id: 'visit', at: at(29), kind: 'booked' },
    { id: 'echo', at: at(28), kind: 'booked' },
  );
  // added here, and sent back by the feed before the first look
  await run(`insert into call_actions (account_id, call_id, action, contact_id, contact_name, happened_at, details, portal_id)
    values ('A', 'echo', 'appointment added', 'ann', 'Ann', now(), 'Visit', 'here')`);
  await run(
    `update appointments set portal_id = 'here', feed = '{"outcome": "Scheduled"}' where call_id = 'echo'`,
  );
  await run(
    `update appointments set portal_id = 'p', feed = '{"outcome": "Scheduled"}' where call_id = 'booked'`,
  );
  await run(`update appointments set portal_id = id where call_id = 'visit'`);
  await look();
  expect(await written()).toEqual([
    'ann email New Appointment Call event visit',
    'ann email New Appointment Call event echo',
  ]);
});

test('treats an account’s first calls as its past if some are older than its alerts', async () => {
  for (const type of ['Missed Call Alert', 'First Opportunity Alert', 'En Route Alert'] as const)
    await wants('ann', type, type === 'En Route Alert' ? 'Weekly' : 'Real-time');
  await run('delete from alert_progress');
  await begin();
  clock.advance(minutes(60 * 30));
  await put(
    { id: 'old', at: at(60 * 24 * 9), kind: 'answered' },
    { id: 'new', at: at(5), kind: 'missed', campaignId: 'c' },
    { id: 'first', at: at(4), kind: 'opportunity', campaignId: 'c' },
  );
  await run(`insert into campaigns (account_id, id, name, campaign_type, status, shipment_date)
    values ('A', 'm', 'Spring', 'MVP Mail', 'shipped', '2026-03-12')`);
  await look();
  clock.advance(minutes(1));
  await put({ id: 'next', at: at(0), kind: 'missed' }, { id: 'second', at: at(4), kind: 'missed' });
  await look();
  clock.set('2026-03-16T12:00:10Z');
  await look();
  expect(await written()).toEqual(['ann email Missed Call event next']);
});

test('alerts of the first calls of a new account', async () => {
  for (const type of ['Missed Call Alert', 'First Opportunity Alert'] as const) await wants('ann', type);
  await run('delete from alert_progress');
  await begin();
  clock.advance(minutes(60 * 30));
  await put(
    { id: '1', at: at(5), kind: 'missed' },
    { id: '2', at: at(4), kind: 'opportunity', campaignId: 'c' },
  );
  await look();
  expect(await written()).toEqual(['ann email Missed Call event 1', 'ann email First Opportunity event c']);
});

test('looks for first opportunities and an account’s first calls only while no import runs', async () => {
  for (const type of ['Missed Call Alert', 'First Opportunity Alert'] as const) await wants('ann', type);
  const importing = await here.database.pool.connect();
  await importing.query('select pg_advisory_lock(7305410)');
  await put(
    { id: '1', at: at(5), kind: 'missed' },
    { id: '2', at: at(4), kind: 'opportunity', campaignId: 'known' },
    { id: '3', at: at(3), kind: 'opportunity', campaignId: 'new' },
  );
  await look();
  expect(await written()).toEqual(['ann email Missed Call event 1']);
  await put({ id: 'earlier', at: at(60 * 24 * 9), kind: 'opportunity', campaignId: 'known' });
  await run(`update alert_progress set has_calls = false`);
  await put({ id: '4', at: at(2), kind: 'missed' });
  await look();
  expect(await written()).toHaveLength(1);
  await importing.query('select pg_advisory_unlock(7305410)');
  importing.release();
  await look();
  await look();
  expect(await written()).toEqual([
    'ann email Missed Call event 1',
    'ann email First Opportunity event new',
    'ann email Missed Call event 4',
  ]);
});

test('alerts only contacts with access, and only of events after they wanted alerts', async () => {
  await wants('eve', 'Missed Call Alert');
  await wants('ann', 'Missed Call Alert');
  await put({ id: '1', at: at(5), kind: 'missed' });
  await run(`update contacts set deleted = true where id = 'ann'`);
  await look();
  await run(`update contacts set deleted = false where id = 'ann'`);
  await wants('bob', 'Missed Call Alert');
  await put({ id: '1', at: at(5), kind: 'missed' });
  await look();
  expect(await written()).toEqual([]);
  await put({ id: '2', at: at(1), kind: 'missed' });
  await look();
  expect(await written()).toEqual(['ann email Missed Call event 2', 'bob email Missed Call event 2']);
});

test('sends five alerts in ten minutes separately and further ones in one message', async () => {
  await wants('ann', 'Missed Call Alert');
  await wants('ann', 'New Opportunity Call Alert');
  await setAlert(here.database, {
    accountId: 'B',
    contactId: 'bob',
    alertType: 'Missed Call Alert',
    frequency: 'Real-time',
    methods: ['Email'],
  });
  await run(
    `insert into campaigns (account_id, id, name, campaign_type) values ('A', 'C', 'Spring cards', 'Google Ads')`,
  );
  for (let call = 1; call <= 8; call += 1) {
    const kind = call % 2 === 0 ? 'missed' : 'opportunity';
    await put({ id: `${call}`, at: at(0), kind, ...(kind === 'missed' && { campaignId: 'C' }) });
    await look();
    clock.advance(minutes(1));
  }
  expect((await written()).map((line) => line.endsWith('*'))).toEqual([
    false,
    false,
    false,
    false,
    false,
    true,
    true,
    true,
  ]);
  clock.advance(minutes(6));
  await look();
  expect(await outboxRows()).toBe(5);
  clock.advance(minutes(1));
  await Promise.all([look(), look()]);
  expect(await outboxRows()).toBe(6);
  // a mail with several kinds names each campaign, and one click stops just these kinds
  const { rows } = await run('select * from outbox order by written_at desc limit 1');
  expect(rows).toMatchObject([
    { unsubscribe_url: expect.stringMatching(/^http:\/\/portal.test\/unsubscribe\?/) },
  ]);
  expect((rows[0] as { body_text: string }).body_text).toMatch(
    /^Missed call, Wed, Mar 11, 10:05 am EDT: Spring cards$/m,
  );
  const { rows: lists } = await run('select contact_id, alerts from unsubscribe_lists');
  expect(lists).toEqual([
    {
      contact_id: 'ann',
      alerts: [
        { accountId: 'A', alertType: 'Missed Call Alert' },
        { accountId: 'A', alertType: 'New Opportunity Call Alert' },
      ],
    },
  ]);
  expect((await written()).filter((line) => line.endsWith('*'))).toEqual([]);
  for (let call = 9; call <= 14; call += 1) await put({ id: `${call}`, at: at(0), kind: 'missed' });
  await look();
  expect((await written()).filter((line) => line.endsWith('*'))).toHaveLength(2);
});

test('cancels held alerts that their receiver switched off', async () => {
  await wants('ann', 'Missed Call Alert');
  await put(
    ...Array.from({ length: 7 }, (_, call) => ({ id: `${call}`, at: at(1), kind: 'missed' as const })),
  );
  await look();
  await wants('ann', 'Missed Call Alert', 'Real-time', []);
  clock.advance(minutes(10));
  await look();
  expect(await outboxRows()).toBe(5);
  const { rows } = await run('select count(*)::int as count from alerts where canceled_at is not null');
  expect(rows).toEqual([{ count: 2 }]);
});

test('cancels held alerts of day-old calls after an outage', async () => {
  await wants('ann', 'Missed Call Alert');
  await put(
    ...Array.from({ length: 8 }, (_, call) => ({
      id: `${call}`,
      at: at(60 - call),
      kind: 'missed' as const,
    })),
  );
  await look();
  clock.advance(minutes(24 * 60 - 54));
  await look();
  expect(await outboxRows()).toBe(6);
  const canceled = await run('select event_key from alerts where canceled_at is not null order by 1');
  expect(canceled.rows.map(({ event_key }) => event_key)).toEqual(['event 5', 'event 6']);
  expect((await written()).filter((line) => line.endsWith('*'))).toHaveLength(2);
});

test('sends daily and weekly messages at 8:00 in the account’s time zone, and none without events', async () => {
  await wants('ann', 'Missed Call Alert', 'Daily');
  await wants('bob', 'Missed Call Alert', 'Weekly');
  await wants('bob', 'En Route Alert', 'Weekly');
  await wants('ann', 'New Opportunity Call Alert', 'Daily');
  await put({ id: '1', at: at(5), kind: 'missed' }, { id: '2', at: at(4), kind: 'missed' });
  await look();
  clock.set('2026-03-12T11:59:59Z');
  await look();
  expect(await written()).toEqual([]);
  clock.set('2026-03-12T12:00:00Z');
  await Promise.all([look(), look()]);
  expect(await written()).toEqual(['ann email Missed Call daily 2026-03-12']);
  await run(`insert into campaigns (account_id, id, name, campaign_type, status, shipment_date)
    values ('A', 'c', 'Spring', 'MVP Mail', 'delivered', '2026-03-13'), ('A', 'd', 'Old', 'MVP Mail', 'delivered', '2025-03-13')`);
  clock.set('2026-03-16T12:00:10Z');
  await look();
  clock.set('2026-03-17T12:00:10Z');
  await look();
  expect(await written()).toEqual([
    'ann email Missed Call daily 2026-03-12',
    'bob email En Route weekly 2026-03-16',
    'bob email Missed Call weekly 2026-03-16',
  ]);
  const { rows } = await run(`select title from alerts where alert_type = 'En Route Alert'`);
  expect(rows).toEqual([{ title: 'Weekly summary: Mailing on its way, Fri, Mar 13' }]);
});

test('leaves shipments before the alert was switched on out of a weekly message', async () => {
  const ship = (id: string, day: string, toldBy = 'shipment_date') =>
    run(`insert into campaigns (account_id, id, name, campaign_type, status, ${toldBy})
      values ('A', '${id}', '${id}', 'MVP Mail', 'printed', '${day}');
      update account_version set version = version + 1 where account_id = 'A'`);
  await put();
  await ship('known', '2026-03-12');
  await ship('early', '2026-03-11');
  await look();
  clock.set('2026-03-12T14:00:00Z');
  await look();
  await wants('bob', 'En Route Alert', 'Weekly');
  await ship('late', '2026-03-12', 'pieces_shipment_date');
  clock.set('2026-03-16T12:00:10Z');
  await look();
  const { rows } = await run(`select title from alerts`);
  expect(rows).toEqual([{ title: 'Weekly summary: Mailing on its way, Thu, Mar 12' }]);
});

test('makes up for an outage with one message without repeating real-time alerts', async () => {
  await wants('ann', 'Missed Call Alert', 'Daily');
  await wants('bob', 'Missed Call Alert');
  await look();
  await put({ id: '1', at: at(-60), kind: 'missed' }, { id: '2', at: at(-60 * 30), kind: 'missed' });
  clock.set('2026-03-14T15:00:00Z');
  await look();
  expect(await written()).toEqual(['ann email Missed Call daily 2026-03-14']);
  const { rows } = await run('select title from alerts');
  expect(rows).toEqual([{ title: 'Daily summary: 2 missed calls' }]);
  await put({ id: '3', at: at(1), kind: 'missed' });
  await look();
  await wants('bob', 'Missed Call Alert', 'Daily');
  clock.set('2026-03-15T15:00:00Z');
  await look();
  expect(await written()).toEqual([
    'bob email Missed Call event 3',
    'ann email Missed Call daily 2026-03-14',
    'ann email Missed Call daily 2026-03-15',
  ]);
});

test.each([
  { pause: 9, age: 24 * 60 + 1, alerts: false },
  { pause: 11, age: 24 * 60 + 1, alerts: true },
  { pause: 60, age: 25 * 60 + 1, alerts: false },
])(
  'after $pause minutes without a look, a call of $age minutes ago alerts: $alerts',
  async ({ pause, age, alerts }) => {
    await wants('ann', 'Missed Call Alert', 'Daily');
    await look();
    clock.advance(minutes(4));
    await look();
    clock.advance(minutes(pause));
    await put({ id: 'old', at: at(age), kind: 'missed' });
    await look();
    clock.set('2026-03-12T12:00:10Z');
    await look();
    expect(await written()).toEqual(alerts ? ['ann email Missed Call daily 2026-03-12'] : []);
  },
);

test('recovers after a fast clock and moves a used day’s events to the next one', async () => {
  await wants('ann', 'Missed Call Alert', 'Daily');
  await wants('bob', 'Missed Call Alert');
  clock.set('2026-03-21T14:00:00Z');
  await put(
    ...Array.from({ length: 6 }, (_, call) => ({ id: `${call}`, at: at(1), kind: 'missed' as const })),
  );
  await look();
  clock.set('2026-03-11T14:10:00Z');
  await look();
  const { rows } = await run('select checked_at from alert_heartbeat');
  expect(rows).toEqual([{ checked_at: clock.now() }]);
  // alerts held by the wrong clock are sent, and none is held because of it
  await put({ id: 'now', at: at(1), kind: 'missed' });
  await look();
  expect((await written()).filter((line) => line.endsWith('*'))).toEqual([]);
  for (const day of [12, 20, 21, 22]) {
    clock.set(`2026-03-${day}T12:00:10Z`);
    await put({ id: `on ${day}`, at: at(1), kind: 'missed' });
    await look();
  }
  const daily = await run(`select event_key, title from alerts where contact_id = 'ann' order by 1`);
  expect(daily.rows).toEqual([
    { event_key: 'daily 2026-03-12', title: 'Daily summary: 2 missed calls' },
    { event_key: 'daily 2026-03-20', title: 'Daily summary: Missed call, Fri, Mar 20, 7:59 am' },
    { event_key: 'daily 2026-03-21', title: 'Daily summary: 6 missed calls' },
    { event_key: 'daily 2026-03-22', title: 'Daily summary: 2 missed calls' },
  ]);
});

test('leaves events before the alert was switched on or changed its frequency out of a daily message', async () => {
  await wants('bob', 'Missed Call Alert', 'Weekly');
  await put({ id: '1', at: at(5), kind: 'missed' });
  await look();
  await wants('ann', 'Missed Call Alert', 'Daily');
  await wants('bob', 'Missed Call Alert', 'Daily');
  await put({ id: '2', at: at(4), kind: 'missed' });
  await look();
  await wants('ann', 'Missed Call Alert', 'Daily', ['Email', 'SMS']);
  await put({ id: '3', at: at(3), kind: 'missed' });
  await look();
  await wants('bob', 'Missed Call Alert', 'Daily', []);
  await wants('bob', 'Missed Call Alert', 'Daily');
  clock.set('2026-03-12T12:00:00Z');
  await look();
  expect((await run('select contact_id, channel, title from alerts order by channel')).rows).toEqual([
    { contact_id: 'ann', channel: 'email', title: 'Daily summary: 2 missed calls' },
    { contact_id: 'ann', channel: 'sms', title: 'Daily summary: 2 missed calls' },
  ]);
});

test('sends the Performance Breakdown unless the account was quiet for eight weeks', async () => {
  await wants('ann', 'Performance Breakdown Alert', 'Weekly');
  await wants('bob', 'Performance Breakdown Alert', 'Daily', ['Email', 'SMS']);
  clock.set('2026-03-16T12:00:00Z');
  await look();
  expect(await written()).toEqual([]);
  await put({ id: '1', at: at(60 * 24 * 5), kind: 'missed' });
  clock.set('2026-03-23T12:00:00Z');
  await look();
  expect(await written()).toEqual([
    'ann email Performance Breakdown weekly 2026-03-23',
    'bob email Performance Breakdown daily 2026-03-23',
  ]);
});

async function failing<Result>(
  table: string,
  condition: string,
  work: () => Promise<Result>,
): Promise<Result> {
  await run(`create function fails() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
    create trigger fails before insert or update on ${table} for each row when (${condition}) execute function fails()`);
  try {
    return await work();
  } finally {
    await run(`drop trigger fails on ${table}; drop function fails()`);
  }
}

test('sends a group’s Performance Breakdown at 8:00 in its time zone with its offices’ calls', async () => {
  await run(`update accounts set time_zone = 'America/Chicago' where id = 'G'`);
  await setAlert(here.database, {
    accountId: 'G',
    contactId: 'bob',
    alertType: 'Performance Breakdown Alert',
    frequency: 'Daily',
    methods: ['Email'],
  });
  await put(...['1', '2', '3'].map((id) => ({ id, at: at(60), kind: 'answered' as const })));
  for (const [time, count] of [
    ['2026-03-12T12:10:00Z', 0],
    ['2026-03-12T13:10:00Z', 1],
    ['2026-05-05T13:10:00Z', 2],
    ['2026-05-06T13:10:00Z', 2],
  ] as const) {
    clock.set(time);
    await look();
    expect(await written()).toHaveLength(count);
  }
  const { rows } = await run('select account_id, title from alerts order by created_at');
  expect(rows).toEqual([
    { account_id: 'G', title: 'Wed, Mar 11: 3 calls, none booked, none missed' },
    { account_id: 'G', title: 'Mon, May 4: No calls' },
  ]);
});

test('sends real-time alerts of an account whose daily messages fail', async () => {
  await wants('ann', 'Missed Call Alert');
  await wants('bob', 'Missed Call Alert', 'Daily');
  clock.set('2026-03-12T12:00:00Z');
  await put({ id: '1', at: at(1), kind: 'missed' });
  await failing('alerts', `new.event_key like 'daily %'`, look);
  expect(await written()).toEqual(['ann email Missed Call event 1']);
  await look();
  expect(await written()).toEqual([
    'ann email Missed Call event 1',
    'bob email Missed Call daily 2026-03-12',
  ]);
});

test('makes up for events that one account missed during its failure', async () => {
  await wants('ann', 'Missed Call Alert', 'Daily');
  for (const accountId of ['A', 'B'])
    await setAlert(here.database, {
      accountId,
      contactId: 'bob',
      alertType: 'Missed Call Alert',
      frequency: 'Daily',
      methods: ['Email'],
    });
  await look();
  await putCalls(here.database, 'B', [{ id: '1', at: at(1), kind: 'missed' }]);
  const early = at(1);
  await failing('alert_events', `new.account_id = 'B'`, async () => {
    for (let hours = 0; hours < 30; hours += 1) {
      clock.advance(minutes(60));
      await look();
    }
    await put({ id: 'late', at: early, kind: 'missed' });
    await look();
  });
  clock.set('2026-03-13T12:00:00Z');
  await look();
  const { rows } = await run(`select account_id, subject_id from alert_events order by 1, 2`);
  expect(rows).toEqual([{ account_id: 'B', subject_id: '1' }]);
  expect(await written()).toEqual(['bob email Missed Call daily 2026-03-13']);
});

test('sends one receiver’s held alerts although another’s fail', async () => {
  await wants('ann', 'Missed Call Alert');
  await wants('bob', 'Missed Call Alert');
  await put(
    ...Array.from({ length: 6 }, (_, call) => ({ id: `${call}`, at: at(1), kind: 'missed' as const })),
  );
  await look();
  clock.advance(minutes(10));
  await failing('outbox', `new.recipient like 'ann%'`, look);
  expect((await written()).filter((line) => line.endsWith('*'))).toEqual(['ann email Missed Call event 5 *']);
});

test('continues although new accounts cannot begin, and lets them begin later', async () => {
  await run('delete from alert_progress');
  const { engine } = engineOf({ database: here.database, clock }, { interval: 20, log });
  const rowsOf = async (table: string) => (await run(`select from ${table}`)).rows.length;
  await failing('alert_progress', 'true', async () => {
    engine.start();
    await vi.waitFor(async () => expect(await rowsOf('alert_heartbeat')).toBe(1), 20_000);
    expect(await rowsOf('alert_progress')).toBe(0);
  });
  await vi.waitFor(async () => expect(await rowsOf('alert_progress')).toBe(3), 20_000);
  await engine.stop();
});

test('leaves slow daily messages to the next look', async () => {
  clock.set('2026-03-12T12:00:00Z');
  const slowClock = {
    now: () => {
      clock.advance(15_000);
      return clock.now();
    },
  };
  const left: number[] = [];
  for (let count = 0; count < 3; count += 1) {
    await engineOf({ database: here.database, clock: slowClock }, { log }).engine.look();
    left.push((await run(`select from alert_progress where next_due_at < '2026-03-12T13:00Z'`)).rows.length);
  }
  expect(left).toEqual([2, 1, 0]);
});
