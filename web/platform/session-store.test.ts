// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sessionWith } from './session-for-tests.ts';

const session = sessionWith();

async function reload() {
  vi.resetModules();
  return import('./session-store.ts');
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => vi.resetModules());

test.each(['expired', 'refused', 'logged out'] as const)(
  'keeps the reason of a session’s end (%s) until the next session, even after a reload',
  async (reason) => {
    const before = await reload();
    before.saveSession(session);
    before.clearSession(reason);
    for (const store of [await reload(), await reload()]) expect(store.endReason()).toBe(reason);
    const next = await reload();
    next.saveSession(session);
    expect(next.endReason()).toBeNull();
    localStorage.removeItem('mailcall.session');
    expect((await reload()).endReason()).toBeNull();
  },
);

test('reports a session that expired while the page was closed, even after a second reload', async () => {
  localStorage.setItem('mailcall.session', JSON.stringify({ ...session, expiresAt: Date.now() - 1 }));
  expect((await reload()).endReason()).toBe('expired');
  expect((await reload()).endReason()).toBe('expired');
});

test('reports nothing in a tab that did not see the session end', async () => {
  const store = await reload();
  store.saveSession(session);
  store.clearSession('expired');
  sessionStorage.clear();
  expect((await reload()).endReason()).toBeNull();
});

test('reports nothing after a sign-in in another tab', async () => {
  const store = await reload();
  store.saveSession(session);
  store.clearSession('expired');
  // the other tab signs in and logs out while this one is not loaded
  const elsewhere = sessionStorage.getItem('mailcall.session-end-seen');
  sessionStorage.clear();
  const other = await reload();
  other.saveSession(session);
  other.clearSession('logged out');
  sessionStorage.clear();
  sessionStorage.setItem('mailcall.session-end-seen', elsewhere ?? '');
  expect((await reload()).endReason()).not.toBe('expired');
});

test('does not report an ended session that another tab replaced', async () => {
  const store = await reload();
  store.saveSession(session);
  store.clearSession('refused');
  localStorage.setItem('mailcall.session', JSON.stringify(session));
  window.dispatchEvent(new StorageEvent('storage', { key: 'mailcall.session' }));
  expect(store.endReason()).toBeNull();
  expect((await reload()).endReason()).toBeNull();
});

test('shows a client view in its tab until it ends, beside the person’s own session', async () => {
  const own = await reload();
  own.saveSession(session);
  const viewed = sessionWith({ contactId: 'contact-2', accessToken: 'view-1' });
  own.startClientView(viewed);
  const store = await reload();
  expect([store.isClientView(), store.currentSession(), store.ownSession()]).toEqual([true, viewed, session]);
  store.saveSession({ ...session, accessToken: 'renewed' });
  expect(store.currentSession()).toEqual(viewed);
  store.endClientView();
  expect((await reload()).isClientView()).toBe(false);
});

test.each([
  ['the person signs out', (store: Awaited<ReturnType<typeof reload>>) => store.clearSession('logged out')],
  [
    'another person signs in',
    (store: Awaited<ReturnType<typeof reload>>) => store.saveSession(sessionWith({ contactId: 'contact-3' })),
  ],
])('ends a client view when %s', async (_, end) => {
  const own = await reload();
  own.saveSession(session);
  own.startClientView(sessionWith({ contactId: 'contact-2' }));
  const store = await reload();
  end(store);
  expect((await reload()).isClientView()).toBe(false);
});
