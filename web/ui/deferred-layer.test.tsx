// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DeferredLayer } from './deferred.tsx';

test('mounts a layer closed and then opens it if opened before the page was idle', async () => {
  const page = document.createElement('div');
  const seen: boolean[] = [];
  const draw = (opened: boolean) =>
    act(async () => {
      render(
        <DeferredLayer opened={opened}>
          {(isOpen) => {
            seen.push(isOpen);
            return isOpen ? 'open' : 'closed';
          }}
        </DeferredLayer>,
        { container: page },
      );
      await Promise.resolve();
    });
  await draw(false);
  expect(page.textContent).toBe('');
  await draw(true);
  expect([seen, page.textContent]).toEqual([[false, true], 'open']);
  await draw(false);
  expect(page.textContent).toBe('closed');
  cleanup();
});
