import { passwordlessGrant, passwordRealmGrant } from '@mailcall/contract/identity.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { mfaOobGrant, mfaRecoveryCodeGrant } from '@mailcall/contract/second-factor.ts';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { linkIn, newestMessage } from '../../../tests/support/outbox.ts';
import { SoftwareAuthenticator } from '../../../tests/support/software-authenticator.ts';
import { passkeyGrant } from '@mailcall/contract/passkeys.ts';
import { addAccounts, addPerson, bearer, testApp, testPassword } from '../../../tests/support/test-app.ts';
import { createLog } from '../../platform/log.ts';
import { readProvider } from '../../provider.ts';
import { openOutbox } from '../outbox/index.ts';
import {
  changeRoles,
  endSessionsByOperator,
  inviteContact,
  makeRecoveryCodes,
  makeSetupLink,
} from './index.ts';
import { openIdentity } from './identity.ts';

const site = { id: 'mailcall.test', origin: 'https://mailcall.test' };
const here = testApp({ PUBLIC_URL: site.origin });
const primaryToo = testApp({ REQUIRE_SECOND_FACTOR: 'primary' });
const everybody = testApp({ REQUIRE_SECOND_FACTOR: 'all' });
const day = 24 * 60 * 60 * 1000;
let people = 0;
let id: string;
let email: string;
let phone: string;

beforeAll(async () => {
  for (const { database } of [here, primaryToo, everybody]) await addAccounts(database, [{ id: 'own' }]);
});
beforeEach(async () => {
  people += 1;
  id = `operator-${people}`;
  email = `${id}@people.test`;
  phone = `+1202555${String(people).padStart(4, '0')}`;
  here.clock.advance(2 * day);
  await addPerson(here.database, { id, accounts: ['own'] });
  await changeRoles(here, email, { add: 'operator' });
});

interface Answer {
  status: number;
  access_token: string;
  error?: string;
  error_description?: string;
  mfa_token: string;
  mfa_factors?: string[];
  message?: string;
  data: never;
}

class Browser {
  readonly #cookies = new Map<string, string>();
  readonly #portal: typeof here;

  constructor(portal = here) {
    this.#portal = portal;
  }

  async request(method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object, token?: string) {
    const answer = await this.#portal.app.http.inject({
      method,
      url: `/api/identity${path}`,
      ...(payload && { payload }),
      cookies: Object.fromEntries(this.#cookies),
      headers: token === undefined ? {} : bearer(token),
    });
    for (const { name, value } of answer.cookies) this.#cookies.set(name, value);
    return { ...answer.json<Answer>(), status: answer.statusCode };
  }

  token = (payload: object) => this.request('POST', '/oauth/token', payload);
  byPassword = (fields: object = {}, password = testPassword) =>
    this.token({ grant_type: passwordRealmGrant, username: email, password, ...fields });

  async byCode(connection: 'email' | 'sms', fields: object = {}) {
    const username = connection === 'email' ? email : phone;
    await this.request('POST', '/passwordless/start', { connection, email, phoneNumber: phone });
    const otp = await codeTo(username);
    return this.token({ grant_type: passwordlessGrant, realm: connection, username, otp, ...fields });
  }

  challenge = (mfa_token: string, authenticator_id: string) =>
    this.request('POST', '/mfa/challenge', { mfa_token, challenge_type: 'oob', authenticator_id });

  async stepByCode(mfa_token: string, channel: 'email' | 'sms', fields: object = {}) {
    const challenge = await this.challenge(mfa_token, channel);
    expect(challenge).toMatchObject({ status: 200, challenge_type: 'oob', binding_method: 'prompt' });
    const binding_code = await codeTo(channel === 'email' ? email : phone);
    return this.token({ grant_type: mfaOobGrant, mfa_token, oob_code: channel, binding_code, ...fields });
  }

  stepByRecovery = (mfa_token: string, recovery_code: string) =>
    this.token({ grant_type: mfaRecoveryCodeGrant, mfa_token, recovery_code });
}

const codeTo = async (recipient: string) =>
  /\b\d{6}\b/.exec((await newestMessage(here.database, recipient)).text)?.[0] ?? '';
const operates = async (token: string) =>
  (await here.app.http.inject({ url: '/api/data/operate/overview', headers: bearer(token) })).statusCode;
const profile = (token: string) => new Browser().request('GET', '/userinfo', undefined, token);
const addPhone = () => here.database.pool.query('update contacts set phone = $1 where id = $2', [phone, id]);

const choosePassword = async (link: URL, password = testPassword) =>
  expect(
    (
      await new Browser().request('POST', '/contacts/activate', {
        email,
        code: link.searchParams.get('code'),
        password,
      })
    ).status,
  ).toBe(200);
