// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createInputStore, hasStoredInput } from './input-store.ts';
import { newRequestId } from './api.ts';
import { sessionWith } from './session-for-tests.ts';
import { clearSession, saveSession } from './session-store.ts';

const sessionOf = (contactId: string) =>
  sessionWith({
    accessToken: `token of ${contactId}`,
    expiresAt: Date.now() + 60_000,
    contactId,
    profileName: contactId,
    profileEmail: `${contactId}@people.test`,
  });

const inputs = createInputStore({ text: '' });
beforeEach(() => {
  saveSession(sessionOf('nobody'));
  saveSession(sessionOf('ann'));
});

test('keeps input under its name until it is removed', () => {
  inputs.change('c1', () => ({ text: 'typed' }));
  expect([inputs.read('c1'), inputs.read('c2')]).toEqual([{ text: 'typed' }, { text: '' }]);
  inputs.remove('c1');
  expect(inputs.read('c1')).toEqual({ text: '' });
});

test('reports whether input is stored; initial values do not count', () => {
  expect(hasStoredInput()).toBe(false);
  inputs.change('c1', () => ({ text: 'typed' }));
  expect(hasStoredInput()).toBe(true);
  inputs.change('c1', () => ({ text: '' }));
  expect(hasStoredInput()).toBe(false);
});

test('keeps input after the session ends, only for the same person', () => {
  inputs.change('c1', () => ({ text: 'of ann' }));
  clearSession('expired');
  saveSession(sessionOf('ann'));
  expect(inputs.read('c1')).toEqual({ text: 'of ann' });
  clearSession('logged out');
  saveSession(sessionOf('ben'));
  expect(inputs.read('c1')).toEqual({ text: '' });
});

test('removes input when the person logs out', () => {
  inputs.change('c1', () => ({ text: 'of ann' }));
  clearSession('logged out');
  saveSession(sessionOf('ann'));
  expect(inputs.read('c1')).toEqual({ text: '' });
});

describe('input saved in this tab', () => {
  let names = 0;
  const savedInputs = () => {
    names += 1;
    const name = `test-${names}`;
    const open = () => createInputStore({ text: '' }, { name, schema: z.object({ text: z.string() }) });
    return { key: `mailcall.typed.${name}`, reload: open, ...open() };
  };

  test('returns after a reload until it is removed', () => {
    const saved = savedInputs();
    saved.change('c1', () => ({ text: 'typed' }));
    saved.change('c2', () => ({ text: 'too' }));
    saved.remove('c2');
    expect([saved.reload().read('c1'), saved.reload().read('c2')]).toEqual([{ text: 'typed' }, { text: '' }]);
    saved.remove('c1');
    expect(sessionStorage.getItem(saved.key)).toBeNull();
  });

  test.each(['logged out', 'expired', 'refused'] as const)(
    'leaves nothing behind when the session is %s',
    (end) => {
      const saved = savedInputs();
      saved.change('c1', () => ({ text: 'typed' }));
      expect(sessionStorage.getItem(saved.key)).toContain('typed');
      clearSession(end);
      expect(sessionStorage.getItem(saved.key)).toBeNull();
      expect(saved.reload().read('c1')).toEqual({ text: '' });
    },
  );

  test('is saved again when the same person continues an expired session', () => {
    const saved = savedInputs();
    saved.change('c1', () => ({ text: 'typed' }));
    clearSession('expired');
    saveSession(sessionOf('ann'));
    expect(saved.reload().read('c1')).toEqual({ text: 'typed' });
  });

  test('is removed for another person', () => {
    const saved = savedInputs();
    saved.change('c1', () => ({ text: 'of ann' }));
    const left = sessionStorage.getItem(saved.key) ?? '';
    saveSession(sessionOf('ben'));
    expect(sessionStorage.getItem(saved.key)).toBeNull();
    sessionStorage.setItem(saved.key, left);
    expect(saved.reload().read('c1')).toEqual({ text: '' });
    expect(sessionStorage.getItem(saved.key)).toBeNull();
  });

  test('is removed when no one is signed in', () => {
    const saved = savedInputs();
    saved.change('c1', () => ({ text: 'of ann' }));
    const left = sessionStorage.getItem(saved.key) ?? '';
    clearSession('expired');
    sessionStorage.setItem(saved.key, left);
    saved.reload();
    expect(sessionStorage.getItem(saved.key)).toBeNull();
  });

  test.each(['nonsense', '{"contactId":"ann","values":{"c1":{"text":5}}}'])(
    'starts empty from %s',
    (left) => {
      const saved = savedInputs();
      sessionStorage.setItem(saved.key, left);
      expect(saved.reload().read('c1')).toEqual({ text: '' });
    },
  );
});

test('creates distinct random UUIDs as request ids', () => {
  const ids = Array.from({ length: 50 }, newRequestId);
  for (const id of ids)
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(new Set(ids).size).toBe(50);
});
