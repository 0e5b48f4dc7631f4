// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call, setStaleSessionHandler } from '../../platform/api.ts';
import { loadConfig } from '../../platform/config.ts';
import { clearSession, currentSession, endReason, saveSession } from '../../platform/session-store.ts';
import { addGrant, rebuildSession } from './rebuild-session.ts';
import { signIn, signInByCode, signInByGrant, signInByToken } from './sign-in.ts';
import {
  pendingVerification,
  rememberRequest,
  storeVerification,
  wasRequestedHere,
} from './awaited-verification.ts';
import { limitedRole, rolesClaim, sendSetupLink } from '@mailcall/contract/identity.ts';
import { callSummaryCount } from '@mailcall/contract/scoreboard.ts';
import type { AnyRoute } from '@mailcall/contract/wire/route.ts';

const payload = { sub: 'contact-1', exp: 4_000_000_000 };
const accessToken = `h.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.s`;
const services = { identity: '/api/identity', data: '/api/data', maps: '/api/maps' };

const signInConfig = {
  issuer: '/api/identity',
  clientId: 'mailcall-web',
  audience: 'mailcall',
  idleTime: 1800,
};

type Answer = { status?: number; body: unknown };
let answers: Record<string, () => Answer>;
let requests: { path: string; headers: Headers }[];

beforeEach(async () => {
  requests = [];
  answers = {
    '/web-config.json': () => ({
      body: { services, provider: {}, map: { style: null }, signIn: signInConfig },
    }),
    '/api/identity/oauth/token': () => ({
      body: { access_token: accessToken, token_type: 'Bearer', expires_in: 3600 },
    }),
    '/api/identity/userinfo': () => ({
      body: { sub: 'contact-1', name: 'Frances', email: 'f@office.example', picture: null },
    }),
    '/api/identity/user/relatedAccounts': () => ({
      body: { status: 'success', data: { accounts: [], sessionVersion: '7', team: [] } },
    }),
  };
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const path = url.split('?')[0] ?? '';
    requests.push({ path, headers: new Headers(init?.headers) });
    const { status = 200, body } = answers[path]?.() ?? { status: 404, body: null };
    return new Response(JSON.stringify(body), { status });
  });
  await loadConfig();
});
afterEach(() => {
  clearSession('logged out');
  setStaleSessionHandler(() => {});
  vi.unstubAllGlobals();
});

test('makes a session of token, profile and accounts', async () => {
  await signIn('f@office.example', 'secret');
  expect(currentSession()).toMatchObject({
    contactId: 'contact-1',
    expiresAt: 4_000_000_000_000,
    profileName: 'Frances',
    sessionVersion: '7',
    team: [],
    limited: false,
  });
});

test.each([
  [
    '/api/identity/oauth/token',
    400,
    { error: 'invalid_grant', error_description: 'no' },
    'Invalid email/password combination',
  ],
  [
    '/api/identity/oauth/token',
    429,
    { error: 'too_many_attempts', error_description: 'Try again in 40 seconds.' },
    'Try again in 40 seconds.',
  ],
  ['/api/identity/userinfo', 500, { status: 'error', message: 'x', data: null }, 'Login failed.'],
  [
    '/api/identity/user/relatedAccounts',
    500,
    { status: 'error', message: 'x', data: null },
    'Failed to retrieve accounts list',
  ],
])('fails when %s answers %i', async (path, status, body, message) => {
  answers[path] = () => ({ status, body });
  await expect(signIn('f@office.example', 'secret')).rejects.toThrow(message);
  expect(currentSession()).toBeNull();
});

const tokenOf = (claims: object) =>
  `h.${Buffer.from(JSON.stringify({ ...payload, ...claims })).toString('base64url')}.s`;
function answerLimited(roles: string[] | undefined): void {
  const limited = tokenOf({ [rolesClaim]: [limitedRole] });
  answers['/api/identity/oauth/token'] = () => ({
    body: { access_token: limited, token_type: 'Bearer', expires_in: 3600 },
  });
  answers['/api/identity/userinfo'] = () => ({
    body: { sub: 'contact-1', name: 'F', email: 'f@office.example', picture: null, [rolesClaim]: roles },
  });
}

test.each([
  ['a password', [limitedRole], true],
  ['a password', undefined, true],
  ['a code', undefined, true],
  ['a mailed token', [], false],
  ['a mailed token', [limitedRole], true],
  ['a mailed token', undefined, false],
] as const)(
  'limited access by %s of a person with the roles %j is by role: %s',
  async (way, roles, limitedByRole) => {
    answerLimited(roles && [...roles]);
    if (way === 'a password') await signIn('f@office.example', 'secret');
    else if (way === 'a code') await signInByCode('email', 'f@office.example', '805315');
    else await signInByToken('f@office.example', 'token');
    expect(currentSession()).toMatchObject({ limited: true, limitedByRole });
  },
);

