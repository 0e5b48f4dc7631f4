import { expect, test } from 'vitest';
import { whileSeen } from './while-seen.ts';

/** A page that can be hidden. */
class Page extends EventTarget {
  visibilityState: DocumentVisibilityState = 'visible';
  turn(state: DocumentVisibilityState) {
    this.visibilityState = state;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

function working(page: Page) {
  const runs: AbortSignal[] = [];
  const stop = whileSeen(page, (signal) => runs.push(signal));
  return { stop, states: () => runs.map(({ aborted }) => (aborted ? 'ended' : 'on')) };
}

test('Work lasts while the page is seen, and begins again with it', () => {
  const page = new Page();
  const { states } = working(page);
  expect(states()).toEqual(['on']);
  page.turn('visible');
  expect(states()).toEqual(['on']);
  page.turn('hidden');
  expect(states()).toEqual(['ended']);
  page.turn('visible');
  expect(states()).toEqual(['ended', 'on']);
});

test('Work of a page in the background begins when it is seen first', () => {
  const page = new Page();
  page.turn('hidden');
  const { states } = working(page);
  expect(states()).toEqual([]);
  page.turn('visible');
  expect(states()).toEqual(['on']);
});

test('Ended work does not come back', () => {
  const page = new Page();
  const { stop, states } = working(page);
  stop();
  page.turn('hidden');
  page.turn('visible');
  expect(states()).toEqual(['ended']);
});
