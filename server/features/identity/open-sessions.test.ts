import { beforeAll, expect, test } from 'vitest';
import { addPerson } from '../../../tests/support/test-app.ts';
import { testDatabase } from '../../../tests/support/test-database.ts';
import { fixedClock } from '../../platform/clock.ts';
import { OpenSessions } from './open-sessions.ts';

const here = testDatabase();
const start = '2026-03-11T15:00:00.000Z';
const clock = fixedClock(start);
const idleTime = 30 * 60;

beforeAll(async () => {
  await addPerson(here.database, { id: 'ann' });
});

const sessions = () => new OpenSessions({ database: here.database.kysely, clock, idleTime });

async function addSession(
  id: string,
  { ended = false, expiresAt = '2026-03-12T00:00:00Z', seenAt = start } = {},
) {
  await here.database.kysely
    .insertInto('sessions')
    .values({
      id,
      contact_id: 'ann',
      realm: 'password',
      limited: false,
      created_at: '2026-03-11T14:00:00Z',
      expires_at: expiresAt,
      seen_at: seenAt,
      ...(ended && { ended_at: start, end_reason: 'logout' }),
    })
    .execute();
}

test.each([
  ['that was ended', { ended: true }],
  ['that has expired', { expiresAt: start }],
  ['that was idle for half an hour', { seenAt: '2026-03-11T14:30:00Z' }],
])('a session %s is not open', async (name, values) => {
  await addSession(name, values);
  expect(await sessions().isOpen(name)).toBe(false);
});

test('caches an answer for a minute and treats no session as open', async () => {
  await addSession('s1');
  const open = sessions();
  expect(await open.isOpen('s1')).toBe(true);
  await here.database.pool.query(
    `update sessions set ended_at = now(), end_reason = 'logout' where id = 's1'`,
  );
  clock.advance(59_999);
  expect(await open.isOpen('s1')).toBe(true);
  clock.advance(1);
  expect(await open.isOpen('s1')).toBe(false);
  expect(await open.isOpen('never there')).toBe(false);
  expect(await open.isOpen(null)).toBe(true);
});
