// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { clearSession, saveSession } from '../../platform/session-store.ts';
import { sessionWith } from '../../platform/session-for-tests.ts';
import { chosenOrder, rememberOrder } from './chosen-order.ts';

test('lists the newest first until a person chooses another order, which is theirs alone', () => {
  saveSession(sessionWith({ contactId: 'ann' }));
  expect(chosenOrder()).toBe('newest');
  rememberOrder('urgency');
  expect(chosenOrder()).toBe('urgency');
  saveSession(sessionWith({ contactId: 'bo' }));
  expect(chosenOrder()).toBe('newest');
  saveSession(sessionWith({ contactId: 'ann' }));
  expect(chosenOrder()).toBe('urgency');
  localStorage.setItem('mailcall.callback-order', '{"contactId":"ann","order":"name"}');
  expect(chosenOrder()).toBe('newest');
  clearSession('logged out');
  expect(chosenOrder()).toBe('newest');
});
