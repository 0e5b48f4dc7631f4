// @vitest-environment jsdom
import { viewMessages } from '@mailcall/contract/rules/saved-views.ts';
import type { SavedView } from '@mailcall/contract/saved-views.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider, QueryObserver } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, render } from '@testing-library/react';
import { type ReactNode, useEffect } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadConfig } from '../../platform/config.ts';
import { queryClient } from '../../platform/query-client.ts';
import { changeView, deleteView, savedViewQuery, savedViewsQuery } from './api.ts';
import { useViewForm } from './use-view-form.ts';
import { ViewPage } from './view-page.tsx';

window.scrollTo = () => {};

const config = {
  services: { identity: '/api/identity', data: '/api/data', maps: '/api/maps' },
  provider: {},
  map: { style: null },
  signIn: { issuer: '/api/identity', clientId: 'mailcall-web', audience: 'mailcall', idleTime: 1800 },
};
const view: SavedView = {
  id: '3f0c8f0e-6f0c-4b52-9d6b-0c5f3f1f2a11',
  name: 'Desk',
  path: '/campaigns',
  address: { range: 'week' },
  description: 'Campaigns · All accounts · Week',
  leftOutAccounts: 0,
  leftOutFilters: 0,
  hasNoAccounts: false,
  sharedWith: { id: 'east', name: 'East Dental' },
  isOwn: true,
  ownerName: 'Theo',
  canChange: true,
  revision: 1,
  isStartPage: false,
  mail: { frequency: 'weekly', weekday: 3, timeZone: 'UTC' },
};
const changed: SavedView = { ...view, name: 'Theirs', address: { range: 'year' }, revision: 2 };

let requests: { method: string; path: string; body: unknown }[];
let answers: Record<string, () => Response | Promise<Response>>;
const page = document.createElement('div');

const success = (data: unknown) => Response.json({ status: 'success', data });
const refusal = (message: string) => Response.json({ status: 'error', message, data: null }, { status: 422 });

beforeEach(async () => {
  requests = [];
  answers = {
    'GET /api/data/views': () => success({ records: [changed] }),
    [`GET /api/data/views/${view.id}`]: () => success(changed),
  };
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    if (path === '/web-config.json') return Response.json(config);
    const method = init.method ?? 'GET';
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : null;
    requests.push({ method, path, body });
    return answers[`${method} ${path}`]?.() ?? refusal('no such request');
  });
  await loadConfig();
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const written = () => requests.filter(({ method }) => method !== 'GET');
const draw = (content: ReactNode) =>
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider>{content}</MantineProvider>
    </QueryClientProvider>,
    { container: page },
  );

test('reloads the list and its views each time it is opened', async () => {
  const list = new QueryObserver(queryClient, { ...savedViewsQuery, enabled: true });
  const stop = list.subscribe(() => undefined);
  await vi.waitFor(() => expect(list.getCurrentResult().isSuccess).toBe(true));
  list.setOptions({ ...savedViewsQuery, enabled: false });
  list.setOptions({ ...savedViewsQuery, enabled: true });
  await vi.waitFor(() => expect(requests).toHaveLength(2));
  await vi.waitFor(() => expect(queryClient.getQueryData(savedViewQuery(view.id).queryKey)).toEqual(changed));
  stop();
});

async function openedAddress() {
  const rootRoute = createRootRoute();
  const router = createRouter({
    routeTree: rootRoute.addChildren([
      createRoute({
        getParentRoute: () => rootRoute,
        path: '/views/$id',
        component: () => <ViewPage viewId={view.id} />,
      }),
      createRoute({ getParentRoute: () => rootRoute, path: '/campaigns', component: () => 'Campaigns' }),
    ]),
    history: createMemoryHistory({ initialEntries: [`/views/${view.id}`] }),
  });
  await act(() => router.load());
  draw(<RouterProvider router={router as never} />);
  await act(() => vi.waitFor(() => expect(router.state.location.pathname).toBe('/campaigns')));
  return router.state.location.search as unknown;
}

test('opens the current view instead of this tab’s earlier one', async () => {
  const { queryKey } = savedViewQuery(view.id);
  queryClient.setQueryData(queryKey, view, { updatedAt: Date.now() - 60_000 });
  expect(await openedAddress()).toEqual(changed.address);
});

test('does not reload a view that was just loaded, such as the start page', async () => {
  queryClient.setQueryData(savedViewQuery(view.id).queryKey, view);
  expect(await openedAddress()).toEqual(view.address);
  expect(requests).toEqual([]);
});

let form: ReturnType<typeof useViewForm>;
function Form({ of }: { of: SavedView }) {
  const current = useViewForm(of, { onClose: () => undefined, onDeleted: () => undefined });
  useEffect(() => {
    form = current;
  });
  return null;
}
const settings = `PUT /api/data/views/${view.id}/settings`;
const change = `PUT /api/data/views/${view.id}`;

test('sends only what the person changed', async () => {
  answers[change] = () => success({ ...view, name: 'Mine', revision: 2 });
  answers[settings] = () => success(view);
  draw(<Form of={view} />);
  await act(() => form.save());
  expect(written()).toEqual([]);
  await act(async () => form.setFields({ ...form.fields, name: 'Mine' }));
  await act(() => form.save());
  expect(written().map(({ body }) => body)).toEqual([{ revision: 1, name: 'Mine' }]);
  requests = [];
  await act(async () => form.setSettings({ ...form.settings, isStartPage: true }));
  await act(() => form.save());
  expect(written().map(({ body }) => body)).toEqual([{ isStartPage: true }]);
});

test('refuses a change after a colleague’s and then shows theirs', async () => {
  answers[change] = () => refusal(viewMessages.changed);
  draw(<Form of={view} />);
  await act(async () => form.setFields({ ...form.fields, name: 'Mine' }));
  draw(<Form of={changed} />);
  expect(form.fields.name).toBe('Mine');
  await act(() => form.save());
  expect(written().map(({ body }) => body)).toEqual([{ revision: 1, name: 'Mine' }]);
  expect(form.problem).toBe(viewMessages.changed);
  expect(form.fields.name).toBe('Theirs');
  answers[change] = () => success({ ...changed, name: 'Ours', revision: 3 });
  await act(async () => form.setFields({ ...form.fields, name: 'Ours' }));
  await act(() => form.save());
  expect(written().at(-1)?.body).toEqual({ revision: 2, name: 'Ours' });
});

test.each([
  ['changed', () => changeView(view, { name: 'Theirs' }), changed],
  ['deleted', () => deleteView(view), undefined],
])('a list that was requested before a view was %s does not bring it back', async (_, make, known) => {
  const early = Promise.withResolvers<Response>();
  answers['GET /api/data/views'] = () => early.promise;
  answers[change] = () => success(changed);
  answers[`DELETE /api/data/views/${view.id}`] = () => success({});
  // no component shows the list any more when it arrives
  const listed = queryClient.fetchQuery(savedViewsQuery).catch(() => undefined);
  await make();
  early.resolve(success({ records: [view] }));
  await listed;
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(queryClient.getQueryData(savedViewQuery(view.id).queryKey)).toEqual(known);
});
