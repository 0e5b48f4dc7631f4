import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type KnownVersion, type LiveNotice, LiveState } from './live-state.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function screen({ mayRefresh = false } = {}) {
  let record: KnownVersion = { version: 1, calls: 10 };
  let displayed = -1;
  let asked = 0;
  const refreshes: ('itself' | 'press')[] = [];
  let notice: LiveNotice = null;
  const state = { mayRefresh, fails: false };
  const live = new LiveState({
    displayedVersion: () => displayed,
    async ask() {
      asked += 1;
      return { ...record };
    },
    mayRefresh: () => state.mayRefresh,
    async refresh(by) {
      refreshes.push(by);
      if (state.fails) throw new Error('unreachable');
      displayed = record.version;
    },
    onNotice: (next) => {
      notice = next;
    },
  });
  return {
    live,
    state,
    refreshes,
    get notice() {
      return notice;
    },
    get asked() {
      return asked;
    },
    load(version = record.version) {
      displayed = version;
      live.compare();
    },
    async change(calls: number) {
      record = { version: record.version + 1, calls: record.calls + calls };
      await live.check();
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}
const opened = async (options?: { mayRefresh: boolean }) => {
  const page = screen(options);
  page.load();
  await page.live.check();
  return page;
};

test('counts new calls until displayed if it may not refresh', async () => {
  const page = await opened();
  expect(page.notice).toBeNull();
  await page.change(2);
  expect(page.notice).toEqual({ newCalls: 2 });
  await page.change(1);
  expect(page.notice).toEqual({ newCalls: 3 });
  await page.live.press();
  expect([page.notice, page.refreshes]).toEqual([null, ['press']]);
  await page.change(1);
  expect(page.notice).toEqual({ newCalls: 1 });
});

test('refreshes by itself at once if it may, then at most every two seconds', async () => {
  const page = await opened({ mayRefresh: true });
  await page.change(1);
  expect([page.notice, page.refreshes]).toEqual([null, ['itself']]);
  await page.change(1);
  expect([page.notice, page.refreshes.length]).toEqual([null, 1]);
  await vi.advanceTimersByTimeAsync(1200);
  expect(page.notice).toEqual({ newCalls: 1 });
  await vi.advanceTimersByTimeAsync(1200);
  expect([page.notice, page.refreshes.length]).toEqual([null, 2]);
});

test('refreshes by itself once the user is back at the top', async () => {
  const page = await opened();
  await page.change(1);
  page.state.mayRefresh = true;
  await vi.advanceTimersByTimeAsync(400);
  expect([page.notice, page.refreshes]).toEqual([null, ['itself']]);
});

test('waits a moment before reporting changes without new calls, because the screen may be loading them', async () => {
  const page = await opened();
  await page.change(0);
  expect(page.notice).toBeNull();
  page.load();
  await vi.advanceTimersByTimeAsync(5000);
  expect(page.notice).toBeNull();
  await page.change(0);
  await vi.advanceTimersByTimeAsync(1200);
  expect(page.notice).toEqual({ newCalls: null });
});

test('counts from the displayed data after the page was refreshed for another reason', async () => {
  const page = await opened();
  await page.change(3);
  page.load();
  expect(page.notice).toBeNull();
  await page.change(1);
  expect(page.notice).toEqual({ newCalls: 1 });
});

test('claims no number if the displayed version is unknown', async () => {
  const page = screen();
  page.load();
  await page.change(4);
  await vi.advanceTimersByTimeAsync(1200);
  expect(page.notice).toEqual({ newCalls: null });
});

test('is silent while the page is loading', async () => {
  const page = screen();
  await page.change(1);
  await vi.advanceTimersByTimeAsync(5000);
  expect(page.notice).toBeNull();
  page.load();
  await page.change(2);
  expect(page.notice).toEqual({ newCalls: 2 });
});

test('retries ten seconds after a failed refresh', async () => {
  const page = await opened({ mayRefresh: true });
  page.state.fails = true;
  await page.change(1);
  await vi.advanceTimersByTimeAsync(9000);
  expect([page.notice, page.refreshes.length]).toEqual([{ newCalls: 1 }, 1]);
  page.state.fails = false;
  await vi.advanceTimersByTimeAsync(1500);
  expect([page.notice, page.refreshes.length]).toEqual([null, 2]);
});

test('reports changed designs, which do not affect the version', async () => {
  const page = await opened();
  page.live.noteDesigns();
  await vi.advanceTimersByTimeAsync(1200);
  expect(page.notice).toEqual({ newCalls: null });
  await page.live.press();
  expect(page.notice).toBeNull();
});

test('does not ask forever if the displayed version is higher', async () => {
  const page = screen();
  page.load(9);
  await page.live.check();
  expect([page.notice, page.asked]).toEqual([null, 2]);
  await page.change(1);
  expect([page.notice, page.asked]).toEqual([null, 4]);
});
