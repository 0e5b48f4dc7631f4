import { passwordlessGrant, passwordRealmGrant } from '@mailcall/contract/identity.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { beforeEach, expect, test } from 'vitest';
import { countLockWaits } from '../../../tests/support/lock-waits.ts';
import { newestMessage, outboxSize } from '../../../tests/support/outbox.ts';
import { addPerson, bearer, signInAs, testApp, testPassword } from '../../../tests/support/test-app.ts';
import { hashPassword } from './passwords.ts';
import { endSessionsOf } from './sessions.ts';

const here = testApp();
const next = 'Brand-New-2026';

beforeEach(async () => {
  // attempts of one test must not delay the next
  here.clock.advance(2 * 24 * 60 * 60 * 1000);
  await here.database.pool.query('truncate contacts, outbox');
  await addPerson(here.database, { id: 'olga' });
  await addPerson(here.database, { id: 'newcomer', password: false });
});

const put = (token: string, payload: object) =>
  here.app.http.inject({
    method: 'PUT',
    url: '/api/identity/user/password',
    headers: bearer(token),
    payload,
  });
const post = (path: string, payload: object) =>
  here.app.http.inject({ method: 'POST', url: `/api/identity${path}`, payload });
const saysOf = (answer: { statusCode: number; json: <T>() => T }) => {
  const { message, data } = answer.json<{ message?: string; data: object | null }>();
  return [answer.statusCode, answer.statusCode === 400 ? data : message];
};
const isSignedIn = async (token: string) =>
  (await here.app.http.inject({ url: '/api/identity/userinfo', headers: bearer(token) })).statusCode === 200;
const olga = (password = testPassword) => signInAs(here, 'olga@people.test', { password });

async function byCode(email: string): Promise<string> {
  await post('/passwordless/start', { connection: 'email', email });
  const otp = /\b\d{6}\b/.exec((await newestMessage(here.database, email)).text)?.[0];
  const answer = await post('/oauth/token', { grant_type: passwordlessGrant, username: email, otp });
  return answer.json<{ access_token: string }>().access_token;
}

test('sets a new password, ends other sessions and notifies the owner', async () => {
  const [token, elsewhere] = [await olga(), await olga()];
  const answer = await put(token, { oldPassword: testPassword, newPassword: next });
  expect(answer.json()).toEqual({ status: 'success', data: {} });
  expect([await isSignedIn(token), await isSignedIn(elsewhere)]).toEqual([true, false]);
  expect((await newestMessage(here.database, 'olga@people.test')).subject).toBe(
    'Your Mailcall password was changed',
  );
  await olga(next);
  await expect(olga()).rejects.toThrow('400');
});

test('invalidates codes sent before the change', async () => {
  const token = await olga();
  await post('/passwordless/start', { connection: 'email', email: 'olga@people.test' });
  const otp = /\b\d{6}\b/.exec((await newestMessage(here.database, 'olga@people.test')).text)?.[0];
  await put(token, { oldPassword: testPassword, newPassword: next });
  const answer = await post('/oauth/token', {
    grant_type: passwordlessGrant,
    username: 'olga@people.test',
    otp,
  });
  expect(answer.statusCode).toBe(400);
});

test.each<[what: string, payload: object, status: number, says: string | object]>([
  ['no current password', { newPassword: next }, 400, { oldPassword: 'Current password is required' }],
  [
    'no new password',
    { oldPassword: testPassword, newPassword: '' },
    400,
    { newPassword: 'New password is required' },
  ],
  ['a missing new password', { oldPassword: testPassword }, 400, { newPassword: 'New password is required' }],
  [
    'the same password',
    { oldPassword: testPassword, newPassword: testPassword },
    400,
    { newPassword: 'New password should not be the same as current password' },
  ],
  [
    'a weak password',
    { oldPassword: testPassword, newPassword: 'weak' },
    400,
    { newPassword: 'The password needs: At least 8 characters, An uppercase letter, A number.' },
  ],
  [
    'a wrong current password',
    { oldPassword: 'Wrong-Horse-1', newPassword: next },
    422,
    messages.currentPasswordWrong,
  ],
])('%s is refused, and nothing changes', async (_, payload, status, says) => {
  const [token, elsewhere] = [await olga(), await olga()];
  expect(saysOf(await put(token, payload))).toEqual([status, says]);
  expect(await isSignedIn(elsewhere)).toBe(true);
  expect(await outboxSize(here.database)).toBe(0);
  await olga();
});

async function proofCode(token: string, email: string): Promise<string | undefined> {
  const url = '/api/identity/user/proof/code';
  await here.app.http.inject({ method: 'POST', url, headers: bearer(token) });
  return /\b\d{6}\b/.exec((await newestMessage(here.database, email)).text)?.[0];
}

