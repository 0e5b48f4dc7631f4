// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, render } from '@testing-library/react';
import { useId, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { parseAddress, writeAddress } from '../platform/address.ts';
import { sessionWith } from '../platform/session-for-tests.ts';
import { clearSession, saveSession } from '../platform/session-store.ts';
import { closeLayer, hasUnsavedInput, UnsavedLayer, useUnsavedInput } from './unsaved-input.ts';

vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
);
window.scrollTo = () => {};

const parameters = ['account'];

function Field({ name, onClose }: { name: string; onClose?: () => void }) {
  const [text, setText] = useState('');
  const [saved, setSaved] = useState('');
  const leave = useUnsavedInput(text !== saved, parameters);
  return (
    <>
      <input aria-label={name} value={text} onChange={({ currentTarget }) => setText(currentTarget.value)} />
      <button type="button" onClick={() => setSaved(text)}>{`Save ${name}`}</button>
      <button type="button" onClick={() => leave(() => onClose?.())}>{`Cancel ${name}`}</button>
    </>
  );
}

function Form() {
  const [opened, setOpened] = useState(true);
  const layer = useId();
  const close = () => setOpened(false);
  return (
    <>
      <Field name="first" />
      <button type="button" onClick={() => closeLayer(layer, close)}>
        Close
      </button>
      <UnsavedLayer value={layer}>{opened && <Field name="second" onClose={close} />}</UnsavedLayer>
      <Outlet />
    </>
  );
}

const rootRoute = createRootRoute({
  component: () => (
    <MantineProvider env="test">
      <Outlet />
      <ModalsProvider />
    </MantineProvider>
  ),
});
const form = createRoute({ getParentRoute: () => rootRoute, path: '/form', component: Form });
const detail = createRoute({ getParentRoute: () => form, path: '$id', component: () => <p>Detail</p> });
const routeTree = rootRoute.addChildren([
  createRoute({ getParentRoute: () => rootRoute, path: '/other', component: () => <h1>Other</h1> }),
  createRoute({ getParentRoute: () => rootRoute, path: '/logout', component: () => <h1>Logout</h1> }),
  form.addChildren([detail]),
]);
const newRouter = () =>
  createRouter({
    routeTree,
    history: createBrowserHistory(),
    parseSearch: parseAddress,
    stringifySearch: writeAddress as (search: Record<string, unknown>) => string,
  });

const page = document.createElement('div');
let router: ReturnType<typeof newRouter>;

beforeEach(async () => {
  saveSession(sessionWith());
  window.history.pushState(null, '', '/other');
  router = newRouter();
  await router.load();
  await act(async () =>
    render(<RouterProvider router={router as never} />, { container: document.body.appendChild(page) }),
  );
  await goTo('/form');
});
afterEach(async () => {
  await act(async () => cleanup());
  router.history.destroy();
  clearSession('logged out');
});

const done = (action: () => unknown) =>
  act(async () => {
    await action();
    await new Promise<void>((resolve) => setTimeout(resolve));
  });
// a navigation that is stopped never ends
const goTo = (href: string) => done(() => void router.navigate({ href }));
const moved = () => new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
const goBackBlocked = () =>
  done(async () => {
    const back = moved();
    window.history.back();
    await back;
    await moved();
  });
const field = (name: string) => document.querySelector<HTMLInputElement>(`input[aria-label="${name}"]`);
async function type(name: string, text: string) {
  const input = field(name);
  if (!input) throw new Error(`no field ${name}`);
  input.focus();
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  await done(() => input.dispatchEvent(new Event('input', { bubbles: true })));
}
async function press(name: string) {
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);
  if (!button) throw new Error(`no button ${name}`);
  await done(() => button.click());
}
const questions = () => document.querySelectorAll('[role="dialog"]').length;
/** The address, what is typed in the first field (null without it), and how many questions are open. */
const state = () => [
  window.location.pathname + window.location.search,
  field('first')?.value ?? null,
  questions(),
];
const unloads = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('asks nothing while nothing is typed, after saving, and when the text is what it was', async () => {
  await type('first', 'typed');
  expect([hasUnsavedInput(), unloads()]).toEqual([true, false]);
  await press('Save first');
  expect([hasUnsavedInput(), unloads()]).toEqual([false, true]);
  await type('second', 'typed');
  await type('second', '');
  await goTo('/other');
  expect(state()).toEqual(['/other', null, 0]);
});

test.each([
  ['a link', () => goTo('/other')],
  ['Back', goBackBlocked],
])('keeps what is typed before %s, or leaves if that is discarded', async (_, leave) => {
  await type('first', 'typed');
  await leave();
  expect(state()).toEqual(['/form', 'typed', 1]);
  await press('Keep editing');
  expect(state()).toEqual(['/form', 'typed', 0]);
  await expect.poll(() => document.activeElement).toBe(field('first'));
  await leave();
  await press('Discard changes');
  await expect.poll(state).toEqual(['/other', null, 0]);
  expect(hasUnsavedInput()).toBe(false);
});

test('asks once when Back is pressed twice, and Back works afterwards', async () => {
  await goTo('/other?step=2');
  await goTo('/form');
  await type('first', 'typed');
  await goBackBlocked();
  await goBackBlocked();
  expect(state()).toEqual(['/form', 'typed', 1]);
  await press('Keep editing');
  expect(state()).toEqual(['/form', 'typed', 0]);
  await goBackBlocked();
  await press('Discard changes');
  await expect.poll(state).toEqual(['/other?step=2', null, 0]);
});

test('asks once for two fields, and only where both are lost', async () => {
  await type('first', 'typed');
  await type('second', 'typed');
  await goTo('/form/detail');
  expect([...state(), page.textContent?.includes('Detail')]).toEqual(['/form/detail', 'typed', 0, true]);
  await goTo('/form?page=2');
  expect(state()).toEqual(['/form?page=2', 'typed', 0]);
  await goTo('/form?account=north');
  expect(state()).toEqual(['/form?page=2', 'typed', 1]);
  await press('Discard changes');
  expect(state()).toEqual(['/form?account=north', 'typed', 0]);
});

test('asks before a dialog with unsaved input closes, by its button or from outside', async () => {
  await type('first', 'typed');
  await type('second', 'typed');
  for (const button of ['Cancel second', 'Close']) {
    await press(button);
    expect(questions()).toBe(1);
    await press('Keep editing');
    expect(field('second')?.value).toBe('typed');
  }
  await press('Close');
  await press('Discard changes');
  expect([field('second'), field('first')?.value, hasUnsavedInput()]).toEqual([null, 'typed', true]);
});

test('asks nothing after a logout or without a session, and takes a question back', async () => {
  await type('first', 'typed');
  await goTo('/other');
  expect(questions()).toBe(1);
  clearSession('expired');
  await goTo('/other');
  expect(state()).toEqual(['/other', null, 0]);
  saveSession(sessionWith());
  await goTo('/form');
  await type('first', 'typed');
  await goTo('/logout');
  expect(state()).toEqual(['/logout', null, 0]);
});
