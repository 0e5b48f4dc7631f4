import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { logOfFailures } from '../../../tests/support/log-of-failures.ts';
import { answeredScore, missedScore, scoringDesk } from '../../../tests/support/scoring-desk.ts';
import { addPerson, signInAs, testNow } from '../../../tests/support/test-app.ts';
import { engineOf, setAlert, writtenAlerts } from '../alerts/alerts-for-tests.ts';
import { beginAlerts } from '../alerts/index.ts';

const { here, tokens, minutesAgo, later, bring, next, open, save, undo } = scoringDesk();
const log = logOfFailures();
const look = () => engineOf({ database: here.database, clock: here.clock }, { log }).engine.look();
const run = (sql: string) => here.database.pool.query(sql);

const wants = (alertType: Parameters<typeof setAlert>[1]['alertType'], frequency: 'Real-time' | 'Daily') =>
  setAlert(here.database, {
    accountId: 'own',
    contactId: 'max',
    alertType,
    frequency,
    methods: ['Email'],
  });

beforeAll(() => addPerson(here.database, { id: 'max', accounts: ['own'], password: false }));

beforeEach(async () => {
  for (const table of [
    'alerts',
    'alert_events',
    'alert_progress',
    'alert_heartbeat',
    'outbox',
    'notification_settings',
  ])
    await run(`delete from ${table}`);
  await beginAlerts((work) => here.database.transaction(work), new Date(testNow));
  await run(`update alert_progress set began_at = '2026-01-01T00:00:00Z', has_calls = true`);
});

describe('a score at the desk', () => {
  beforeEach(() => wants('Missed Call Alert', 'Real-time'));

  test('alerts within a minute', async () => {
    await bring([{ id: 'young', call_date_time: minutesAgo(23 * 60) }]);
    await look();
    await next('nora');
    expect((await save('nora', 'young', { values: missedScore })).code).toBe(200);
    expect(await writtenAlerts(here.database)).toEqual([]);
    later(1);
    await look();
    expect(await writtenAlerts(here.database)).toEqual(['max email Missed Call event young']);
  });

  test('sends none of a call that is older than 24 hours', async () => {
    await bring([{ id: 'old', call_date_time: minutesAgo(24 * 60 + 1) }]);
    await look();
    await next('nora');
    expect((await save('nora', 'old', { values: missedScore })).code).toBe(200);
    later(1);
    await look();
    later(60);
    await look();
    expect(await writtenAlerts(here.database)).toEqual([]);
  });

  test('alerts once, whatever is corrected afterwards', async () => {
    await bring([{ id: 'c1', call_date_time: minutesAgo(60) }]);
    await next('nora');
    await save('nora', 'c1', { values: missedScore });
    await look();
    await open('lea', 'c1');
    await save('lea', 'c1', { version: 1, reason: 'correction' });
    await look();
    await open('lea', 'c1');
    await save('lea', 'c1', { version: 2, reason: 'correction', values: missedScore });
    await look();
    expect(await writtenAlerts(here.database)).toEqual(['max email Missed Call event c1']);
    expect((await run('select from outbox')).rowCount).toBe(1);
  });

  test('drops a held alert that is no longer true', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    await bring(ids.map((id, place) => ({ id, call_date_time: minutesAgo(90 - place) })));
    for (const id of ids) {
      await next('nora');
      await save('nora', id, { values: missedScore });
    }
    await look();
    expect((await writtenAlerts(here.database)).filter((alert) => alert.endsWith('*'))).toHaveLength(2);
    await open('lea', 'f');
    expect((await save('lea', 'f', { version: 1, reason: 'correction' })).code).toBe(200);
    later(11);
    await look();
    const { rows } = await run(
      `select event_key, outbox_id is null as held, canceled_at is not null as dropped from alerts
       where event_key in ('event f', 'event g') order by 1`,
    );
    expect(rows).toEqual([
      { event_key: 'event f', held: true, dropped: true },
      { event_key: 'event g', held: false, dropped: false },
    ]);
  });
});

test('a daily message leaves out what was corrected, and says how many calls were', async () => {
  await wants('Missed Call Alert', 'Daily');
  await wants('Performance Breakdown Alert', 'Daily');
  await bring(['a', 'b', 'c', 'd'].map((id, place) => ({ id, call_date_time: minutesAgo(300 - place) })));
  for (const id of ['a', 'b', 'c', 'd']) {
    await next('nora');
    await save('nora', id, { values: missedScore });
  }
  await look();
  await open('lea', 'a');
  await save('lea', 'a', { version: 1, reason: 'correction' });
  await open('lea', 'b');
  await save('lea', 'b', {
    version: 1,
    reason: 'correction',
    values: { ...missedScore, highlights: 'Nobody answered in a minute.' },
  });
  await open('lea', 'c');
  await save('lea', 'c', { version: 1, reason: 'correction' });
  // what was taken back counts for nothing, and neither do first saves
  await undo('lea', 'c', 2);
  await undo('nora', 'd', 1);
  await next('nora');
  await save('nora', 'd', { version: 2, values: { ...answeredScore, opportunity: true } });
  // 8:05 in Denver the next day
  here.clock.set('2026-03-12T14:05:00.000Z');
  await look();
  const { rows } = await run(`select subject, body_text as text from outbox order by subject`);
  expect(rows.map(({ subject }) => subject)).toEqual([
    'Daily summary: 2 missed calls at Own',
    expect.stringContaining('Own, '),
  ]);
  for (const { text } of rows) expect(text).toContain('2 calls were corrected.');

  await bring([{ id: 'new', call_date_time: '2026-03-12T15:00:00.000Z' }]);
  here.clock.set('2026-03-12T15:05:00.000Z');
  tokens['nora'] = await signInAs(here, 'nora@people.test');
  await next('nora');
  await save('nora', 'new', { values: missedScore });
  here.clock.set('2026-03-13T14:05:00.000Z');
  await look();
  const { rows: ofNextDay } = await run(
    `select body_text as text from outbox where subject like 'Daily summary: Missed call at%'`,
  );
  expect(ofNextDay).toEqual([{ text: expect.not.stringContaining('corrected') }]);
});
