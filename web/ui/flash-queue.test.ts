import { afterEach, expect, test } from 'vitest';
import { clearFlashes, currentFlash, dismissFlash, flash } from './flash-queue.ts';

afterEach(clearFlashes);

test('messages come one at a time, in order', () => {
  flash('error', 'Unauthorized access.');
  flash('success', 'Saved');
  const first = currentFlash();
  expect(first).toMatchObject({ kind: 'error', text: 'Unauthorized access.' });
  dismissFlash(first?.id ?? 0);
  expect(currentFlash()).toMatchObject({ kind: 'success', text: 'Saved' });
  dismissFlash(currentFlash()?.id ?? 0);
  expect(currentFlash()).toBeNull();
});

test('a message that waits already does not wait twice', () => {
  flash('warning', 'Careful');
  flash('warning', 'Careful');
  dismissFlash(currentFlash()?.id ?? 0);
  expect(currentFlash()).toBeNull();
});

test('taking away one that waits leaves the one that is shown', () => {
  flash('info', 'one');
  const shown = currentFlash();
  flash('info', 'two');
  dismissFlash((shown?.id ?? 0) + 1);
  expect(currentFlash()).toBe(shown);
});
