import { beforeAll, describe, expect, test } from 'vitest';
import { addAccounts, addPerson, bearer, signInAs, testApp } from '../tests/support/test-app.ts';

const here = testApp();
let headers: { authorization: string };

beforeAll(async () => {
  await addAccounts(here.database, [{ id: 'own' }]);
  await addPerson(here.database, { id: 'olga', accounts: ['own'] });
  headers = bearer(await signInAs(here, 'olga@people.test'));
});

const post = (url: string, payload: object | string) =>
  here.app.http.inject({
    method: 'POST',
    url,
    headers: { ...headers, 'content-type': 'application/json' },
    payload,
  });

const consent = { acceptedTerms: true, authorizedReceiver: true };

describe('a field that is called like something every object has', () => {
  const names = ['constructor', 'toString', 'hasOwnProperty', 'valueOf', 'isPrototypeOf'];

  test.each(names)('%s is refused by its name, where no token is needed', async (name) => {
    const answer = await post('/api/identity/users/check', { email: 'olga@people.test', [name]: 1 });
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      {
        status: 'fail',
        message: 'The request is not valid.',
        data: { [name]: 'This field is not known here.' },
      },
    ]);
  });

  test.each(names)('%s is refused by its name in a nested body too', async (name) => {
    const answer = await post('/api/data/calls/request-download', {
      ...consent,
      accountIds: ['own'],
      [name]: { [name]: 1 },
    });
    expect([answer.statusCode, answer.json<{ data: object }>().data]).toEqual([
      400,
      { [name]: 'This field is not known here.' },
    ]);
  });
});

describe('a list that is too long', () => {
  test('is refused by its length, whatever its items are', async () => {
    const answer = await post('/api/data/calls/request-download', {
      ...consent,
      accountIds: Array.from({ length: 400_000 }, () => 1),
    });
    expect([answer.statusCode, answer.json<{ data: object }>().data]).toEqual([
      400,
      { accountIds: 'Use at most 10,000 accounts.' },
    ]);
    expect(answer.body.length).toBeLessThan(1000);
  });

  test('is refused inside filters too', async () => {
    const answer = await post('/api/data/calls/request-download', {
      ...consent,
      accountIds: ['own'],
      filters: { campaigns: Array.from({ length: 200_000 }, () => 'a') },
    });
    expect([answer.statusCode, answer.json<{ data: object }>().data]).toEqual([
      400,
      { 'filters.campaigns': 'Use at most 1,000 values.' },
    ]);
  });
});

test('of many problems twenty are listed, and the number of the others is given', async () => {
  const answer = await post('/api/data/calls/request-download', {
    ...consent,
    accountIds: Array.from({ length: 400 }, () => 1),
  });
  const { message, data } = answer.json<{ message: string; data: object }>();
  expect([answer.statusCode, message]).toEqual([
    400,
    'The request is not valid. 20 problems are listed, and there are 380 more.',
  ]);
  expect(Object.keys(data)).toHaveLength(20);
});

test('of many unknown fields twenty are listed, and a long name is cut', async () => {
  const fields = Array.from({ length: 50 }, (_, index) => [`${index}`.padEnd(1000, 'x'), 1] as const);
  const answer = await post('/api/identity/users/check', {
    email: 'olga@people.test',
    ...Object.fromEntries(fields),
  });
  const { message, data } = answer.json<{ message: string; data: object }>();
  expect([answer.statusCode, message]).toEqual([
    400,
    'The request is not valid. 20 problems are listed, and there are 30 more.',
  ]);
  expect(Math.max(...Object.keys(data).map((name) => name.length))).toBeLessThanOrEqual(200);
});

test.each(['year', 'month'])(
  'filters.%s, which is ignored, may be nested as deep as it likes',
  async (name) => {
    const depth = 100_000;
    const nested = '['.repeat(depth) + ']'.repeat(depth);
    const answer = await post(
      '/api/data/calls/request-download',
      `{"acceptedTerms":true,"authorizedReceiver":true,"accountIds":["own"],"filters":{"${name}":${nested}}}`,
    );
    expect(answer.statusCode).toBe(200);
  },
);

test('a NUL character is refused by the name of its field', async () => {
  const answer = await post('/api/data/calls/request-download', {
    ...consent,
    accountIds: ['own'],
    filters: { campaigns: ['a', 'b\0'] },
  });
  expect([answer.statusCode, answer.json<{ data: object }>().data]).toEqual([
    400,
    { 'filters.campaigns.1': 'This text must not hold a NUL character.' },
  ]);
});
