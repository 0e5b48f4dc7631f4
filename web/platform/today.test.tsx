// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useToday } from './today.ts';

afterEach(() => {
  vi.useRealTimers();
});

function Today({ dayZones }: { dayZones: readonly string[] }) {
  const { startDate, endDate } = useToday(dayZones);
  return startDate === endDate ? startDate : `${startDate} to ${endDate}`;
}

const utc = ['UTC'];
const offices = ['America/Denver', 'Asia/Kolkata'];

test('changes at the end of a UTC day, and when the window becomes visible later', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-22T23:59:50Z') });
  const page = document.createElement('div');
  render(<Today dayZones={utc} />, { container: page });
  expect(page.textContent).toBe('2026-11-22');
  act(() => void vi.advanceTimersByTime(9_000));
  expect(page.textContent).toBe('2026-11-22');
  act(() => void vi.advanceTimersByTime(1_000));
  expect(page.textContent).toBe('2026-11-23');
  // the computer slept
  vi.setSystemTime(Date.parse('2026-11-25T08:00:00Z'));
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(page.textContent).toBe('2026-11-25');
  render(<Today dayZones={offices} />, { container: page });
  expect(page.textContent).toBe('2026-11-25');
  // half past a UTC hour, when the day begins in India
  act(() => void vi.advanceTimersByTime(10.5 * 3_600_000 - 1_000));
  expect(page.textContent).toBe('2026-11-25');
  act(() => void vi.advanceTimersByTime(1_000));
  expect(page.textContent).toBe('2026-11-25 to 2026-11-26');
  const both = (
    <>
      <Today dayZones={utc} />
      <Today dayZones={offices} />
    </>
  );
  render(both, { container: page });
  expect(vi.getTimerCount()).toBe(1);
  cleanup();
  expect(vi.getTimerCount()).toBe(0);
});
