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
import { summaryQuery } from '../calls/api.ts';
import { useScope } from '../scope/index.ts';
import { FrontDesk } from './front-desk.tsx';

window.scrollTo = () => {};
const observers = { observe() {}, unobserve() {}, disconnect() {} };
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
vi.stubGlobal(
  'ResizeObserver',
  vi.fn(function () {
    return observers;
  }),
);

const page = document.createElement('div');
afterEach(cleanup);

const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });

function Tab({ unscored }: { unscored: number }) {
  const scope = useScope();
  client.setQueryData(summaryQuery(scope.query).queryKey, {
    all_calls_count: 10,
    unscored_calls_count: unscored,
  } as never);
  return <FrontDesk scope={scope} />;
}

test.each([
  [5, null],
  [6, '6 of 10 calls are not scored yet. Rates and grades are shown once half of the calls are scored.'],
])('with %i of 10 calls not scored it says %j', async (unscored, text) => {
  vi.stubGlobal('fetch', async () => Response.json({ days: 'utc' }));
  await loadConfig();
  saveSession(sessionWith({ accounts: [account('own', 'Own')] }));
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <Tab unscored={unscored} /> }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
    parseSearch: parseAddress,
    stringifySearch: writeAddress as (search: Record<string, unknown>) => string,
  });
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
  expect(page.querySelector('[role="status"]')?.textContent ?? null).toBe(text);
});
