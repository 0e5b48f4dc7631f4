// @vitest-environment jsdom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
} from '@tanstack/react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { sessionWith } from '../platform/session-for-tests.ts';
import { clearSession, currentSession, saveSession } from '../platform/session-store.ts';
import { watchSession } from './watch-session.ts';

afterEach(() => localStorage.clear());

test('opens the login if the session ends before the page is drawn', async () => {
  saveSession(sessionWith());
  const root = createRootRoute();
  const routeTree = root.addChildren([
    createRoute({ getParentRoute: () => root, path: '/login' }),
    createRoute({
      getParentRoute: () => root,
      path: '/scoreboard',
      beforeLoad: () => {
        if (!currentSession()) redirect({ to: '/login', throw: true });
      },
    }),
  ]);
  const router = createRouter({
    routeTree,
    history: createMemoryHistory({ initialEntries: ['/scoreboard'] }),
  });
  watchSession(router);
  await router.load();
  expect(router.state.location.pathname).toBe('/scoreboard');
  clearSession('refused');
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/login'));
});
