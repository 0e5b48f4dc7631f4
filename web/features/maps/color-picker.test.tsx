// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { sessionWith } from '../../platform/session-for-tests.ts';
import { saveSession } from '../../platform/session-store.ts';
import { ColorPicker } from './color-picker.tsx';
import type { MapTarget } from './map-target.ts';
import { type MapScreen, ScreenContext } from './screen-context.ts';

vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
);

const page = document.createElement('div');
afterEach(cleanup);

const target = { kind: 'office', id: 'own' } as MapTarget;
const [preview, save] = [vi.fn(), vi.fn(async () => {})];

async function open(saved: string, ownColor: string | null) {
  preview.mockClear();
  save.mockClear();
  saveSession(sessionWith());
  const colors = {
    previewed: null,
    of: () => saved,
    chosen: () => saved,
    ownColor: () => ownColor,
    isSaving: () => false,
    preview,
    save,
  };
  await act(async () =>
    render(
      <MantineProvider>
        <ScreenContext value={{ colors } as unknown as MapScreen}>
          <ColorPicker target={target} name="Haw Creek" saved={saved} />
        </ScreenContext>
      </MantineProvider>,
      { container: document.body.appendChild(page) },
    ),
  );
  await act(async () => page.querySelector('button')?.click());
  return [...document.querySelectorAll<HTMLButtonElement>('[role="dialog"] button')];
}
const named = (buttons: readonly HTMLButtonElement[], name: string) =>
  buttons.find((button) => button.getAttribute('aria-label') === name);

test('begins at the color that is there, and saves only another one', async () => {
  const choices = await open('#C92A2A', null);
  expect(choices).toHaveLength(12);
  const pressed = choices.filter((button) => button.getAttribute('aria-pressed') === 'true');
  expect(pressed.map((button) => button.getAttribute('aria-label'))).toEqual(['Red']);
  expect(choices.filter((button) => button.hasAttribute('data-autofocus'))).toEqual(pressed);
  await act(async () => named(choices, 'Red')?.click());
  expect(save).not.toHaveBeenCalled();

  await act(async () => named(await open('#c92a2a', null), 'Teal')?.click());
  expect(save.mock.calls).toEqual([[target, '#0b7285', null]]);
});

test('offers a color outside of the palette before the twelve', async () => {
  const choices = await open('#f08c00', '#f08c00');
  expect(choices).toHaveLength(13);
  expect(choices[0]?.getAttribute('aria-label')).toBe('Own color');
  expect(choices[0]?.getAttribute('aria-pressed')).toBe('true');
});
