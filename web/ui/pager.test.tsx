// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { usePageOf } from './pager.tsx';

function Pages({ list }: { list: object }) {
  const [page, setPage] = usePageOf(list);
  return <button onClick={() => setPage(page + 1)}>{page}</button>;
}

test('starts another list at its first page', () => {
  const page = document.createElement('div');
  const draw = (accountIds: string[]) =>
    render(<Pages list={{ accountIds }} />, { container: document.body.appendChild(page) });
  const next = () =>
    act(() => {
      page.querySelector('button')?.click();
    });
  draw(['one']);
  next();
  next();
  draw(['one']);
  expect(page.textContent).toBe('3');
  draw(['other']);
  expect(page.textContent).toBe('1');
  next();
  expect(page.textContent).toBe('2');
  cleanup();
});