const printCodes = () => {
  const provider = readProvider(here.environment);
  return makeRecoveryCodes(
    { ...here, outbox: openOutbox({ ...here, log: createLog(here.environment), provider }) },
    email,
  );
};
const mailedLink = async () => linkIn((await newestMessage(here.database, email)).text);
const resetByMail = async () => {
  await new Browser().request('POST', '/users/resetPassword', { email });
  await choosePassword(await mailedLink());
};

test('asks an operator for a second step after the password, then opens the provider’s view', async () => {
  const browser = new Browser();
  const first = await browser.byPassword();
  expect(first).toMatchObject({
    status: 403,
    error: 'mfa_required',
    error_description: messages.secondStepNeeded,
    mfa_factors: ['email'],
  });
  expect(first.access_token).toBeUndefined();
  const second = await browser.stepByCode(first.mfa_token, 'email');
  expect([second.status, await operates(second.access_token)]).toEqual([200, 200]);
  const sessions = await browser.request('GET', '/user/sessions', undefined, second.access_token);
  expect(sessions.data).toMatchObject({ sessions: [{ origin: 'password' }] });
  expect(await browser.challenge(first.mfa_token, 'email')).toMatchObject({ error: 'expired_token' });
});

test('accepts only its own code, within five guesses and ten minutes, of the same person', async () => {
  const browser = new Browser();
  const { mfa_token } = await browser.byPassword();
  const guess = (binding_code: string, token = mfa_token) =>
    browser.token({ grant_type: mfaOobGrant, mfa_token: token, oob_code: 'email', binding_code });
  await browser.request('POST', '/passwordless/start', { connection: 'email', email });
  expect(await guess(await codeTo(email))).toMatchObject({
    status: 400,
    error_description: messages.wrongCode,
  });
  await browser.challenge(mfa_token, 'email');
  const code = await codeTo(email);
  expect(await browser.token({ grant_type: passwordlessGrant, username: email, otp: code })).toMatchObject({
    error: 'invalid_grant',
  });
  await addPerson(here.database, { id: `${id}-other` });
  const other = await browser.token({
    grant_type: passwordRealmGrant,
    username: `${id}-other@people.test`,
    password: testPassword,
    mfa_token,
  });
  expect(other.error).toBe('expired_token');
  expect((await browser.byPassword({ mfa_token })).error).toBe('expired_token');
  expect((await browser.byPassword({ mfa_token, realm: 'limited-access' })).error).toBe('expired_token');
  expect((await guess(code, `${mfa_token}x`)).error).toBe('expired_token');
  for (let again = 0; again < 5; again += 1) {
    here.clock.advance(60_000);
    expect((await guess(code === '000000' ? '000001' : '000000')).status).toBe(400);
  }
  here.clock.advance(100_000);
  expect((await guess(code)).error_description).toBe(messages.codeOver);
  const again = await browser.byPassword();
  here.clock.advance(10 * 60_000);
  expect((await browser.challenge(again.mfa_token, 'email')).error).toBe('expired_token');
});

test('after five wrong codes a new one opens at once', async () => {
  const browser = new Browser();
  const { mfa_token } = await browser.byPassword();
  await browser.challenge(mfa_token, 'email');
  const code = await codeTo(email);
  const guess = { oob_code: 'email', binding_code: code === '000000' ? '000001' : '000000' };
  for (let again = 0; again < 5; again += 1)
    await browser.token({ grant_type: mfaOobGrant, mfa_token, ...guess });
  expect((await browser.stepByCode(mfa_token, 'email')).status).toBe(200);
});

