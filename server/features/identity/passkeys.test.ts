import { passkeyGrant, type Passkey } from '@mailcall/contract/passkeys.ts';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { linkIn, newestMessage } from '../../../tests/support/outbox.ts';
import { type Deviation, SoftwareAuthenticator } from '../../../tests/support/software-authenticator.ts';
import {
  addAccounts,
  addPerson,
  bearer,
  signInAs,
  testApp,
  testPassword,
} from '../../../tests/support/test-app.ts';
import { endSessionsByOperator, makeScoreboardGrant } from './index.ts';
import { openIdentity } from './identity.ts';
import { passkeySiteOf } from './passkey-site.ts';

const site = { id: 'mailcall.test', origin: 'https://mailcall.test' };
const here = testApp({ PUBLIC_URL: site.origin });
let people = 0;

beforeAll(() => addAccounts(here.database, [{ id: 'own' }]));

let id: string;
let email: string;
beforeEach(async () => {
  people += 1;
  id = `person-${people}`;
  email = `${id}@people.test`;
  await addPerson(here.database, { id, accounts: ['own'] });
});

class Browser {
  #cookies = new Map<string, string>();
  token = '';

  async request<Data>(method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) {
    const answer = await here.app.http.inject({
      method,
      url: `/api/identity${path}`,
      ...(payload && { payload }),
      cookies: Object.fromEntries(this.#cookies),
      headers: this.token === '' ? {} : bearer(this.token),
    });
    for (const { name, value } of answer.cookies)
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    return {
      ...answer.json<{ message?: string; data: Data; access_token?: string; error_description?: string }>(),
      status: answer.statusCode,
      cookies: answer.cookies,
    };
  }

  async signIn(): Promise<this> {
    this.token = await signInAs(here, email);
    return this;
  }

  list = () => this.request<{ passkeys: Passkey[]; needs: string }>('GET', '/user/passkeys');

  creation = async () =>
    (
      await this.request<{ challenge: string; user: { id: string }; excludeCredentials: object[] }>(
        'POST',
        '/user/passkeys/options',
        { password: testPassword },
      )
    ).data;

  add = (response: object, name = 'Phone') =>
    this.request<{ passkeys: Passkey[] }>('POST', '/user/passkeys', { name, response });

  options = async () => (await this.request<{ challenge: string }>('POST', '/passkeys/options')).data;

  present = (response: object) =>
    this.request('POST', '/oauth/token', { grant_type: passkeyGrant, passkey: JSON.stringify(response) });

  async signInWith(authenticator: SoftwareAuthenticator, deviation?: Deviation) {
    return this.present(authenticator.get(await this.options(), deviation));
  }
}

const mailsTo = async (recipient: string) =>
  (
    await here.database.pool.query<{ subject: string }>(
      'select subject from outbox where recipient = $1 order by xmin::text::bigint',
      [recipient],
    )
  ).rows.map(({ subject }) => subject);

async function personWithPasskey() {
  const browser = await new Browser().signIn();
  const authenticator = new SoftwareAuthenticator(site);
  const added = await browser.add(authenticator.create(await browser.creation()));
  expect(added.status).toBe(200);
  return { browser, authenticator };
}

const refusal = 'This passkey was not accepted. Please try again.';

test('adds a passkey, signs in to a full session, removes it and notifies the owner of both', async () => {
  const { browser, authenticator } = await personWithPasskey();
  expect((await browser.list()).data).toMatchObject({
    passkeys: [{ id: authenticator.id, name: 'Phone', backedUp: true, lastUsedAt: null }],
    needs: 'password',
  });
  expect(await mailsTo(email)).toEqual(['A passkey was added to your Mailcall account']);

  const elsewhere = new Browser();
  const { status, access_token: token = '', cookies } = await elsewhere.signInWith(authenticator);
  expect(status).toBe(200);
  expect(cookies.find(({ name }) => name === '__Secure-mailcall-passkey')?.value).toBe('');
  elsewhere.token = token;
  expect((await elsewhere.list()).data.passkeys[0]?.lastUsedAt).toBe(here.clock.now().toISOString());
  const sessions = await elsewhere.request<{ sessions: object[] }>('GET', '/user/sessions');
  expect(sessions.data.sessions[0]).toMatchObject({ origin: 'passkey', current: true });

  expect((await elsewhere.request('DELETE', `/user/passkeys/${authenticator.id}`)).data).toMatchObject({
    passkeys: [],
  });
  expect((await new Browser().signInWith(authenticator)).status).toBe(400);
  expect((await mailsTo(email)).at(-1)).toBe('A passkey was removed from your Mailcall account');
  expect(await signInAs(here, email)).not.toBe('');
});

test.each<[what: string, deviation: Deviation]>([
  ['from a page of another origin', { origin: 'https://mailcall.example' }],
  ['for another site', { rpId: 'mailcall.example' }],
  ['whose owner was not verified', { userVerified: false }],
  ['whose counter went back', { counter: 1 }],
  ['to a challenge of its own', { challenge: Buffer.alloc(32).toString('base64url') }],
  ['that names another person', { userHandle: Buffer.alloc(32).toString('base64url') }],
])('a response %s does not sign in', async (_, deviation) => {
  const { authenticator } = await personWithPasskey();
  for (let uses = 0; uses < 2; uses += 1)
    expect((await new Browser().signInWith(authenticator)).status).toBe(200);
  const answer = await new Browser().signInWith(authenticator, deviation);
  expect([answer.status, answer.error_description]).toEqual([400, refusal]);
  expect((await new Browser().signInWith(authenticator)).status).toBe(200);
});

test('accepts a challenge once, for ten minutes, in the requesting browser', async () => {
  const { authenticator } = await personWithPasskey();
  const browser = new Browser();
  const options = await browser.options();
  expect(await browser.options()).toEqual(options);
  expect((await new Browser().present(authenticator.get(options))).status).toBe(400);
  const replayed = authenticator.get(options);
  const thief = Object.assign(Object.create(Object.getPrototypeOf(browser) as object), browser) as Browser;
  expect((await browser.present(replayed)).status).toBe(200);
  expect((await browser.present(replayed)).status).toBe(400);
  expect((await thief.present(replayed)).status).toBe(400);

  const late = authenticator.get(await browser.options());
  here.clock.advance(10 * 60_000 + 1000);
  expect((await browser.present(late)).status).toBe(400);
  expect((await browser.signInWith(authenticator)).status).toBe(200);
});

test('signs one in of many concurrent identical responses', async () => {
  const { authenticator } = await personWithPasskey();
  const browser = new Browser();
  const response = authenticator.get(await browser.options());
  const answers = await Promise.all(Array.from({ length: 5 }, () => browser.present(response)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('does not accept, add, list or remove another person’s credential', async () => {
  const { authenticator } = await personWithPasskey();
  await addPerson(here.database, { id: `${id}-other`, accounts: ['own'] });
  const other = new Browser();
  other.token = await signInAs(here, `${id}-other@people.test`);
  expect((await other.add(authenticator.create(await other.creation()))).status).toBe(422);
  expect((await other.list()).data.passkeys).toEqual([]);
  expect((await other.request('DELETE', `/user/passkeys/${authenticator.id}`)).status).toBe(404);
  const own = await new Browser().signIn();
  const options = await own.creation();
  own.token = other.token;
  const foreign = await own.add(new SoftwareAuthenticator(site).create(options));
  expect([foreign.status, foreign.message]).toEqual([422, refusal]);
});

test.each<[what: string, deviation: Deviation]>([
  ['from a page of another origin', { origin: 'https://mailcall.example' }],
  ['for another site', { rpId: 'mailcall.example' }],
  ['whose owner was not verified', { userVerified: false }],
  ['to a challenge of its own', { challenge: Buffer.alloc(32).toString('base64url') }],
])('a passkey %s is not added', async (_, deviation) => {
  const browser = await new Browser().signIn();
  const authenticator = new SoftwareAuthenticator(site);
  const answer = await browser.add(authenticator.create(await browser.creation(), deviation));
  expect([answer.status, answer.message]).toEqual([422, refusal]);
});

const mailedCode = async () => /\d{6}/.exec((await newestMessage(here.database, email)).text)?.[0] ?? '';

test('needs the password even right after sign-in, so that a copied token adds none', async () => {
  const browser = await new Browser().signIn();
  expect((await browser.list()).data.needs).toBe('password');
  const without = await browser.request('POST', '/user/passkeys/options', {});
  expect([without.status, without.data]).toEqual([400, { password: 'Current password is required' }]);
  const wrong = await browser.request('POST', '/user/passkeys/options', { password: 'Wrong-Horse-1' });
  expect([wrong.status, wrong.message]).toEqual([422, 'Your current password is not correct']);
  // a code is no proof for a person with a password
  expect((await browser.request('POST', '/user/proof/code')).status).toBe(422);
  expect((await browser.request('POST', '/user/passkeys/options', { code: '123456' })).status).toBe(400);
  expect(await browser.creation()).toHaveProperty('challenge');
});

test('adds one without a password by a fresh code, valid once for ten minutes', async () => {
  const browser = await new Browser().signIn();
  await here.database.pool.query('update contacts set password_hash = null where id = $1', [id]);
  expect((await browser.list()).data.needs).toBe('code');
  const ask = (proof: object) => browser.request('POST', '/user/passkeys/options', proof);
  expect((await ask({ password: testPassword })).data).toEqual({
    code: 'Type the code that we mail to you.',
  });
  await browser.request('POST', '/user/proof/code');
  const code = await mailedCode();
  expect((await ask({ code: code === '000000' ? '000001' : '000000' })).status).toBe(422);
  const { status, data } = await ask({ code: ` ${code.slice(0, 3)} ${code.slice(3)}` });
  expect(status).toBe(200);
  const authenticator = new SoftwareAuthenticator(site);
  expect((await browser.add(authenticator.create(data as never))).status).toBe(200);
  expect((await ask({ code })).status).toBe(422);
  await browser.request('POST', '/user/proof/code');
  here.clock.advance(10 * 60_000);
  expect((await ask({ code: await mailedCode() })).status).toBe(422);
  // a sign-in code is no proof
  await browser.request('POST', '/passwordless/start', { connection: 'email', email });
  expect((await ask({ code: await mailedCode() })).status).toBe(422);
});

test('removes all passkeys and the password by the mail’s link', async () => {
  const { browser, authenticator } = await personWithPasskey();
  const token = linkIn((await newestMessage(here.database, email)).text).searchParams.get('token') ?? '';
  const owner = new Browser();
  const found = await owner.request('POST', '/contacts/withdraw/verify', { token });
  expect(found.data).toEqual({ state: 'changed', fields: ['passkey'] });
  expect((await owner.request('POST', '/contacts/withdraw', { token })).status).toBe(200);
  expect((await browser.list()).status).toBe(401);
  expect((await new Browser().signInWith(authenticator)).status).toBe(400);
  await expect(signInAs(here, email)).rejects.toThrow('400');
  const { text } = await newestMessage(here.database, email);
  expect(text).toContain('All passkeys were removed, and all devices were signed out of your account.');
  expect(linkIn(text).pathname).toBe('/setup');
});

test('removes all passkeys when an operator ends the sessions', async () => {
  const { browser, authenticator } = await personWithPasskey();
  expect(await endSessionsByOperator(here, email)).toMatchObject({ ended: 1, removedPasskeys: 1 });
  expect((await browser.list()).status).toBe(401);
  expect((await new Browser().signInWith(authenticator)).status).toBe(400);
});

test('lists passkeys on a reset and removes those not kept', async () => {
  const { browser, authenticator } = await personWithPasskey();
  const other = new SoftwareAuthenticator(site);
  here.clock.advance(1000);
  expect((await browser.add(other.create(await browser.creation()), 'Laptop')).status).toBe(200);
  const reset = async (keepPasskeys?: string[]) => {
    await browser.request('POST', '/users/resetPassword', { email });
    const link = linkIn((await newestMessage(here.database, email)).text);
    const code = link.searchParams.get('code');
    const { data } = await new Browser().request<{ passkeys: Passkey[] }>(
      'POST',
      '/contacts/activate/verify',
      {
        email,
        code,
      },
    );
    const chosen = await new Browser().request('POST', '/contacts/activate', {
      email,
      code,
      password: testPassword,
      ...(keepPasskeys && { keepPasskeys }),
    });
    expect(chosen.status).toBe(200);
    return data.passkeys.map(({ name }) => name);
  };
  expect(await reset([other.id, 'unknown'])).toEqual(['Phone', 'Laptop']);
  expect((await new Browser().signInWith(authenticator)).status).toBe(400);
  expect((await new Browser().signInWith(other)).status).toBe(200);
  expect(await reset()).toEqual(['Laptop']);
  expect((await new Browser().signInWith(other)).status).toBe(400);
});

test('allows at most ten', async () => {
  const browser = await new Browser().signIn();
  for (let count = 0; count < 10; count += 1)
    await here.database.pool.query(
      `insert into passkeys (id, contact_id, public_key, counter, transports, may_be_backed_up, backed_up, name, created_at)
       values ($1, $2, '', 0, '{}', false, false, 'Key', now())`,
      [`${id}-${count}`, id],
    );
  const answer = await browser.request('POST', '/user/passkeys/options', {});
  expect([answer.status, answer.message]).toEqual([422, 'You have ten passkeys. Remove one to add another.']);
});

test('refuses a removed contact’s passkey and deletes it later', async () => {
  const { authenticator } = await personWithPasskey();
  await here.database.pool.query('update contacts set deleted = true where id = $1', [id]);
  expect((await new Browser().signInWith(authenticator)).status).toBe(400);
  const count = async () =>
    (await here.database.pool.query('select 1 from passkeys where contact_id = $1', [id])).rowCount;
  expect(await count()).toBe(1);
  await (await openIdentity(here)).runMaintenance();
  expect(await count()).toBe(0);
});

test('neither lists nor adds passkeys in a scoreboard link session', async () => {
  const link = new URL(await makeScoreboardGrant(here, email, ['own']));
  const guest = new Browser();
  const exchanged = await guest.request<{ accessToken: string }>('POST', '/auth/scoreboard/grant', {
    code: link.searchParams.get('code'),
  });
  guest.token = exchanged.data.accessToken;
  expect((await guest.list()).status).toBe(403);
  expect((await guest.request('POST', '/user/passkeys/options', {})).status).toBe(403);
});

test.each([
  ['https://portal.example', { id: 'portal.example', origin: 'https://portal.example' }],
  ['http://localhost:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
  ['http://portal.example', null],
  ['https://203.0.113.7', null],
  ['http://127.0.0.1:3000', null],
  ['https://[2001:db8::1]', null],
])('at %s the site of passkeys is %o', (publicUrl, expected) => {
  expect(passkeySiteOf(publicUrl)).toEqual(expected);
});
