// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { parseAddress, writeAddress } from '../../platform/address.ts';
import { loadConfig } from '../../platform/config.ts';
import { sessionWith } from '../../platform/session-for-tests.ts';
import { saveSession } from '../../platform/session-store.ts';
import { account } from '../accounts/account-for-tests.ts';
import { SubTabs } from './sub-tab-list.tsx';

window.scrollTo = () => {};
Element.prototype.scrollTo = () => {};
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));

const page = document.createElement('div');
afterEach(cleanup);

test.each([
  ['cannot be pressed while the list is loading', true, 'true', undefined],
  ['opens its list', false, null, 'missed call'],
])('a tab %s', async (_, loading, disabled, outcome) => {
  vi.stubGlobal('fetch', async () => Response.json({ days: 'utc' }));
  await loadConfig();
  saveSession(sessionWith({ accounts: [account('own', 'Own')] }));
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => (
        <SubTabs kind="opportunity" loading={loading}>
          rows
        </SubTabs>
      ),
    }),
    history: createMemoryHistory({ initialEntries: ['/?tab=all-calls'] }),
    parseSearch: parseAddress,
    stringifySearch: writeAddress as (search: Record<string, unknown>) => string,
  });
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  await act(async () => {
    await router.load();
    render(
      <MantineProvider>
        <QueryClientProvider client={client}>
          <RouterProvider router={router as never} />
        </QueryClientProvider>
      </MantineProvider>,
      { container: document.body.appendChild(page) },
    );
  });
  const tab = [...page.querySelectorAll<HTMLButtonElement>('[role="tab"]')].find((one) =>
    one.textContent.startsWith('Missed Calls'),
  );
  expect(tab?.getAttribute('aria-disabled')).toBe(disabled);
  await act(async () => tab?.click());
  expect((router.state.location.search as Record<string, unknown>)['outcome']).toBe(outcome);
});
