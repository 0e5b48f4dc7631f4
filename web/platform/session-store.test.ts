// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const session = {
  accessToken: 'token',
  tokenType: 'Bearer',
  expiresAt: Date.now() + 3_600_000,
  picture: null,
  contactId: 'contact-1',
  profileName: 'Frances Frontdesk',
  profileEmail: 'frontdesk@office.example',
  accounts: [],
  roles: [],
  limited: false,
  limitedByRole: false,
  activated: true,
  sessionVersion: '1',
  grants: {},
};

/** The store as a page has it that was just loaded. */
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
  'why the session ended (%s) is known until the next one, also after a reload',
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

test('a session that expired while the page was closed is told of after a second reload too', async () => {
  localStorage.setItem('mailcall.session', JSON.stringify({ ...session, expiresAt: Date.now() - 1 }));
  expect((await reload()).endReason()).toBe('expired');
  expect((await reload()).endReason()).toBe('expired');
});

test('a tab that did not see the session end has nothing to say', async () => {
  const store = await reload();
  store.saveSession(session);
  store.clearSession('expired');
  sessionStorage.clear();
  expect((await reload()).endReason()).toBeNull();
});

test('a sign-in in another tab ends what this one had to say', async () => {
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

test('an ended session that another tab replaced is not told of', async () => {
  const store = await reload();
  store.saveSession(session);
  store.clearSession('refused');
  localStorage.setItem('mailcall.session', JSON.stringify(session));
  window.dispatchEvent(new StorageEvent('storage', { key: 'mailcall.session' }));
  expect(store.endReason()).toBeNull();
  expect((await reload()).endReason()).toBeNull();
});