test('limits a person by role who gets the limited role later', async () => {
  await signIn('f@office.example', 'secret');
  expect(currentSession()).toMatchObject({ limited: false, limitedByRole: false });
  answers['/api/identity/user/relatedAccounts'] = () => ({
    body: { status: 'success', data: { accounts: [], sessionVersion: '8', team: [] } },
  });
  answers['/api/identity/userinfo'] = () => ({
    body: {
      sub: 'contact-1',
      name: 'F',
      email: 'f@office.example',
      picture: null,
      [rolesClaim]: limitedRole,
    },
  });
  await rebuildSession(() => {});
  expect(currentSession()).toMatchObject({ limited: true, limitedByRole: true });
});

test('keeps a refreshed session limited by role if the issuer sends no roles', async () => {
  answerLimited(undefined);
  await signIn('f@office.example', 'secret');
  answers['/api/identity/user/relatedAccounts'] = () => ({
    body: { status: 'success', data: { accounts: [], sessionVersion: '8', team: [] } },
  });
  await rebuildSession(() => {});
  expect(currentSession()).toMatchObject({ sessionVersion: '8', limited: true, limitedByRole: true });
});

test('forgets the awaited code after any sign-in', async () => {
  storeVerification({ connection: 'email', identifier: 'g@office.example' });
  await signIn('f@office.example', 'secret');
  expect(pendingVerification()).toBeNull();
});

test('fails the login for an unreadable token', async () => {
  answers['/api/identity/oauth/token'] = () => ({
    body: { access_token: 'opaque', token_type: 'Bearer', expires_in: 1 },
  });
  await expect(signIn('f@office.example', 'secret')).rejects.toThrow('Login failed.');
});

const summary = () => call(callSummaryCount, { query: { accountIds: ['*'] } });

test.each([
  [401, undefined],
  [403, undefined],
  [404, '7'],
  [405, '7'],
  [429, '7'],
  [502, '7'],
])('after %i while a session is rebuilt the session is that of %s', async (status, version) => {
  await signIn('f@office.example', 'secret');
  answers['/api/identity/user/relatedAccounts'] = () => ({ status, body: { message: 'no' } });
  await rebuildSession(() => {});
  expect(currentSession()?.sessionVersion).toBe(version);
});

test('refreshes a stale session once by its own token for all requests', async () => {
  await signIn('f@office.example', 'secret');
  answers['/api/identity/user/relatedAccounts'] = () => ({
    body: { status: 'success', data: { accounts: [], sessionVersion: '8', team: [] } },
  });
  answers['/api/data/call-summary-count'] = () => ({
    status: 409,
    body: { status: 'error', message: 'stale', data: null },
  });
  requests = [];
  const arrived = vi.fn();
  let rebuilt: Promise<void> = Promise.resolve();
  setStaleSessionHandler(() => {
    rebuilt = rebuildSession(arrived);
  });
  await Promise.allSettled([summary(), summary(), summary()]);
  await rebuilt;
  expect(currentSession()?.sessionVersion).toBe('8');
  expect(arrived).toHaveBeenCalledOnce();
  expect(requests.filter(({ path }) => path.endsWith('relatedAccounts'))).toHaveLength(1);
  expect(
    requests.find(({ path }) => path.endsWith('call-summary-count'))?.headers.get('x-session-version'),
  ).toBe('7');
});

test("turns the status 'fail' into 'API call validation failed' with the fields’ problems", async () => {
  await signIn('f@office.example', 'secret');
  const data = { 'filters.startDate': 'There is no such date.' };
  answers['/api/data/call-summary-count'] = () => ({
    status: 400,
    body: { status: 'fail', message: 'The request is not valid.', data },
  });
  await expect(summary()).rejects.toMatchObject({
    message: 'API call validation failed',
    status: 400,
    problems: data,
  });
  expect(currentSession()).not.toBeNull();
});

test.each([401, 403])('%i clears the session', async (status) => {
  await signIn('f@office.example', 'secret');
  answers['/api/data/call-summary-count'] = () => ({
    status,
    body: { status: 'error', message: 'no', data: null },
  });
  await expect(summary()).rejects.toThrow('no');
  expect(currentSession()).toBeNull();
  expect(endReason()).toBe('refused');
});

test('does not end the current session by a response to the previous one', async () => {
  await signIn('f@office.example', 'secret');
  answers['/api/data/call-summary-count'] = () => {
    clearSession('logged out');
    return { status: 401, body: { status: 'error', message: 'no', data: null } };
  };
  await expect(summary()).rejects.toThrow('no');
  expect(endReason()).toBe('logged out');
});

test('ends a session that is stale without a change', async () => {
  await signIn('f@office.example', 'secret');
  await rebuildSession(() => {});
  expect(currentSession()).toBeNull();
  expect(endReason()).toBe('refused');
});

