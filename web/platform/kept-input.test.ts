// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { keptInputs } from './kept-input.ts';
import { newRequestId } from './request-id.ts';
import { clearSession, saveSession, type Session } from './session-store.ts';

const sessionOf = (contactId: string): Session => ({
  accessToken: `token of ${contactId}`,
  tokenType: 'Bearer',
  expiresAt: Date.now() + 60_000,
  picture: null,
  contactId,
  profileName: contactId,
  profileEmail: `${contactId}@people.test`,
  accounts: [],
  roles: [],
  limited: false,
  activated: true,
  sessionVersion: '1',
  grants: {},
});

const inputs = keptInputs({ text: '' });
beforeEach(() => {
  saveSession(sessionOf('nobody'));
  saveSession(sessionOf('ann'));
});

test('what is typed is kept under its name until it is sent', () => {
  inputs.change('c1', () => ({ text: 'typed' }));
  expect([inputs.read('c1'), inputs.read('c2')]).toEqual([{ text: 'typed' }, { text: '' }]);
  inputs.forget('c1');
  expect(inputs.read('c1')).toEqual({ text: '' });
});

test('it outlives the session of its person, and not the person', () => {
  inputs.change('c1', () => ({ text: 'of ann' }));
  clearSession('expired');
  saveSession(sessionOf('ann'));
  expect(inputs.read('c1')).toEqual({ text: 'of ann' });
  clearSession('logged out');
  saveSession(sessionOf('ben'));
  expect(inputs.read('c1')).toEqual({ text: '' });
});

test('ids of requests are random UUIDs, each another', () => {
  const ids = Array.from({ length: 50 }, newRequestId);
  for (const id of ids)
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(new Set(ids).size).toBe(50);
});
