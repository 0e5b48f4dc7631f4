import { PassThrough } from 'node:stream';
import { beforeAll, describe, expect, test } from 'vitest';
import { addAccounts, addPerson, bearer, signInAs, testApp } from '../tests/support/test-app.ts';

const here = testApp();
let headers: { authorization: string };

beforeAll(async () => {
  await addAccounts(here.database, [{ id: 'own' }]);
  await addPerson(here.database, { id: 'olga', accounts: ['own'] });
  headers = bearer(await signInAs(here, 'olga@people.test'));
});

const repeated = (times: number, pair: (index: number) => string) =>
  Array.from({ length: times }, (_, index) => pair(index)).join('&');

describe('a query that is longer than 8 KB', () => {
  // when decoded, each of these is a 400: the brackets do not close
  const attacks: [string, string][] = [
    ['indices that count down', repeated(10_000, (index) => `a[${10_000 - index}]=`)],
    ['one value 19,000 times', repeated(19_000, () => 'accountIds[]=a')],
    ['what is no query', '['.repeat(8193)],
  ];
  const tooLong = 'A query of more than 8 KB needs an access token.';

  test.each(attacks)('is refused undecoded where nobody says who they are: %s', async (_, query) => {
    for (const path of ['/health', '/api/data/calls', '/api/data/calls/download.xlsx', '/api/openapi.json']) {
      const answer = await here.app.http.inject({ url: `${path}?${query}` });
      expect([path, answer.statusCode, answer.json()]).toEqual([
        path,
        414,
        { status: 'fail', message: tooLong, data: { request: tooLong } },
      ]);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });

  test.each(attacks)('is not decoded before it is known who asks: %s', async (_, query) => {
    const answer = await here.app.http.inject({
      url: `/api/data/calls?${query}`,
      headers: bearer('none'),
    });
    expect(answer.statusCode).toBe(401);
  });

  test.each(attacks)('is refused undecoded by a public route, with any token: %s', async (_, query) => {
    for (const path of ['/api/data/calls/download.xlsx', '/health']) {
      const answer = await here.app.http.inject({ url: `${path}?${query}`, headers: bearer('none') });
      expect([path, answer.statusCode]).toEqual([path, 414]);
    }
  });

  test('is refused by the token endpoint as an OAuth error', async () => {
    const answer = await here.app.http.inject({
      method: 'POST',
      url: `/api/identity/oauth/token?${'['.repeat(8193)}`,
      payload: {},
    });
    expect([answer.statusCode, answer.json()]).toEqual([
      414,
      { error: 'invalid_request', error_description: `request: ${tooLong}` },
    ]);
  });
});

test('reads a query of 8 KB without a token', async () => {
  const answer = await here.app.http.inject({
    url: `/api/data/calls/download.xlsx?slt=none&pad=${'a'.repeat(8192 - 13)}`,
  });
  expect(answer.statusCode).toBe(403);
});

test('rejects a malformed query and names its parameter', async () => {
  const answer = await here.app.http.inject({ url: '/api/data/calls?filters[=1', headers });
  expect([answer.statusCode, answer.json<{ data: object }>().data]).toEqual([
    400,
    { 'filters[': 'Write names as page, accountIds[] or filters[startDate].' },
  ]);
});

describe('a form', () => {
  const send = (payload: string) =>
    here.app.http.inject({
      method: 'POST',
      url: '/api/identity/oauth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload,
    });

  test('is refused when it is malformed', async () => {
    const answer = await send('grant_type=%FF');
    expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual([400, 'invalid_request']);
  });

  test('is refused with too many names', async () => {
    const answer = await send(repeated(2000, (index) => `${index}=`));
    expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual([400, 'invalid_request']);
  });

  test('is refused above 16 KB', async () => {
    const answer = await send(`grant_type=${'a'.repeat(16 * 1024)}`);
    expect(answer.statusCode).toBe(413);
  });
});

describe('a body', () => {
  const type = { 'content-type': 'application/json' };

  test.each(['PUT', 'POST', 'DELETE'] as const)(
    'is not read before it is known who sends it: %s',
    async (method) => {
      const url =
        method === 'PUT'
          ? '/api/data/tracking-lines'
          : method === 'POST'
            ? '/api/data/settings/contacts'
            : '/api/data/designs/review-comments/none';
      const payload = new PassThrough();
      payload.write('{');
      const answer = await here.app.http.inject({
        method,
        url,
        headers: { ...type, ...bearer('none') },
        payload,
      });
      expect(answer.statusCode).toBe(401);
      payload.destroy();
    },
  );

  test.each(['/api/identity/users/check', '/api/nowhere'])(
    'is refused above 16 KB without a session: %s',
    async (url) => {
      const payload = { email: 'a'.repeat(16 * 1024) };
      const answer = await here.app.http.inject({ method: 'POST', url, headers: type, payload });
      expect(answer.statusCode).toBe(413);
    },
  );
});

const post = (url: string, payload: object | string) =>
  here.app.http.inject({
    method: 'POST',
    url,
    headers: { ...headers, 'content-type': 'application/json' },
    payload,
  });

const consent = { acceptedTerms: true, authorizedReceiver: true };

describe('a field with the name of an object property', () => {
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
  test('is refused for its length, regardless of its items', async () => {
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

test('lists twenty of many problems and counts the others', async () => {
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

test('lists twenty of many unknown fields and truncates long names', async () => {
  const fields = Array.from({ length: 50 }, (_, index) => [`${index}`.padEnd(300, 'x'), 1] as const);
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

test.each(['year', 'month'])('accepts the ignored filters.%s at any depth', async (name) => {
  const depth = 100_000;
  const nested = '['.repeat(depth) + ']'.repeat(depth);
  const answer = await post(
    '/api/data/calls/request-download',
    `{"acceptedTerms":true,"authorizedReceiver":true,"accountIds":["own"],"filters":{"${name}":${nested}}}`,
  );
  expect(answer.statusCode).toBe(200);
});

test('rejects a NUL character and names its field', async () => {
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

describe('a text that is no Unicode', () => {
  const half = 'This text must be valid Unicode: it holds half of a character.';
  const view = { name: 'Mine', path: '/scoreboard', address: {}, accountId: null };
  const download = { ...consent, accountIds: ['own'] };
  test.each<[method: 'POST', url: string, body: object, field: string]>([
    ['POST', '/api/data/views', { ...view, name: 'a\ud800' }, 'name'],
    ['POST', '/api/data/views', { ...view, address: { q: '\udc00b' } }, 'address.q'],
    ['POST', '/api/data/views', { ...view, address: { accounts: 'a\ud800b' } }, 'address.accounts'],
    [
      'POST',
      '/api/data/calls/request-download',
      { ...download, filters: { campaigns: ['a', 'b\ud83d'] } },
      'filters.campaigns.1',
    ],
    ['POST', '/api/identity/users/check', { email: '\ud800@people.test' }, 'email'],
  ])('is refused by %s %s, naming its field: %j', async (method, url, body, field) => {
    const answer = await here.app.http.inject({ method, url, headers, payload: body });
    expect([answer.statusCode, answer.json<{ data: object }>().data]).toEqual([
      400,
      expect.objectContaining({ [field]: expect.any(String) }),
    ]);
    if (url !== '/api/identity/users/check') expect(answer.json()).toMatchObject({ data: { [field]: half } });
  });

  test.each([
    ['GET', '/api/data/calls?search=%ED%A0%80'],
    ['GET', '/api/data/calls/%ED%A0%80'],
    ['POST', '/api/identity/oauth/token'],
  ] as const)('is refused by %s %s', async (method, url) => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await here.app.http.inject({
      method,
      url,
      headers: method === 'POST' ? form : headers,
      ...(method === 'POST' && { payload: 'grant_type=password&username=%ED%A0%80' }),
    });
    expect(answer.statusCode).toBe(400);
  });

  test('a whole character of two halves is taken', async () => {
    const payload = { ...download, filters: { campaigns: ['\u{1F600}'] } };
    const answer = await here.app.http.inject({
      method: 'POST',
      url: '/api/data/calls/request-download',
      headers,
      payload,
    });
    expect(answer.statusCode).toBe(200);
  });
});

describe('a header of more than 8 KB', () => {
  const tooLong = (name: string) => `The header ${name} has more than 8 KB.`;

  test.each([
    ['GET', '/'],
    ['GET', '/health'],
    ['GET', '/api/data/calls'],
    ['GET', '/nowhere'],
    ['POST', '/api/identity/oauth/token'],
    ['POST', '/api/ingest/v1/patients'],
    ['POST', '/api/connections/none/events'],
  ] as const)('is refused by %s %s', async (method, url) => {
    for (const name of ['postgrid-signature', 'authorization', 'cookie', 'accept-encoding', 'x-other']) {
      const message = tooLong(name);
      const answer = await here.app.http.inject({ method, url, headers: { [name]: 'a'.repeat(8193) } });
      expect([name, answer.statusCode]).toEqual([name, 431]);
      expect(answer.body).toContain(message);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });

  test('is also one that comes in parts, and one with a long name', async () => {
    const parts = await here.app.http.inject({
      url: '/health',
      headers: { 'set-cookie': Array(9).fill('a'.repeat(1000)) },
    });
    expect(parts.statusCode).toBe(431);
    const name = await here.app.http.inject({ url: '/health', headers: { ['a'.repeat(8193)]: '' } });
    expect([name.statusCode, name.json().message]).toEqual([431, tooLong('a'.repeat(60))]);
  });

  test('leaves room for a header of 8 KB and for a long address', async () => {
    const answer = await here.app.http.inject({
      url: `/api/data/calls?${repeated(1000, (index) => `accountIds[]=none-of-them-${index}`)}`,
      headers: { ...headers, 'x-other': 'a'.repeat(8192) },
    });
    expect(answer.statusCode).not.toBe(431);
  });
});
