// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { DeferredLayer } from './deferred.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

test('mounts a layer closed and then opens it if opened before the page was idle', async () => {
  const page = document.createElement('div');
  const root = createRoot(page);
  const seen: boolean[] = [];
  const draw = (opened: boolean) =>
    act(async () => {
      root.render(
        <DeferredLayer opened={opened}>
          {(isOpen) => {
            seen.push(isOpen);
            return isOpen ? 'open' : 'closed';
          }}
        </DeferredLayer>,
      );
      await Promise.resolve();
    });
  await draw(false);
  expect(page.textContent).toBe('');
  await draw(true);
  expect([seen, page.textContent]).toEqual([[false, true], 'open']);
  await draw(false);
  expect(page.textContent).toBe('closed');
  act(() => root.unmount());
});
