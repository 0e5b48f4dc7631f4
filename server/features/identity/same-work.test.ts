import { passwordlessGrant, passwordRealmGrant } from '@mailcall/contract/identity.ts';
import pg from 'pg';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { addPerson, testApp } from '../../../tests/support/test-app.ts';

const here = testApp();
beforeAll(async () => {
  await addPerson(here.database, { id: 'olga', phone: '+12025550101' });
  await addPerson(here.database, { id: 'newcomer', password: false });
});
beforeEach(() => here.clock.advance(2 * 24 * 60 * 60 * 1000));

async function workOf(path: string, payload: object) {
  const asked: string[] = [];
  const original = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [query] = args as [string | { text: string }];
    asked.push(typeof query === 'string' ? query : query.text);
    return original.apply(this, args) as never;
  });
  try {
    const answer = await here.app.http.inject({ method: 'POST', url: `/api/identity${path}`, payload });
    return { asked, answer: [answer.statusCode, answer.body] };
  } finally {
    spy.mockRestore();
  }
}

const nobody = { email: 'nobody@people.test', phone: '+12025550199' };
const cases: [what: string, path: string, payload: (person: { email: string; phone: string }) => object][] = [
  ['a mailed code', '/passwordless/start', ({ email }) => ({ connection: 'email', email })],
  ['a texted code', '/passwordless/start', ({ phone }) => ({ connection: 'sms', phoneNumber: phone })],
  ['a reset', '/users/resetPassword', ({ email }) => ({ email })],
  [
    'a wrong password',
    '/oauth/token',
    ({ email }) => ({ grant_type: passwordRealmGrant, username: email, password: 'Wrong-Horse-1' }),
  ],
  [
    'a wrong token of a mailed link',
    '/oauth/token',
    ({ email }) => ({
      grant_type: passwordRealmGrant,
      username: email,
      password: 'wrong',
      realm: 'limited-access',
    }),
  ],
  [
    'a wrong code',
    '/oauth/token',
    ({ email }) => ({ grant_type: passwordlessGrant, username: email, otp: '000000' }),
  ],
  ['a wrong activation link', '/contacts/activate/verify', ({ email }) => ({ email, code: 'wrong' })],
  [
    'activation with a wrong link',
    '/contacts/activate',
    ({ email }) => ({ email, code: 'wrong', password: 'Correct-Horse-1' }),
  ],
  [
    'a new link for a wrong one',
    '/contacts/refresh-activation-link',
    ({ email }) => ({ email, code: 'wrong' }),
  ],
];

test.each(cases)(
  '%s: does the same work and responds alike for known and unknown people',
  async (_, path, payload) => {
    // warms up, so that the first request runs the same statements as the second
    await workOf(path, payload({ email: 'first@people.test', phone: '+12025550188' }));
    const unknown = await workOf(path, payload(nobody));
    const known = await workOf(path, payload({ email: 'olga@people.test', phone: '+12025550101' }));
    expect(unknown.asked.length).toBeGreaterThan(2);
    expect(known).toEqual(unknown);
  },
);

test('answers a person without a password like one with a wrong password', async () => {
  const of = (email: string) =>
    workOf('/oauth/token', { grant_type: passwordRealmGrant, username: email, password: 'Wrong-Horse-1' });
  expect(await of('newcomer@people.test')).toEqual(await of('olga@people.test'));
});

test('writes a message at the tenth wrong password either way', async () => {
  const works = [];
  for (const username of ['olga@people.test', 'nobody@people.test']) {
    let last = null;
    for (let tries = 0; tries < 10; tries += 1) {
      last = await workOf('/oauth/token', {
        grant_type: passwordRealmGrant,
        username,
        password: 'Wrong-Horse-1',
      });
      // the wait after wrong ones
      here.clock.advance(30_000 * 2 ** Math.max(0, tries - 4));
    }
    works.push(last);
  }
  expect(works[0]?.asked.join()).toContain('insert into "outbox"');
  expect(works[0]).toEqual(works[1]);
});
