// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { usePageOf } from './pager.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

function Pages({ list }: { list: object }) {
  const [page, setPage] = usePageOf(list);
  return <button onClick={() => setPage(page + 1)}>{page}</button>;
}

test('starts another list at its first page', () => {
  const page = document.createElement('div');
  const root = createRoot(page);
  const render = (accountIds: string[]) => act(() => root.render(<Pages list={{ accountIds }} />));
  const next = () =>
    act(() => {
      page.querySelector('button')?.click();
    });
  document.body.append(page);
  render(['one']);
  next();
  next();
  render(['one']);
  expect(page.textContent).toBe('3');
  render(['other']);
  expect(page.textContent).toBe('1');
  next();
  expect(page.textContent).toBe('2');
  act(() => root.unmount());
});
