// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sessionWith } from '../../platform/session-for-tests.ts';
import { clearSession, currentSession, endReason, saveSession } from '../../platform/session-store.ts';
import { callSummaryCount } from '@mailcall/contract/scoreboard.ts';
import { call } from '../../platform/api.ts';
import { loadConfig } from '../../platform/config.ts';
import { endsSoon, recordActivity } from './activity.ts';
import { endIdleSession, watchSessionExpiry } from './session-clock.ts';

const now = new Date('2026-03-18T12:00:00.000Z').getTime();
const minute = 60_000;
const session = (expiresAt: number) => sessionWith({ expiresAt });

let tokens = 0;
const issuedToken = (at: number, lifetime: number, contactId = 'contact-1') => {
  tokens += 1;
  const claims = { jti: tokens, sub: contactId, iat: at / 1000, exp: (at + lifetime) / 1000 };
  return `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;
};
const idleTime = 30 * minute;
const services = { identity: '/api/identity', data: '/api/data', maps: '/api/maps' };
const signIn = { issuer: '/api/identity', clientId: 'mailcall-web', audience: 'mailcall', idleTime: 1800 };

let requests: { path: string; body: string; headers: Headers }[];
let renewal: () => { status: number; body: unknown };
const renewals = () => requests.filter(({ path }) => path === '/api/identity/oauth/token');
const logouts = () => requests.filter(({ path }) => path === '/api/identity/logout');

let stop = () => {};
beforeEach(async () => {
  vi.useFakeTimers({ now });
  requests = [];
  renewal = () => ({
    status: 200,
    body: { access_token: issuedToken(Date.now(), 60 * minute), token_type: 'Bearer', expires_in: 3600 },
  });
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    requests.push({
      path: url,
      body: typeof init?.body === 'string' ? init.body : '',
      headers: new Headers(init?.headers),
    });
    if (url === '/web-config.json')
      return Response.json({ services, provider: {}, map: { style: null }, signIn });
    if (url.endsWith('/oauth/token')) {
      const { status, body } = renewal();
      return Response.json(body, { status });
    }
    return Response.json({ status: 'success', data: {} });
  });
  await loadConfig();
  localStorage.clear();
  recordActivity();
  stop = watchSessionExpiry();
});
afterEach(() => {
  stop();
  clearSession('logged out');
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('ends a session at its expiry with that reason', () => {
  saveSession(session(now + minute));
  vi.advanceTimersByTime(minute - 1);
  expect(currentSession()).not.toBeNull();
  vi.advanceTimersByTime(1);
  expect(currentSession()).toBeNull();
  expect(endReason()).toBe('expired');
  expect(localStorage.getItem('mailcall.session')).toBeNull();
});

test('ends a replaced session at the new expiry', () => {
  saveSession(session(now + minute));
  saveSession(session(now + 2 * minute));
  vi.advanceTimersByTime(minute + 1000);
  expect(currentSession()).not.toBeNull();
  vi.advanceTimersByTime(minute);
  expect(endReason()).toBe('expired');
});

test('ends the session when another tab logs out', () => {
  saveSession(session(now + minute));
  localStorage.removeItem('mailcall.session');
  window.dispatchEvent(new StorageEvent('storage', { key: 'mailcall.session' }));
  expect(currentSession()).toBeNull();
  expect(endReason()).toBe('logged out');
});

test('starts the session when another tab signs in', () => {
  localStorage.setItem('mailcall.session', JSON.stringify(session(now + minute)));
  window.dispatchEvent(new StorageEvent('storage', { key: 'mailcall.session' }));
  expect(currentSession()?.contactId).toBe('contact-1');
});

test('knows why the session ended in another tab', () => {
  saveSession(session(now + minute));
  localStorage.setItem('mailcall.session-end', '"expired"');
  localStorage.removeItem('mailcall.session');
  window.dispatchEvent(new StorageEvent('storage', { key: 'mailcall.session' }));
  expect(endReason()).toBe('expired');
});

test('logs an idle person out, here and on the server, after a warning', async () => {
  saveSession({ ...session(now + 120 * minute), accessToken: issuedToken(now, 120 * minute) });
  await vi.advanceTimersByTimeAsync(idleTime - 2 * minute - 1000);
  expect(endsSoon()).toBe(false);
  await vi.advanceTimersByTimeAsync(1000);
  expect(endsSoon()).toBe(true);
  expect(currentSession()).not.toBeNull();
  await vi.advanceTimersByTimeAsync(2 * minute);
  expect(currentSession()).toBeNull();
  expect(endReason()).toBe('expired');
  expect(logouts()).toHaveLength(1);
  expect(logouts()[0]?.headers.get('authorization')).toContain('Bearer h.');
});

test('ends the warning by its button, not by a bumped mouse', async () => {
  saveSession(session(now + 120 * minute));
  await vi.advanceTimersByTimeAsync(idleTime - minute);
  document.dispatchEvent(new Event('pointerdown'));
  expect(endsSoon()).toBe(true);
  recordActivity();
  expect(endsSoon()).toBe(false);
});

test('keeps an active person’s session open', async () => {
  saveSession(session(now + 120 * minute));
  for (let minutes = 0; minutes < 60; minutes += 20) {
    await vi.advanceTimersByTimeAsync(20 * minute);
    document.dispatchEvent(new Event('keydown'));
  }
  expect(currentSession()).not.toBeNull();
  expect(endsSoon()).toBe(false);
});

test('starts without a session in a browser closed for the idle time', () => {
  saveSession(session(now + 120 * minute));
  stop();
  vi.setSystemTime(now + idleTime);
  endIdleSession();
  expect(endReason()).toBe('expired');
});

test('renews an active person’s token by the refresh cookie', async () => {
  saveSession({ ...session(now + 60 * minute), accessToken: issuedToken(now, 60 * minute) });
  await vi.advanceTimersByTimeAsync(10 * minute);
  document.dispatchEvent(new Event('keydown'));
  await vi.advanceTimersByTimeAsync(6 * minute);
  expect(renewals()).toHaveLength(1);
  expect(JSON.parse(renewals()[0]?.body ?? '')).toMatchObject({ grant_type: 'refresh_token' });
  expect(currentSession()?.expiresAt).toBeGreaterThan(now + 70 * minute);
});

test('lets an idle person’s token expire', async () => {
  saveSession({ ...session(now + 20 * minute), accessToken: issuedToken(now, 20 * minute) });
  await vi.advanceTimersByTimeAsync(20 * minute);
  expect(renewals()).toHaveLength(0);
  expect(endReason()).toBe('expired');
});

test('tries only once to renew a token that cannot be renewed', async () => {
  renewal = () => ({ status: 400, body: { error: 'invalid_grant', error_description: 'no' } });
  saveSession({ ...session(now + 60 * minute), accessToken: issuedToken(now, 60 * minute) });
  await vi.advanceTimersByTimeAsync(10 * minute);
  document.dispatchEvent(new Event('keydown'));
  await vi.advanceTimersByTimeAsync(15 * minute);
  expect(renewals()).toHaveLength(1);
});

test('ignores another person’s renewed token', async () => {
  renewal = () => ({
    status: 200,
    body: {
      access_token: issuedToken(Date.now(), 60 * minute, 'other'),
      token_type: 'Bearer',
      expires_in: 3600,
    },
  });
  saveSession({ ...session(now + 60 * minute), accessToken: issuedToken(now, 60 * minute) });
  await vi.advanceTimersByTimeAsync(10 * minute);
  document.dispatchEvent(new Event('keydown'));
  await vi.advanceTimersByTimeAsync(6 * minute);
  expect(renewals()).toHaveLength(1);
  expect(currentSession()?.contactId).toBe('contact-1');
  expect(currentSession()?.expiresAt).toBe(now + 60 * minute);
});

test('keeps a limited session limited after renewal', async () => {
  saveSession({ ...session(now + 60 * minute), accessToken: issuedToken(now, 60 * minute), limited: true });
  await vi.advanceTimersByTimeAsync(10 * minute);
  document.dispatchEvent(new Event('keydown'));
  await vi.advanceTimersByTimeAsync(6 * minute);
  expect(renewals()).toHaveLength(1);
  expect(currentSession()?.limited).toBe(true);
});

test('sends a grant until it expires', async () => {
  const expires = (now + minute) / 1000;
  saveSession({ ...session(now + 60 * minute), grants: { scoreboard: { value: 'granted', expires } } });
  const sent = async () => {
    await call(callSummaryCount, { query: { accountIds: ['*'] } });
    return requests.at(-1)?.headers.get('x-grant-scoreboard');
  };
  expect(await sent()).toBe('granted');
  vi.setSystemTime(now + minute);
  expect(await sent()).toBeNull();
});
