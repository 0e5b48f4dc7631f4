import { expect, test } from 'vitest';
import { testDatabase } from '../../../tests/support/test-database.ts';
import { storeAlerts } from './write-alerts.ts';

const here = testDatabase();

test('stores thousands of alerts at once, each once', async () => {
  const now = new Date('2026-03-11T15:00:00Z');
  const alerts = Array.from({ length: 8_000 }, (_, index) => ({
    accountId: 'A',
    alertType: 'Missed Call Alert' as const,
    contactId: 'ann',
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
