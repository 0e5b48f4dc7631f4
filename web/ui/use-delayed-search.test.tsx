// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useDelayedSearch } from './use-delayed-search.ts';

let field: ReturnType<typeof useDelayedSearch>;
let searches: string[] = [];

function Field({ value }: { value: string }) {
  const drawn = useDelayedSearch({ value, wait: 1000, onSearch: (text) => searches.push(text) });
  useEffect(() => {
    field = drawn;
  });
  return null;
}

const page = document.createElement('div');
const show = (value: string) => render(<Field value={value} />, { container: page });
const type = (text: string) => act(() => field.type(text));
const pause = () =>
  act(() => {
    vi.advanceTimersByTime(1000);
  });

beforeEach(() => {
  vi.useFakeTimers();
  searches = [];
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('keeps and searches text typed before the page shows the search', () => {
  show('');
  type('ann');
  pause();
  type('anna');
  show('ann');
  expect(field.text).toBe('anna');
  pause();
  show('anna');
  expect([field.text, searches]).toEqual(['anna', ['ann', 'anna']]);
});

test('replaces the text after an external change, even to an earlier search', () => {
  show('');
  type('ann');
  pause();
  show('ann');
  type('bob');
  pause();
  show('bob');
  show('ann');
  expect(field.text).toBe('ann');
  type('other');
  show('');
  expect(field.text).toBe('');
});
