import { afterEach, expect, test, vi } from 'vitest';
import { returnMemoryWhenIdle } from './idle-memory.ts';

afterEach(() => vi.useRealTimers());

test('collects garbage once after half a minute without work, then only after the heap grows', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const collect = vi.fn<() => void>();
  const end = returnMemoryWhenIdle(collect);
  vi.advanceTimersByTime(20_000);
  expect(collect).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10_000);
  expect(collect).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(120_000);
  expect(collect).toHaveBeenCalledOnce();
  end();
  expect(vi.getTimerCount()).toBe(0);
});

test('does not collect garbage during work', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const collect = vi.fn<() => void>();
  const times = vi.spyOn(process, 'cpuUsage').mockReturnValue({ user: 500_000, system: 0 });
  const end = returnMemoryWhenIdle(collect);
  vi.advanceTimersByTime(120_000);
  expect(collect).not.toHaveBeenCalled();
  end();
  times.mockRestore();
});
