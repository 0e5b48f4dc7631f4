// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { useToday } from './today.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
afterEach(() => {
  vi.useRealTimers();
});

function Today() {
  return useToday().toISOString();
}

test('changes when the UTC day ends, and when the window is seen again after it', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-22T23:59:50Z') });
  const page = document.createElement('div');
  const root = createRoot(page);
  act(() => root.render(<Today />));
  expect(page.textContent).toBe('2026-11-22T00:00:00.000Z');
  act(() => void vi.advanceTimersByTime(9_000));
  expect(page.textContent).toBe('2026-11-22T00:00:00.000Z');
  act(() => void vi.advanceTimersByTime(1_000));
  expect(page.textContent).toBe('2026-11-23T00:00:00.000Z');
  // the computer slept
  vi.setSystemTime(Date.parse('2026-11-25T08:00:00Z'));
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(page.textContent).toBe('2026-11-25T00:00:00.000Z');
  act(() => root.unmount());
  expect(vi.getTimerCount()).toBe(0);
});
