import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../../../tests/support/test-database.ts';
import { fixedClock } from '../../platform/clock.ts';
import { pruneActivity, recordActivity, sealActivity, verifyActivity } from './index.ts';

const here = testDatabase();
const clock = fixedClock('2026-03-11T15:00:00.000Z');

beforeEach(async () => {
  clock.set('2026-03-11T15:00:00.000Z');
  await here.database.pool.query('truncate access_log, activity_seals');
});

const record = (id: string, accountId = 'east', database = here.database.kysely) =>
  recordActivity(database, [
    { accountId, contactId: 'ann', action: 'open', subject: { kind: 'call', id }, at: clock.now() },
  ]);
const seal = () => sealActivity({ database: here.database, clock });
const problems = async () =>
  (await verifyActivity(here.database.kysely)).flatMap((account) => account.problems);
async function threeDays(): Promise<void> {
  for (const day of ['09', '10', '11']) {
    clock.set(`2026-03-${day}T15:00:00.000Z`);
    await record(`a${day}`);
    await record(`b${day}`);
    await seal();
  }
}
const change = (statement: string) => here.database.pool.query(statement);

test('seals each account’s entries in its own chain, and nothing without entries', async () => {
  await record('c1');
  await record('c2', 'west');
  expect(await seal()).toBe(2);
  expect(await seal()).toBe(0);
  await record('c3');
  expect(await seal()).toBe(1);
  await record('c4');
  expect(await verifyActivity(here.database.kysely)).toMatchObject([
    { accountId: 'east', seals: 2, entries: 2, unsealed: 1, last: { number: 2 }, problems: [] },
    { accountId: 'west', seals: 1, entries: 1, unsealed: 0, last: { number: 1 }, problems: [] },
  ]);
});

test.each([
  [
    'a changed entry',
    `update access_log set contact_id = 'bob' where subject_id = 'a10'`,
    'Seal 2: an entry was changed',
  ],
  [
    'a changed time',
    `update access_log set happened_at = '2026-03-10T15:00:00.000001Z' where subject_id = 'a10'`,
    'Seal 2: an entry was changed',
  ],
  [
    'a removed entry',
    `delete from access_log where subject_id = 'a09'`,
    'Seal 1: 1 of its entries are missing.',
  ],
  [
    'an added entry',
    `insert into access_log (account_id, contact_id, action, subject_kind, subject_id, seal) values ('east', 'bob', 'open', 'call', 'x', 3)`,
    'Seal 3: 1 entries were added to it.',
  ],
  [
    'an entry of a seal to come',
    `insert into access_log (account_id, contact_id, action, subject_kind, subject_id, seal) values ('east', 'bob', 'open', 'call', 'x', 4)`,
    'Entries of seals that are not there: 1.',
  ],
  [
    'a removed seal',
    `delete from activity_seals where number = 2; delete from access_log where seal = 2`,
    'Seal 3 does not continue the seal before it.',
  ],
  [
    'a removed beginning',
    `delete from activity_seals where number = 1; delete from access_log where seal = 1`,
    'Seal 2 does not continue the seal before it.',
  ],
  [
    'a changed seal',
    `update activity_seals set sealed_at = '2026-03-11T15:00:01Z' where number = 3`,
    'Seal 3 was changed.',
  ],
  [
    'a seal that says to be pruned',
    `update activity_seals set pruned = true where number = 2; delete from access_log where seal = 2`,
    'Seal 2 does not continue the seal before it.',
  ],
])('finds %s', async (_name, statement, problem) => {
  await threeDays();
  expect(await problems()).toEqual([]);
  await change(statement);
  expect((await problems()).join('\n')).toContain(problem);
});

test('does not find a kept hash in a truncated chain', async () => {
  await threeDays();
  const [{ last } = { last: null }] = await verifyActivity(here.database.kysely);
  const kept = { accountId: 'east', hash: last?.hash };
  expect(await verifyActivity(here.database.kysely, kept)).toMatchObject([{ problems: [] }]);
  await change(`delete from activity_seals where number = 3; delete from access_log where seal = 3`);
  expect(await problems()).toEqual([]);
  expect(await verifyActivity(here.database.kysely, kept)).toMatchObject([
    { problems: [expect.stringContaining('does not have this hash')] },
  ]);
});

test('verifies the rest by the last hash after pruning', async () => {
  await threeDays();
  const before = (day: string) => new Date(`2026-03-${day}T16:00:00Z`);
  expect(await pruneActivity(here.database, before('08'))).toBe(0);
  expect(await pruneActivity(here.database, before('10'))).toBe(4);
  expect(await verifyActivity(here.database.kysely)).toMatchObject([
    { seals: 1, entries: 2, last: { number: 3 }, problems: [] },
  ]);
  expect(await pruneActivity(here.database, before('12'))).toBe(2);
  await record('c');
  await seal();
  expect(await verifyActivity(here.database.kysely)).toMatchObject([
    { seals: 1, entries: 1, last: { number: 4 }, problems: [] },
  ]);
  await change(`update access_log set subject_id = 'd'`);
  expect(await problems()).toEqual(['Seal 4: an entry was changed, or replaced by another.']);
});

test('prunes neither unsealed entries nor those after a newer one', async () => {
  await record('late');
  await seal();
  clock.set('2026-03-01T15:00:00.000Z');
  await record('early');
  await seal();
  await record('unsealed');
  expect(await pruneActivity(here.database, new Date('2026-03-05T00:00:00Z'))).toBe(0);
});

test('seals late commits later and loses nothing with concurrent writers', async () => {
  const commit = Promise.withResolvers<void>();
  const recorded = Promise.withResolvers<void>();
  const late = here.database.transaction(async (transaction) => {
    await record('late', 'east', transaction);
    recorded.resolve();
    await commit.promise;
  });
  await recorded.promise;
  await record('c1');
  expect(await seal()).toBe(1);
  commit.resolve();
  await late;
  expect(await seal()).toBe(1);

  const writing = Array.from({ length: 8 }, async (_, writer) => {
    for (let number = 0; number < 10; number += 1) await record(`${writer}.${number}`, 'east');
  });
  const sealing = Array.from({ length: 3 }, async () => {
    for (let round = 0; round < 5; round += 1) await seal();
  });
  await Promise.all([...writing, ...sealing]);
  await seal();
  expect(await verifyActivity(here.database.kysely)).toMatchObject([
    { entries: 82, unsealed: 0, problems: [] },
  ]);
  const { rows } = await sql`select 1 from activity_seals where entries = 0`.execute(here.database.kysely);
  expect(rows).toEqual([]);
});
