import { beforeEach, expect, test } from 'vitest';
import { addAccounts, addPerson, bearer, signInAs, testApp } from '../../../tests/support/test-app.ts';
import { makeSetupLink } from './setup-link.ts';

const here = testApp({ PUBLIC_URL: 'https://portal.test/' });
const password = 'Brand-New-2026';
const hour = 60 * 60 * 1000;
let people = 0;
let id: string;
let email: string;

beforeEach(async () => {
  people += 1;
  id = `person-${people}`;
  email = `${id}@people.test`;
  if (people === 1) await addAccounts(here.database, [{ id: 'office' }]);
  await addPerson(here.database, { id, password: false, accounts: ['office'] });
  // attempts of one test must not delay the next
  here.clock.advance(48 * hour);
});

const link = () => makeSetupLink(here, email);
const codeOf = (url: string) => new URL(url).searchParams.get('code') as string;
const post = (path: string, payload: object) =>
  here.app.http.inject({ method: 'POST', url: `/api/identity/contacts/${path}`, payload });
const verify = (code: string, whose = email) => post('activate/verify', { email: whose, code });
const activate = (code: string, chosen = password) => post('activate', { email, code, password: chosen });
const message = (answer: { json(): { message?: string } }) => answer.json().message;

test('opens the setup page by a link that activates once', async () => {
  const url = await link();
  expect(url).toMatch(/^https:\/\/portal\.test\/setup\?email=person-\d+%40people\.test&code=[\w-]{43}$/);
  const code = codeOf(url);
  expect((await verify(code)).json()).toEqual({ status: 'success', data: { email, passkeys: [] } });
  expect((await verify(code, email.toUpperCase())).statusCode).toBe(200);
  expect((await activate(code)).json()).toEqual({ status: 'success', data: { email } });
  expect(await signInAs(here, email, { password })).toBeTruthy();
  for (const again of [await verify(code), await activate(code)]) {
    expect([again.statusCode, message(again)]).toEqual([
      422,
      'This account is already activated. Please log in.',
    ]);
  }
});

test('lets one of fifty concurrent activations succeed', async () => {
  const code = codeOf(await link());
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => activate(code, `Chosen-Number-${index}`)),
  );
  const winners = answers.flatMap((answer, index) => (answer.statusCode === 200 ? [index] : []));
  expect(winners).toHaveLength(1);
  expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200, 422, 429]));
  expect(await signInAs(here, email, { password: `Chosen-Number-${winners[0]}` })).toBeTruthy();
});

test('reports an expired link, also on a second look and on use', async () => {
  const code = codeOf(await link());
  here.clock.advance(72 * hour - 1);
  expect((await verify(code)).statusCode).toBe(200);
  here.clock.advance(1);
  for (const answer of [await verify(code), await verify(code), await activate(code)]) {
    expect([answer.statusCode, message(answer)]).toEqual([
      422,
      'This link has expired. Please request a new one.',
    ]);
  }
});

test('replaces an older link by a newer one', async () => {
  const older = codeOf(await link());
  const newer = codeOf(await link());
  expect(message(await verify(older))).toBe('This link has expired: a newer one was sent.');
  expect((await verify(newer)).statusCode).toBe(200);
});

test('sets a new password by a new link and ends other sessions', async () => {
  await activate(codeOf(await link()));
  const session = await signInAs(here, email, { password });
  const code = codeOf(await link());
  expect((await verify(code)).statusCode).toBe(200);
  expect((await activate(code, 'Another-2026')).statusCode).toBe(200);
  await expect(signInAs(here, email, { password })).rejects.toThrow('400');
  expect(await signInAs(here, email, { password: 'Another-2026' })).toBeTruthy();
  const before = await here.app.http.inject({ url: '/api/identity/userinfo', headers: bearer(session) });
  expect(before.statusCode).toBe(401);
});

test('reports both for an activated person’s expired link', async () => {
  await activate(codeOf(await link()));
  const code = codeOf(await link());
  here.clock.advance(73 * hour);
  expect(message(await verify(code))).toBe(
    'This account is already activated and the link has expired. Please log in.',
  );
});

test('gives the same answer for a wrong code and an unknown person', async () => {
  await link();
  const [wrong, unknown] = [await verify('wrong'), await verify('wrong', 'nobody@people.test')];
  expect(wrong.statusCode).toBe(422);
  expect(unknown.json()).toEqual(wrong.json());
  await activate(codeOf(await link()));
  expect((await verify('wrong')).json()).toEqual(wrong.json());
});

test('accepts a link only for its person', async () => {
  const code = codeOf(await link());
  await addPerson(here.database, { id: `${id}-other`, password: false });
  expect((await verify(code, `${id}-other@people.test`)).statusCode).toBe(422);
  expect((await verify(code)).statusCode).toBe(200);
});

test('makes everyone wait after five wrong guesses and keeps the link valid', async () => {
  const code = codeOf(await link());
  for (let guess = 0; guess < 5; guess += 1) expect((await verify(`wrong ${guess}`)).statusCode).toBe(422);
  const waiting = await verify(code);
  expect([waiting.statusCode, waiting.headers['retry-after']]).toEqual([429, '30']);
  expect(message(waiting)).toBe('Too many attempts. Please try again in 30 seconds.');
  here.clock.advance(30_000);
  expect((await verify(code)).statusCode).toBe(200);
});

test.each([
  ['short', 'Ab1', 'At least 8 characters'],
  ['without lowercase', 'ABCDEFG1', 'A lowercase letter'],
  ['without uppercase', 'abcdefg1', 'An uppercase letter'],
  ['without a number', 'Abcdefgh', 'A number'],
])('a password that is %s gets 400 and the link stays valid', async (_, chosen, lack) => {
  const code = codeOf(await link());
  const answer = await activate(code, chosen);
  expect([answer.statusCode, answer.json()]).toMatchObject([
    400,
    { status: 'fail', data: { password: `The password needs: ${lack}.` } },
  ]);
  expect((await activate(code)).statusCode).toBe(200);
});

test('names an unknown field', async () => {
  const answer = await post('activate', { email, code: 'a', password, admin: true });
  expect([answer.statusCode, answer.json()]).toMatchObject([
    400,
    { data: { admin: 'This field is not known here.' } },
  ]);
});

test('rejects a link without a person', async () => {
  await expect(makeSetupLink(here, 'nobody@people.test')).rejects.toThrow(
    'No contact has the email address nobody@people.test.',
  );
  await expect(makeSetupLink(here, '2025550101')).rejects.toThrow('No contact has the email address');
});