test('signs one in of many concurrent second steps', async () => {
  const browser = new Browser();
  const { mfa_token } = await browser.byPassword();
  const [code = ''] = (await printCodes()).codes;
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => new Browser().stepByRecovery(mfa_token, code)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('takes the password as second step after a mailed code; without one, access is limited', async () => {
  const browser = new Browser();
  const first = await browser.byCode('email');
  expect(first.mfa_factors).toEqual(['password']);
  expect((await browser.challenge(first.mfa_token, 'email')).error).toBe('invalid_request');
  const second = await browser.byPassword({ mfa_token: first.mfa_token });
  expect(await operates(second.access_token)).toBe(200);

  await here.database.pool.query('update contacts set password_hash = null where id = $1', [id]);
  const { status, access_token } = await browser.byCode('email');
  expect([status, await operates(access_token)]).toEqual([200, 404]);
  expect(await profile(access_token)).toMatchObject({ second_factor_missing: true });
  const settings = await browser.request('GET', '/user/settings', undefined, access_token);
  expect([settings.status, settings.message]).toEqual([403, messages.limitedAccess]);
  expect(await profile(second.access_token)).not.toHaveProperty('second_factor_missing');
});

test('takes a mailed code or the password after a text message', async () => {
  await addPhone();
  const browser = new Browser();
  const first = await browser.byCode('sms');
  expect(first.mfa_factors).toEqual(['email', 'password']);
  const second = await browser.stepByCode(first.mfa_token, 'email');
  expect(await operates(second.access_token)).toBe(200);
  const other = await browser.byPassword();
  expect(other.mfa_factors).toEqual(['email', 'sms']);
  expect((await browser.stepByCode(other.mfa_token, 'sms')).status).toBe(200);
  // a phone shared with a colleague is no second factor
  await addPerson(here.database, { id: `${id}-colleague`, phone });
  expect((await browser.byPassword()).mfa_factors).toEqual(['email']);
});

test('accepts no mailed codes after a mailed reset until a sign-in with a recovery code', async () => {
  await resetByMail();
  const browser = new Browser();
  const limited = await browser.byPassword();
  expect([limited.status, await operates(limited.access_token)]).toEqual([200, 404]);
  expect(await profile(limited.access_token)).toMatchObject({ second_factor_missing: true });
  expect((await browser.byCode('email')).status).toBe(200);
  const { codes } = await printCodes();
  const printed = await newestMessage(here.database, email);
  expect(printed.text).toContain('Our support printed 10 recovery codes for your account.');
  for (const code of codes) expect(printed.text).not.toContain(code);
  const first = await browser.byPassword();
  expect(first.mfa_factors).toEqual(['recovery-code']);
  expect((await browser.challenge(first.mfa_token, 'email')).error).toBe('invalid_request');
  const typed = (codes[0] ?? '').toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o');
  expect((await browser.stepByRecovery(first.mfa_token, typed)).status).toBe(200);
  expect((await newestMessage(here.database, email)).text).toMatch(
    /Someone just logged in to your account with a recovery code.*\. You have 9 codes left\./,
  );
  const next = await browser.byPassword();
  expect(next.mfa_factors).toEqual(['email', 'recovery-code']);
  expect(await browser.stepByRecovery(next.mfa_token, typed)).toMatchObject({
    status: 400,
    error_description: messages.wrongRecoveryCode,
  });
  await printCodes();
  expect((await browser.stepByRecovery(next.mfa_token, codes[1] ?? '')).status).toBe(400);
});

test('accepts mailed codes after an invitation or printed link, not after a requested setup link', async () => {
  await here.database.pool.query('update contacts set password_hash = null where id = $1', [id]);
  const provider = readProvider(here.environment);
  await inviteContact(
    { ...here, outbox: openOutbox({ ...here, log: createLog(here.environment), provider }) },
    email,
  );
  const invitation = await mailedLink();
  await new Browser().request('POST', '/contacts/refresh-activation-link', {
    email,
    code: invitation.searchParams.get('code'),
  });
  await choosePassword(await mailedLink());
  expect((await new Browser().byPassword()).mfa_factors).toEqual(['email']);

  await choosePassword(new URL(await makeSetupLink(here, email)));
  expect((await new Browser().byPassword()).mfa_factors).toEqual(['email']);

  await here.database.pool.query('update contacts set password_hash = null where id = $1', [id]);
  const { access_token } = await new Browser().byCode('email');
  const path = `/contacts/${id}/send-setup`;
  expect((await new Browser().request('POST', path, undefined, access_token)).status).toBe(200);
  await choosePassword(await mailedLink());
  expect(await new Browser().byPassword()).toMatchObject({ status: 200 });
});

test('accepts a passkey alone and as second step', async () => {
  const authenticator = new SoftwareAuthenticator(site);
  const browser = new Browser();
  const { mfa_token } = await browser.byPassword();
  const { access_token } = await browser.stepByCode(mfa_token, 'email');
  const proof = { password: testPassword };
  const options = await browser.request('POST', '/user/passkeys/options', proof, access_token);
  const response = authenticator.create(options.data);
  await browser.request('POST', '/user/passkeys', { name: 'Key', response }, access_token);
  const byPasskey = async (fields: object = {}) => {
    const { data } = await browser.request('POST', '/passkeys/options');
    const passkey = JSON.stringify(authenticator.get(data));
    return browser.token({ grant_type: passkeyGrant, passkey, ...fields });
  };
  const alone = await byPasskey();
  expect(await operates(alone.access_token)).toBe(200);
  await here.database.pool.query('update contacts set password_by_mail = true where id = $1', [id]);
  const first = await browser.byPassword();
  expect(first.mfa_factors).toEqual(['passkey']);
  expect(await operates((await byPasskey({ mfa_token: first.mfa_token })).access_token)).toBe(200);
  // it proved more than the mailbox
  expect((await browser.byPassword()).mfa_factors).toEqual(['passkey', 'email']);
});

test('remembers a browser for 30 days for its person until forgotten', async () => {
  const browser = new Browser();
  const remember = async () => {
    const { mfa_token } = await browser.byPassword();
    return browser.stepByCode(mfa_token, 'email', { remember_browser: 'true' });
  };
  const once = await browser.byPassword();
  await browser.stepByCode(once.mfa_token, 'email');
  expect((await browser.byPassword()).status).toBe(403);
  await remember();
  expect((await browser.byPassword()).status).toBe(200);
  const { access_token } = await browser.byCode('email');
  expect(await operates(access_token)).toBe(200);
  expect((await new Browser().byPassword()).status).toBe(403);
  // a colleague at the same desk also completes the second step, and both are remembered
  const [mine, myEmail] = [id, email];
  [id, email] = [`${id}-colleague`, `${id}-colleague@people.test`];
  await addPerson(here.database, { id });
  await changeRoles(here, email, { add: 'operator' });
  expect((await browser.byPassword()).status).toBe(403);
  await remember();
  expect((await browser.byPassword()).status).toBe(200);
  [id, email] = [mine, myEmail];
  expect((await browser.byPassword()).status).toBe(200);

  const list = async () =>
    (await browser.request('GET', '/user/browsers', undefined, access_token)).data as {
      browsers: { id: string; current: boolean; createdAt: string; lastUsedAt: string }[];
    };
  const [kept] = (await list()).browsers;
  expect(kept).toMatchObject({ current: true, lastUsedAt: here.clock.now().toISOString() });
  here.clock.advance(600_000);
  await browser.byPassword();
  expect((await list()).browsers).toMatchObject([
    { current: true, createdAt: kept?.createdAt, lastUsedAt: here.clock.now().toISOString() },
  ]);
  const elsewhere = await new Browser().request('GET', '/user/browsers', undefined, access_token);
  expect((elsewhere.data as Awaited<ReturnType<typeof list>>).browsers).toMatchObject([{ current: false }]);
  const someoneElse = await new Browser().byPassword();
  expect(someoneElse.status).toBe(403);
  await browser.request('DELETE', `/user/browsers/${kept?.id}`, undefined, access_token);
  expect((await list()).browsers).toEqual([]);
  expect((await browser.byPassword()).status).toBe(403);
  await remember();
  here.clock.advance(30 * day - 1000);
  expect((await browser.byPassword()).status).toBe(200);
  here.clock.advance(1000);
  expect((await browser.byPassword()).status).toBe(403);
  await (await openIdentity(here)).runMaintenance();
  const { rowCount } = await here.database.pool.query(
    'select from remembered_browsers union all select from pending_sign_ins where expires_at < $1',
    [here.clock.now()],
  );
  expect(rowCount).toBe(0);
});

test.each<[what: string, act: () => Promise<unknown>]>([
  ['a printed link to a new password', async () => choosePassword(new URL(await makeSetupLink(here, email)))],
  ['sessions that an operator ends', () => endSessionsByOperator(here, email)],
])('%s forgets remembered browsers and what awaits a second step', async (_, act) => {
  const browser = new Browser();
  const { mfa_token } = await browser.byPassword();
  await browser.stepByCode(mfa_token, 'email', { remember_browser: 'true' });
  expect((await browser.byPassword()).status).toBe(200);
  const awaited = await new Browser().byPassword();
  await act();
  expect((await browser.byPassword()).status).toBe(403);
  expect((await browser.challenge(awaited.mfa_token, 'email')).error).toBe('expired_token');
});

test('opens nothing for a role that comes during a session with one factor', async () => {
  await changeRoles(here, email, { remove: 'operator' });
  const { access_token } = await new Browser().byPassword();
  await changeRoles(here, email, { add: 'operator' });
  expect(await operates(access_token)).toBe(404);
});

test('includes the previous level’s people in each level', async () => {
  const asked = async (portal: typeof here) => {
    const statuses: number[] = [];
    for (const [person, primary] of [
      ['primary', true],
      ['desk', false],
    ] as const) {
      await addPerson(portal.database, { id: person, accounts: ['own'] });
      await portal.database.pool.query('update contact_accounts set is_primary = $2 where contact_id = $1', [
        person,
        primary,
      ]);
      email = `${person}@people.test`;
      statuses.push((await new Browser(portal).byPassword()).status);
    }
    await addPerson(portal.database, { id: 'ann' });
    await changeRoles(portal, 'ann@people.test', { add: 'operator' });
    email = 'ann@people.test';
    return [(await new Browser(portal).byPassword()).status, ...statuses];
  };
  expect(await asked(here)).toEqual([403, 200, 200]);
  expect(await asked(primaryToo)).toEqual([403, 403, 200]);
  expect(await asked(everybody)).toEqual([403, 403, 403]);
});