test.each([
  ['the page is left while it is rebuilt', 'fetch', null],
  ['the page is left while an answer is read', 200, null],
  ['the server is in trouble', 503, null],
  ['the server refuses it', 400, 'refused'],
] as const)('a stale session: %s', async (_, answer, ended) => {
  await signIn('f@office.example', 'secret');
  for (const path of ['/api/identity/userinfo', '/api/identity/user/relatedAccounts'])
    answers[path] = () => {
      if (answer === 'fetch') throw new TypeError('Failed to fetch');
      return { status: answer, body: null };
    };
  await rebuildSession(() => {});
  expect(endReason()).toBe(ended);
  expect(currentSession() === null).toBe(ended !== null);
});

test.each([
  [callSummaryCount, { query: { accountIds: ['*'] } }, 'reading'],
  [sendSetupLink, { params: { contactId: 'contact-1' } }, 'writing'],
] as const)('distinguishes reading from writing with a stale session', async (route, input, request) => {
  await signIn('f@office.example', 'secret');
  const stale = { status: 409, body: { status: 'error', message: 'stale', data: null } };
  answers['/api/data/call-summary-count'] = () => stale;
  answers['/api/identity/contacts/contact-1/send-setup'] = () => stale;
  const onStale = vi.fn();
  setStaleSessionHandler(onStale);
  await expect(call<AnyRoute>(route, input)).rejects.toThrow('stale');
  expect(onStale).toHaveBeenCalledExactlyOnceWith(request);
});

test('does not refresh for a response to an already refreshed version', async () => {
  await signIn('f@office.example', 'secret');
  const onStale = vi.fn();
  setStaleSessionHandler(onStale);
  answers['/api/data/call-summary-count'] = () => {
    const session = currentSession();
    if (session) saveSession({ ...session, sessionVersion: '8' });
    return { status: 409, body: { status: 'error', message: 'stale', data: null } };
  };
  await expect(summary()).rejects.toThrow('stale');
  expect(onStale).not.toHaveBeenCalled();
});

test('ends another person’s session for a mailed token', async () => {
  await signIn('f@office.example', 'secret');
  answers['/api/identity/oauth/token'] = () => ({
    status: 400,
    body: { error: 'invalid_grant', error_description: 'no' },
  });
  await expect(signInByToken('g@office.example', 'token')).rejects.toThrow('Unauthorized access.');
  expect(currentSession()).toBeNull();
  expect(requests.some(({ path }) => path === '/api/identity/logout')).toBe(true);
});

test('does not use the mailed token of a signed-in person', async () => {
  await signIn('f@office.example', 'secret');
  requests = [];
  await signInByToken('F@office.example', 'token');
  expect(requests).toEqual([]);
  expect(currentSession()?.profileEmail).toBe('f@office.example');
});

test('adds a grant to its person’s own session', async () => {
  await signIn('f@office.example', 'secret');
  const grant = { grantToken: 'granted', expires: 4_000_000_000 };
  answers['/api/identity/user/scoreboard-grants'] = () => ({ body: { status: 'success', data: grant } });
  await addGrant('code');
  expect(currentSession()).toMatchObject({
    guest: false,
    profileEmail: 'f@office.example',
    grants: { scoreboard: { value: 'granted', expires: grant.expires } },
  });
});

test('sends a grant with its token from the first request on', async () => {
  const expires = 4_000_000_000;
  answers['/api/identity/auth/scoreboard/grant'] = () => ({
    body: { status: 'success', data: { accessToken, grantToken: 'granted', expires } },
  });
  await signInByGrant('code');
  expect(currentSession()).toMatchObject({
    guest: true,
    grants: { scoreboard: { value: 'granted', expires } },
  });
  const related = requests.find(({ path }) => path.endsWith('relatedAccounts'));
  expect(related?.headers.get('x-grant-scoreboard')).toBe('granted');
});

test('remembers a requested link for a day, however the address is spelled', () => {
  rememberRequest('Ann@Office.example ');
  rememberRequest('bob@office.example');
  expect(wasRequestedHere('ann@office.example')).toBe(true);
  expect(wasRequestedHere('BOB@office.example')).toBe(true);
  expect(wasRequestedHere('cleo@office.example')).toBe(false);
  const stored = localStorage.getItem('mailcall.requested-links') ?? '';
  const dayAgo = Date.now() - 24 * 60 * 60 * 1000;
  localStorage.setItem('mailcall.requested-links', stored.replaceAll(/"at":\d+/g, `"at":${dayAgo}`));
  expect(wasRequestedHere('ann@office.example')).toBe(false);
  localStorage.setItem('mailcall.requested-links', 'not JSON');
  expect(wasRequestedHere('ann@office.example')).toBe(false);
});
