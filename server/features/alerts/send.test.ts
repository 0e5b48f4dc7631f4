import { expect, test, afterAll, beforeAll } from 'vitest';
import { type SmtpSink, startSmtpSink } from '../../../tests/support/smtp-sink.ts';
import { addAccounts, addPerson } from '../../../tests/support/test-app.ts';
import { testDatabase } from '../../../tests/support/test-database.ts';
import { fixedClock } from '../../platform/clock.ts';
import { engineOf, setAlert } from './alerts-for-tests.ts';
import { storeAlerts } from './send.ts';

const here = testDatabase();

test('stores thousands of alerts at once, each once', async () => {
  const now = new Date('2026-03-11T15:00:00Z');
  const alerts = Array.from({ length: 8_000 }, (_, index) => ({
    accountId: 'A',
    alertType: 'Missed Call Alert' as const,
    contactId: 'gus',
    channel: 'email' as const,
    eventKey: `event ${index}`,
    title: `Missed call ${index}`,
    path: `/scoreboard/${index}`,
    happenedAt: now,
  }));
  const known = alerts.slice(0, 2);
  expect(await storeAlerts(here.database.kysely, known, now)).toEqual(known);
  expect(await storeAlerts(here.database.kysely, alerts, now)).toEqual(alerts.slice(2));
  const { rows } = await here.database.pool.query(
    'select title, path, happened_at, created_at from alerts where event_key = $1',
    ['event 7999'],
  );
  expect(rows).toEqual([
    { title: 'Missed call 7999', path: '/scoreboard/7999', happened_at: now, created_at: now },
  ]);
});

const clock = fixedClock('2026-03-11T15:00:00Z');
const alertType = 'Missed Call Alert';
let sink: SmtpSink;
beforeAll(async () => {
  sink = await startSmtpSink();
  await addAccounts(here.database, [{ id: 'A' }]);
});
afterAll(() => sink.close());

const letter = { subject: 'Missed call', text: 'in words', html: '<p>in HTML</p>' };

test.each<[what: string, contactId: string, change: string, sentTo: string | null]>([
  ['nothing has changed', 'ann', 'select', 'ann@people.test'],
  ['the alert was switched off', 'bob', 'update notification_settings set deleted = true', null],
  ['its emails were stopped', 'cid', `update notification_settings set methods = '{SMS}'`, null],
  ['the receiver lost the account', 'dan', 'delete from contact_accounts', null],
  ['the receiver was removed', 'eve', 'update contacts set deleted = true', null],
  [
    'the receiver has another address',
    'fay',
    `update contacts set email = 'new@people.test' where id = 'fay'`,
    'new@people.test',
  ],
])('when %s, an alert that waits is sent or canceled', async (_, contactId, change, sentTo) => {
  const { database } = here;
  const { outbox } = engineOf({ database, clock, smtpUrl: sink.url });
  await addPerson(database, { id: contactId, accounts: ['A'], password: false });
  await setAlert(database, {
    accountId: 'A',
    contactId,
    alertType,
    frequency: 'Real-time',
    methods: ['Email'],
  });
  const recipient = `${contactId}@people.test`;
  const goodUntil = new Date(clock.now().getTime() + 60_000);
  const id = await database.transaction(async (transaction) =>
    outbox.write(transaction, {
      brand: await outbox.brands.own(transaction),
      channel: 'email',
      recipient,
      goodUntil,
      alertType,
      letter,
    }),
  );
  await database.pool.query(
    `insert into alerts (account_id, alert_type, contact_id, channel, event_key, title, path, happened_at, created_at, outbox_id)
     values ('A', $1, $2, 'email', 'event 1', 'Missed call', '/scoreboard/1', now(), now(), $3)`,
    [alertType, contactId, id],
  );
  await database.pool.query(change);
  await outbox.tasks['send message']?.({ id }, { isLast: false });
  expect(sink.received.splice(0).map(({ to }) => to)).toEqual(sentTo ? [sentTo] : []);
  const { rows } = await database.pool.query<{ canceled: boolean; kept: boolean }>(
    `select canceled_at is not null as canceled, exists (select 1 from outbox where id = $2) as kept
     from alerts where contact_id = $1`,
    [contactId, id],
  );
  expect(rows).toEqual([{ canceled: !sentTo, kept: sentTo !== null }]);
});
