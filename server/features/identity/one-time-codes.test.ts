import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { addPerson } from '../../../tests/support/test-app.ts';
import { testDatabase } from '../../../tests/support/test-database.ts';
import { type CodeChannel, type CodePurpose, type CodeState, OneTimeCodes } from './one-time-codes.ts';

const here = testDatabase();
const codes = new OneTimeCodes(Buffer.alloc(32, 3));
const start = Date.parse('2026-03-11T15:00:00Z');
const after = (seconds: number) => new Date(start + seconds * 1000);

const connections = 10;

const people = ['ann', 'bob', 'cat', 'dan', 'eva', 'fay', 'gus'];
beforeAll(async () => {
  for (const id of people) await addPerson(here.database, { id, password: false });
});

const issue = (
  contactId: string,
  purpose: CodePurpose = 'setup',
  now = after(0),
  channel: CodeChannel = 'email',
) =>
  here.database.transaction((transaction) =>
    codes.issue(transaction, { contactId, purpose, channel, lifetime: 600 }, now),
  );
const look = async (
  contactId: string,
  code: string,
  now = after(1),
  purposes: CodePurpose[] = ['setup'],
): Promise<CodeState> => (await codes.look(here.database.kysely, { contactId, purposes, code }, now)).state;
const use = async (
  contactId: string,
  code: string,
  now = after(1),
  purposes: CodePurpose[] = ['setup'],
): Promise<CodeState> => {
  const { state } = await here.database.transaction((transaction) =>
    codes.use(transaction, { contactId, purposes, code }, now),
  );
  return state;
};

test('issues 256 random bits and stores only a keyed hash', async () => {
  const code = await issue('ann');
  expect(Buffer.from(code, 'base64url')).toHaveLength(32);
  const { rows } = await here.database.pool.query<{ row: string }>(
    'select c::text as row from one_time_codes c',
  );
  expect(rows.map(({ row }) => row).join()).not.toContain(code);
  const otherSecret = new OneTimeCodes(Buffer.alloc(32, 4));
  expect(
    await otherSecret.look(here.database.kysely, { contactId: 'ann', purposes: ['setup'], code }, after(1)),
  ).toMatchObject({ state: 'unknown', purpose: null });
});

test('uses a code up only by using, not by checking it', async () => {
  const code = await issue('bob');
  expect(await look('bob', code)).toBe('live');
  expect(await use('bob', code)).toBe('live');
  expect(await use('bob', code)).toBe('used');
  expect(await look('bob', code)).toBe('used');
});

test('lets one of fifty concurrent uses succeed', async () => {
  const code = await issue('cat');
  // waits until every connection is in its transaction
  const meeting = Promise.withResolvers<void>();
  let begun = 0;
  const tries = Array.from({ length: 50 }, () =>
    here.database.transaction(async (transaction) => {
      await sql`select 1`.execute(transaction);
      begun += 1;
      if (begun === connections) meeting.resolve();
      await meeting.promise;
      return codes.use(transaction, { contactId: 'cat', purposes: ['setup'], code }, after(1));
    }),
  );
  const states = (await Promise.all(tries)).map(({ state }) => state);
  expect(states.filter((state) => state === 'live')).toHaveLength(1);
  expect(states.filter((state) => state === 'used')).toHaveLength(49);
});

test('keeps a code if the action that it authorizes fails', async () => {
  const code = await issue('dan');
  const failing = here.database.transaction(async (transaction) => {
    await codes.use(transaction, { contactId: 'dan', purposes: ['setup'], code }, after(1));
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await look('dan', code)).toBe('live');
});

test('accepts a code only for its contact and purpose', async () => {
  const code = await issue('eva');
  expect(await look('dan', code)).toBe('unknown');
  expect(await look('eva', code, after(1), ['reset'])).toBe('unknown');
  expect(await look('eva', code)).toBe('live');
});

test('replaces an older code, even if issued concurrently', async () => {
  const older = await issue('eva');
  const newer = await issue('eva', 'setup', after(1));
  expect(await look('eva', older, after(2))).toBe('replaced');
  expect(await look('eva', newer, after(2))).toBe('live');
  const many = await Promise.all(Array.from({ length: 10 }, () => issue('eva', 'setup', after(2))));
  const states = await Promise.all(many.map((code) => look('eva', code, after(3))));
  expect(states.filter((state) => state === 'live')).toHaveLength(1);
});

test('does not replace a code of another purpose', async () => {
  const reset = await issue('eva', 'reset');
  await issue('eva', 'setup', after(1));
  expect(
    await codes.look(
      here.database.kysely,
      { contactId: 'eva', purposes: ['setup', 'reset'], code: reset },
      after(2),
    ),
  ).toMatchObject({ state: 'live', purpose: 'reset' });
});

test('keeps an expired code expired', async () => {
  const code = await issue('fay');
  expect(await look('fay', code, after(599))).toBe('live');
  expect(await look('fay', code, after(600))).toBe('expired');
  expect(await use('fay', code, after(601))).toBe('expired');
  expect(await look('fay', code, after(602))).toBe('expired');
});

test('invalidates a typed code after five wrong guesses', async () => {
  const typed: CodePurpose[] = ['sign-in code'];
  const code = await issue('gus', 'sign-in code', after(0), 'sms');
  for (let guess = 0; guess < 4; guess += 1)
    expect(await look('gus', `wrong ${guess}`, after(1), typed)).toBe('unknown');
  expect(await look('gus', code, after(1), typed)).toBe('live');
  expect(await look('gus', 'wrong 4', after(1), typed)).toBe('unknown');
  expect(await use('gus', code, after(1), typed)).toBe('expired');
});

test.each<[CodeChannel]>([['email'], ['command line']])(
  'wrong guesses do not invalidate a link sent by %s',
  async (channel) => {
    const code = await issue('gus', 'setup', after(0), channel);
    for (let guess = 0; guess < 20; guess += 1) expect(await look('gus', `wrong ${guess}`)).toBe('unknown');
    expect(await use('gus', code)).toBe('live');
  },
);