test('does not set the first password if the session ends during hashing', async () => {
  const token = await byCode('newcomer@people.test');
  const code = await proofCode(token, 'newcomer@people.test');
  const { pool } = here.database;
  const answer = await here.database.transaction(async (transaction) => {
    await transaction.selectFrom('contacts').select('id').where('id', '=', 'newcomer').forUpdate().execute();
    const setting = put(token, { newPassword: next, code });
    await expect.poll(() => countLockWaits(pool)).toBe(1);
    await endSessionsOf(transaction, 'newcomer', 'changes withdrawn', here.clock.now());
    return { setting };
  });
  expect((await answer.setting).statusCode).toBe(401);
  const { rows } = await pool.query(`select password_hash from contacts where id = 'newcomer'`);
  expect(rows).toEqual([{ password_hash: null }]);
});

test('after five wrong codes a new one sets the password at once', async () => {
  const token = await byCode('newcomer@people.test');
  const code = await proofCode(token, 'newcomer@people.test');
  for (let tries = 0; tries < 5; tries += 1)
    await put(token, { newPassword: next, code: code === '000000' ? '000001' : '000000' });
  const fresh = await proofCode(token, 'newcomer@people.test');
  expect((await put(token, { newPassword: next, code: fresh })).statusCode).toBe(200);
});

test('sets the first password with a fresh code, activates and notifies the person', async () => {
  const token = await byCode('newcomer@people.test');
  // a copied access token comes without a code
  expect(saysOf(await put(token, { newPassword: next }))).toEqual([
    400,
    { code: 'Type the code that we mail to you.' },
  ]);
  const code = await proofCode(token, 'newcomer@people.test');
  expect((await put(token, { newPassword: next, code })).statusCode).toBe(200);
  expect((await newestMessage(here.database, 'newcomer@people.test')).subject).toBe(
    'Your Mailcall password was set',
  );
  await signInAs(here, 'newcomer@people.test', { password: next });
  const { rows } = await here.database.pool.query(
    `select activated_at is not null as activated from contacts where id = 'newcomer'`,
  );
  expect(rows).toEqual([{ activated: true }]);
});

test('lets one of two concurrent changes with the current password succeed', async () => {
  const token = await olga();
  const answers = await Promise.all(
    ['First-One-1', 'Second-One-2'].map((newPassword) =>
      put(token, { oldPassword: testPassword, newPassword }),
    ),
  );
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 422]));
  const won = answers[0]?.statusCode === 200 ? 'First-One-1' : 'Second-One-2';
  await olga(won);
});

test('counts wrong current passwords together with wrong sign-ins and locks both at ten', async () => {
  const token = await olga();
  const attempt = () => put(token, { oldPassword: 'Wrong-Horse-1', newPassword: next });
  for (let tries = 0; tries < 10; tries += 1) {
    expect((await attempt()).statusCode).toBe(422);
    // longer than the wait, shorter than the idle time
    here.clock.advance(30_000 * 2 ** Math.max(0, tries - 4));
    await isSignedIn(token);
  }
  expect((await put(token, { oldPassword: testPassword, newPassword: next })).statusCode).toBe(429);
  await expect(olga()).rejects.toThrow('429');
  expect((await newestMessage(here.database, 'olga@people.test')).subject).toBe(
    'Sign-in to Mailcall was paused',
  );
});

test.each<[what: string, set: string, status: number]>([
  ['another password', next, 400],
  ['the same password, hashed again,', testPassword, 200],
])('%s set while one is checked decides whether it signs in', async (_, set, status) => {
  const passwordHash = await hashPassword(set);
  const held = await here.database.pool.connect();
  await held.query('begin');
  await held.query('lock table attempt_limits');
  const signingIn = post('/oauth/token', {
    grant_type: passwordRealmGrant,
    username: 'olga@people.test',
    password: testPassword,
  });
  await expect.poll(() => countLockWaits(here.database.pool)).toBe(1);
  await held.query(`update contacts set password_hash = $1 where id = 'olga'`, [passwordHash]);
  await held.query('commit');
  held.release();
  expect((await signingIn).statusCode).toBe(status);
  const { rows } = await here.database.pool.query(
    `select from sessions where contact_id = 'olga' and created_at = $1`,
    [here.clock.now()],
  );
  expect(rows).toHaveLength(status === 200 ? 1 : 0);
});

test('waits for a sign-in with the old password and ends its session', async () => {
  const token = await olga();
  await here.database.pool.query(`
    create function hold() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock_shared(1); return new; end $$;
    create trigger hold after insert on sessions for each row execute function hold()`);
  const held = await here.database.pool.connect();
  await held.query('select pg_advisory_lock(1)');
  const signingIn = olga();
  await expect.poll(() => countLockWaits(here.database.pool)).toBe(1);
  const changing = put(token, { oldPassword: testPassword, newPassword: next });
  await expect.poll(() => countLockWaits(here.database.pool)).toBe(2);
  await held.query('select pg_advisory_unlock(1)');
  held.release();
  expect((await changing).statusCode).toBe(200);
  expect(await isSignedIn(await signingIn)).toBe(false);
  await here.database.pool.query('drop function hold cascade');
});

test('refuses password changes in a limited session', async () => {
  const token = await signInAs(here, 'olga@people.test', { realm: 'limited-access' });
  const answer = await put(token, { oldPassword: testPassword, newPassword: next });
  expect(saysOf(answer)).toEqual([403, messages.limitedAccess]);
});
