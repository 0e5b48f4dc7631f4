import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type KnownVersion, type LiveNotice, LiveState } from './live-state.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A screen over a record; both begin at version 1 with 10 calls. */
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
    /** The page displays its answers. */
    load(version = record.version) {
      displayed = version;
      live.look();
    },
    /** Changes the record; the stream says so. */
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

test('counts new calls where it may not refresh, until they are displayed', async () => {
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

test('refreshes by itself at once where it may, and then not more often than every two seconds', async () => {
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

test('refreshes by itself once the person is back at the top', async () => {
  const page = await opened();
  await page.change(1);
  page.state.mayRefresh = true;
  await vi.advanceTimersByTimeAsync(400);
  expect([page.notice, page.refreshes]).toEqual([null, ['itself']]);
});

test('says nothing for a moment of changes that are no calls, because the screen itself may be about to load them', async () => {
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

test('counts from what is displayed after the page was refreshed for another reason', async () => {
  const page = await opened();
  await page.change(3);
  page.load();
  expect(page.notice).toBeNull();
  await page.change(1);
  expect(page.notice).toEqual({ newCalls: 1 });
});

test('does not claim a number where the displayed version is not known', async () => {
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

test('tries again ten seconds after a refresh that failed', async () => {
  const page = await opened({ mayRefresh: true });
  page.state.fails = true;
  await page.change(1);
  await vi.advanceTimersByTimeAsync(9000);
  expect([page.notice, page.refreshes.length]).toEqual([{ newCalls: 1 }, 1]);
  page.state.fails = false;
  await vi.advanceTimersByTimeAsync(1500);
  expect([page.notice, page.refreshes.length]).toEqual([null, 2]);
});

test('reports changed designs, which have no part in the version', async () => {
  const page = await opened();
  page.live.noteDesigns();
  await vi.advanceTimersByTimeAsync(1200);
  expect(page.notice).toEqual({ newCalls: null });
  await page.live.press();
  expect(page.notice).toBeNull();
});

test('does not ask forever where what is displayed has a higher version', async () => {
  const page = screen();
  page.load(9);
  await page.live.check();
  expect([page.notice, page.asked]).toEqual([null, 2]);
  await page.change(1);
  expect([page.notice, page.asked]).toEqual([null, 4]);
});
