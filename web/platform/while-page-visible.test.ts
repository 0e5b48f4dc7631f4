import { expect, test } from 'vitest';
import { whilePageVisible } from './while-page-visible.ts';

class Page extends EventTarget {
  visibilityState: DocumentVisibilityState = 'visible';
  turn(state: DocumentVisibilityState) {
    this.visibilityState = state;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

function working(page: Page) {
  const runs: AbortSignal[] = [];
  const stop = whilePageVisible(page, (signal) => runs.push(signal));
  return { stop, states: () => runs.map(({ aborted }) => (aborted ? 'ended' : 'on')) };
}

test('runs the work while the page is visible, and again when it is visible again', () => {
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

test('starts the work of a background page when it first becomes visible', () => {
  const page = new Page();
  page.turn('hidden');
  const { states } = working(page);
  expect(states()).toEqual([]);
  page.turn('visible');
  expect(states()).toEqual(['on']);
});

test('does not start stopped work again', () => {
  const page = new Page();
  const { stop, states } = working(page);
  stop();
  page.turn('hidden');
  page.turn('visible');
  expect(states()).toEqual(['ended']);
});
