import { expect, test } from 'vitest';
import { testDatabase } from '../../../tests/support/test-database.ts';
import { Problem } from '../../platform/http/problems.ts';
import { type Attempt, AttemptLimits, networkOf } from './attempt-limits.ts';

const here = testDatabase();
const limits = () => new AttemptLimits(here.database.kysely, Buffer.alloc(32, 7));
const start = Date.parse('2026-03-11T15:00:00Z');
const after = (seconds: number) => new Date(start + seconds * 1000);

async function waitOf(
  identifier: string,
  address: string,
  now: Date,
  attempt: Attempt = 'sign-in',
): Promise<number> {
  try {
    await limits().take(attempt, identifier, address, now);
    return 0;
  } catch (error) {
    if (!(error instanceof Problem) || error.statusCode !== 429) throw error;
    return Number(error.headers['retry-after']);
  }
}

test('starts and doubles waits after five wrong passwords and locks for an hour after ten', async () => {
  let seconds = 0;
  const waits: number[] = [];
  for (let tries = 0; tries < 12; tries += 1) {
    expect(await waitOf('amy', `10.0.1.${tries}`, after(seconds))).toBe(0);
    const wait = await waitOf('amy', `10.0.2.${tries}`, after(seconds));
    waits.push(wait);
    if (wait === 0) continue;
    expect(await waitOf('amy', `10.0.3.${tries}`, after(seconds + wait - 1))).toBe(1);
    seconds += wait;
  }
  expect(waits).toEqual([0, 0, 30, 60, 120, 240, 480, 3600, 3600, 3600, 3600, 3600]);
});

test('allows five of fifty concurrent attempts', async () => {
  const waits = await Promise.all(
    Array.from({ length: 50 }, (_, index) => waitOf('ben', `10.1.0.${index}`, after(0))),
  );
  expect(waits.filter((wait) => wait === 0)).toHaveLength(5);
});

test('makes an address wait after many attempts for many people, but no other address', async () => {
  const waits: number[] = [];
  for (let person = 0; person < 31; person += 1)
    waits.push(await waitOf(`person ${person}`, '192.0.2.7', after(0)));
  expect(waits.filter((wait) => wait > 0)).toEqual([10]);
  expect(await waitOf('person 31', '192.0.2.8', after(0))).toBe(0);
});

test('resets a person’s attempts after a success', async () => {
  for (let tries = 0; tries < 4; tries += 1) await waitOf('cleo', '10.2.0.1', after(0));
  const ticket = await limits().take('sign-in', 'cleo', '10.2.0.1', after(0));
  expect(await waitOf('cleo', '10.2.0.1', after(1))).toBe(30 - 1);
  await ticket.succeeded();
  expect(await waitOf('cleo', '10.2.0.1', after(1))).toBe(0);
});

test('removes only one attempt of the address after a success', async () => {
  for (let person = 0; person < 29; person += 1) await waitOf(`guess ${person}`, '192.0.2.9', after(0));
  await (await limits().take('sign-in', 'dora', '192.0.2.9', after(0))).succeeded();
  expect(await waitOf('guess 29', '192.0.2.9', after(11))).toBe(0);
  expect(await waitOf('guess 30', '192.0.2.9', after(11))).toBe(10);
});

test('lets the next person of an office sign in without waiting after a success', async () => {
  for (let person = 0; person < 29; person += 1) await waitOf(`typo ${person}`, '192.0.2.20', after(0));
  const ticket = await limits().take('sign-in', 'hal', '192.0.2.20', after(0));
  expect(await waitOf('ida', '192.0.2.20', after(0))).toBe(10);
  await ticket.succeeded();
  expect(await waitOf('ida', '192.0.2.20', after(0))).toBe(0);
});

test('never makes an office wait that mistypes passwords all day', async () => {
  const waits: number[] = [];
  for (let minute = 0; minute < 8 * 60; minute += 2)
    waits.push(await waitOf(`typo at ${minute}`, '192.0.2.21', after(minute * 60)));
  expect(waits.filter((wait) => wait > 0)).toEqual([]);
});

test('forgets attempts one by one', async () => {
  for (let tries = 0; tries < 4; tries += 1) await waitOf('jo', `10.5.0.${tries}`, after(0));
  const anHour = 3600;
  expect(await waitOf('jo', '10.5.1.0', after(anHour))).toBe(0);
  expect(await waitOf('jo', '10.5.1.1', after(anHour))).toBe(0);
  expect(await waitOf('jo', '10.5.1.2', after(anHour))).toBe(30);
});

