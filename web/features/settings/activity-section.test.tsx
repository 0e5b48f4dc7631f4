// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { sessionWith } from '../../platform/session-for-tests.ts';
import { saveSession } from '../../platform/session-store.ts';
import { account } from '../accounts/account-for-tests.ts';
import { ActivitySection } from './activity-section.tsx';
import { receiversQuery } from './alerts-api.ts';

const observers = { observe() {}, unobserve() {}, disconnect() {} };
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
vi.stubGlobal(
  'ResizeObserver',
  vi.fn(function () {
    return observers;
  }),
);
// nothing gets near the window
vi.stubGlobal(
  'IntersectionObserver',
  vi.fn(function () {
    return observers;
  }),
);

const page = document.createElement('div');
afterEach(cleanup);

test('activity below the window is loading, not empty', async () => {
  saveSession(sessionWith({ accounts: [account('own', 'Own')] }));
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  client.setQueryData(receiversQuery('own').queryKey, { isPrimary: true, receivers: [] } as never);
  await act(async () =>
    render(
      <MantineProvider>
        <QueryClientProvider client={client}>
          <ActivitySection account={{ id: 'own', name: 'Own', groupName: null, officeCount: 0 }} />
        </QueryClientProvider>
      </MantineProvider>,
      { container: document.body.appendChild(page) },
    ),
  );
  expect(page.textContent).toContain('Loading activity...');
  expect(page.textContent).not.toContain('Nothing has been recorded yet');
});
