import { afterEach, expect, test } from 'vitest';
import { clearFlashes, currentFlash, dismissFlash, flash, withdrawFlashes } from './flash-queue.ts';

afterEach(clearFlashes);

test('shows messages one at a time, in order', () => {
  flash('error', 'Unauthorized access.');
  flash('success', 'Saved');
  const first = currentFlash();
  expect(first).toMatchObject({ kind: 'error', text: 'Unauthorized access.' });
  dismissFlash(first?.id ?? 0);
  expect(currentFlash()).toMatchObject({ kind: 'success', text: 'Saved' });
  dismissFlash(currentFlash()?.id ?? 0);
  expect(currentFlash()).toBeNull();
});

test('queues the same message once', () => {
  flash('warning', 'Careful');
  flash('warning', 'Careful');
  dismissFlash(currentFlash()?.id ?? 0);
  expect(currentFlash()).toBeNull();
});

test('withdraws messages that are no longer true, and keeps the others', () => {
  flash('success', 'Code sent');
  flash('error', 'Unauthorized access.');
  flash('success', 'Code sent again');
  withdrawFlashes('Code sent', 'Code sent again');
  expect(currentFlash()).toMatchObject({ text: 'Unauthorized access.' });
  dismissFlash(currentFlash()?.id ?? 0);
  expect(currentFlash()).toBeNull();
});

test('keeps the shown message when a queued one is dismissed', () => {
  flash('info', 'one');
  const displayed = currentFlash();
  flash('info', 'two');
  dismissFlash((displayed?.id ?? 0) + 1);
  expect(currentFlash()).toBe(displayed);
});