test('forgets attempts after a day without any', async () => {
  for (let tries = 0; tries < 5; tries += 1) await waitOf('eve', `10.3.0.${tries}`, after(0));
  expect(await waitOf('eve', '10.3.1.1', after(24 * 3600))).toBe(0);
  expect(await waitOf('eve', '10.3.1.2', after(24 * 3600))).toBe(0);
});

test('locks no one out after a clock was a day ahead', async () => {
  const day = 24 * 60 * 60;
  for (let tries = 0; tries < 40; tries += 1)
    await waitOf(`ahead ${tries < 12 ? 'one' : tries}`, '10.4.0.1', after(day));
  expect(await waitOf('ahead one', '10.4.0.2', after(day))).toBeGreaterThan(0);
  expect(await waitOf('somebody', '10.4.0.1', after(day))).toBeGreaterThan(0);
  expect(await waitOf('ahead one', '10.4.0.2', after(0))).toBe(0);
  expect(await waitOf('ahead one', '10.4.0.2', after(0))).toBe(0);
  expect(await waitOf('somebody', '10.4.0.1', after(0))).toBe(0);
  expect(await waitOf('somebody else', '10.4.0.1', after(0))).toBe(0);
});

test('shortens no wait by a clock that is an hour behind', async () => {
  for (let tries = 0; tries < 6; tries += 1) await waitOf('behind', '10.5.0.1', after(0));
  expect(await waitOf('behind', '10.5.0.1', after(0))).toBe(30);
  expect(await waitOf('behind', '10.5.0.1', after(-3600))).toBe(3630);
});

test('counts sign-ins and uses of a code separately', async () => {
  for (let tries = 0; tries < 5; tries += 1) await waitOf('fay', `10.4.0.${tries}`, after(0));
  expect(await waitOf('fay', '10.4.1.1', after(0))).toBe(30);
  await expect(limits().take('code', 'fay', '10.4.1.1', after(0))).resolves.toHaveProperty('succeeded');
});

test('makes only the address wait that tries a person’s codes all day', async () => {
  let allowed = 0;
  const attempt = async (seconds: number) => {
    if ((await waitOf('mia', '192.0.2.50', after(seconds), 'code')) === 0) allowed += 1;
  };
  for (let second = 0; second < 3600; second += 30) await attempt(second);
  for (let again = 0; again < 20; again += 1) await attempt(3600);
  for (let minute = 61; minute < 24 * 60; minute += 9) {
    await attempt(minute * 60);
    if (minute % 90 === 61)
      expect(await waitOf('mia', `198.51.100.${Math.floor(minute / 30)}`, after(minute * 60), 'code')).toBe(
        0,
      );
  }
  // five and the doubled waits, then four an hour
  expect(allowed).toBeLessThan(5 + 6 + 4 * 24 + 1);
});

test.each<[attempt: Attempt, free: number]>([
  ['code', 20],
  ['message', 20],
  ['sign-in', 5],
])('of fifty addresses that attempt a %s of one person %d are let through', async (attempt, free) => {
  const waits = await Promise.all(
    Array.from({ length: 50 }, (_, index) => waitOf('noa', `10.6.${index}.1`, after(0), attempt)),
  );
  expect(waits.filter((wait) => wait === 0)).toHaveLength(free);
});

test('stores no identifier or address as plain text', async () => {
  await waitOf('grace@people.test', '203.0.113.9', after(0));
  const { rows } = await here.database.pool.query<{ key: Buffer }>('select key from attempt_limits');
  for (const { key } of rows) expect(key.toString('latin1')).not.toMatch(/grace|203\.0/);
  expect(rows.every(({ key }) => key.length === 32)).toBe(true);
});

test('deletes expired counts', async () => {
  await limits().clean(after(3 * 24 * 3600));
  const { rows } = await here.database.pool.query('select from attempt_limits');
  expect(rows).toHaveLength(0);
});

test.each<[address: string | undefined, network: string]>([
  [undefined, 'left'],
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
])('the network of %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('lets concurrent attempts not wait for each other, in any order of counting', async () => {
  expect(await waitOf('kay', '192.0.2.40', after(0.02))).toBe(0);
  expect(await waitOf('kay', '192.0.2.40', after(0.01))).toBe(0);
  const ticket = await limits().take('sign-in', 'kay', '192.0.2.40', after(0.03));
  await ticket.succeeded();
  expect(await waitOf('lou', '192.0.2.40', after(0.01))).toBe(0);
});
