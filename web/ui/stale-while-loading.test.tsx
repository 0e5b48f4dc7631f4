// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useStaleWhileLoading } from './stale-while-loading.ts';

const setActEnvironment = (enabled: boolean) =>
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: enabled });
setActEnvironment(true);

const page = document.createElement('div');
let root = createRoot(page);
let answers: (() => void)[] = [];
let signals: AbortSignal[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  root = createRoot(page);
  answers = [];
  signals = [];
});

afterEach(() => {
  act(() => root.unmount());
  vi.useRealTimers();
});

function Figures({ scope, page: number }: { scope: string | null; page: number }) {
  const { value, isStale } = useStaleWhileLoading({
    value: `${scope} ${number}`,
    key: scope,
    request: (signal) => {
      signals.push(signal);
      return new Promise<void>((answer) => answers.push(answer));
    },
    maxStaleMs: 1000,
  });
  return isStale ? `(${value})` : value;
}

const show = (scope: string | null, number = 1) => {
  act(() => root.render(<Figures scope={scope} page={number} />));
  return page.textContent;
};
const answer = async (index: number) => {
  await act(async () => answers[index]?.());
  return page.textContent;
};

test('keeps the old content, marked, until another scope is answered', async () => {
  expect(show('a')).toBe('a 1');
  expect(show('a', 2)).toBe('a 2');
  expect(show('b')).toBe('(a 2)');
  expect(show('b')).toBe('(a 2)');
  expect(answers).toHaveLength(1);
  expect(await answer(0)).toBe('b 1');
  expect(show('b', 3)).toBe('b 3');
});

test('draws nothing from an answer for a replaced scope', async () => {
  show('a');
  show('b');
  expect(show('c')).toBe('(a 1)');
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  expect(await answer(0)).toBe('(a 1)');
  expect(await answer(1)).toBe('c 1');
  show('b');
  expect(show('c')).toBe('c 1');
});

test('draws with the available answers after the time limit', () => {
  show('a');
  show('b');
  act(() => {
    vi.advanceTimersByTime(999);
  });
  expect(page.textContent).toBe('(a 1)');
  act(() => {
    vi.advanceTimersByTime(1);
  });
  expect(page.textContent).toBe('b 1');
});

test('draws the new scope before the page is printed', () => {
  show('a');
  show('b');
  setActEnvironment(false);
  window.dispatchEvent(new Event('beforeprint'));
  setActEnvironment(true);
  expect(page.textContent).toBe('b 1');
});

test('draws a step at once while a scope waits', () => {
  show('a');
  expect(show('b')).toBe('(a 1)');
  expect(show('b', 2)).toBe('b 2');
});

test('draws a value at once if it need not wait or follows one that does not', () => {
  show('a');
  expect(show(null)).toBe('null 1');
  expect(show('b')).toBe('b 1');
  expect(answers).toHaveLength(0);
});
