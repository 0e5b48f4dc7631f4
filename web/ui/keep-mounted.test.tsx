// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, useEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseAddress, textOf, useAddress, writeAddress } from '../platform/address.ts';
import { KeepMountedPanel, useIsDisplayed } from './keep-mounted.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
window.scrollTo = () => {};

const page = document.createElement('div');
let root: Root;
let done: string[];

function List({ name }: { name: string }) {
  const isDisplayed = useIsDisplayed();
  const list = textOf(useAddress()['list']);
  useEffect(() => {
    done.push(`${name} shown`);
    return () => void done.push(`${name} hidden`);
  }, [name]);
  return (
    <>
      {name} {list} {isDisplayed ? 'open' : 'closed'}
      <input />
    </>
  );
}

const calls = <List name="calls" />;
const staff = <List name="staff" />;

function Tabs() {
  const chosen = textOf(useAddress()['tab']);
  return (
    <>
      <KeepMountedPanel tab="calls" tabs="tabs" selected={chosen === 'calls'}>
        {calls}
      </KeepMountedPanel>
      <KeepMountedPanel tab="staff" tabs="tabs" selected={chosen === 'staff'}>
        {staff}
      </KeepMountedPanel>
    </>
  );
}

const newRouter = () =>
  createRouter({
    routeTree: createRootRoute({ component: Tabs }),
    history: createMemoryHistory({ initialEntries: ['/?tab=calls&list=missed'] }),
    parseSearch: parseAddress,
    stringifySearch: writeAddress as (search: Record<string, unknown>) => string,
  });
let router: ReturnType<typeof newRouter>;

const goTo = (address: string) => act(() => router.navigate({ href: address }));
const panel = (tab: string) => page.querySelector<HTMLElement>(`#tabs-panel-${tab}`);

beforeEach(async () => {
  done = [];
  router = newRouter();
  root = createRoot(page);
  await act(async () => {
    await router.load();
    root.render(<RouterProvider router={router as never} />);
  });
});

afterEach(() => act(() => root.unmount()));

test('draws a panel when its tab is first selected, named by the tab', async () => {
  expect(panel('calls')?.getAttribute('aria-labelledby')).toBe('tabs-tab-calls');
  expect(panel('staff')).toBeNull();
  await goTo('/?tab=staff');
  expect(panel('staff')?.textContent).toContain('staff');
});

test('keeps what a panel drew and the typed input while another tab is selected', async () => {
  const field = panel('calls')?.querySelector('input');
  if (field) field.value = 'typed';
  await goTo('/?tab=staff');
  expect(panel('calls')?.style.display).toBe('none');
  await goTo('/?tab=calls&list=missed');
  expect(panel('calls')?.style.display).toBe('');
  expect(panel('calls')?.querySelector('input')).toBe(field);
  expect(field?.value).toBe('typed');
});

test('runs no effects in a hidden panel, so that it requests nothing', async () => {
  await goTo('/?tab=staff');
  await goTo('/?tab=calls&list=missed');
  expect(done).toEqual(['calls shown', 'calls hidden', 'staff shown', 'staff hidden', 'calls shown']);
});

test('keeps the last URL in a hidden panel and updates it when selected again', async () => {
  expect(panel('calls')?.textContent).toBe('calls missed open');
  await goTo('/?tab=staff&list=other');
  expect(panel('calls')?.textContent).toBe('calls missed closed');
  expect(panel('staff')?.textContent).toBe('staff other open');
  await goTo('/?tab=calls&list=answered');
  expect(panel('calls')?.textContent).toBe('calls answered open');
  expect(panel('staff')?.textContent).toBe('staff other closed');
});
