// @vitest-environment jsdom
import type { WebConfig } from '@mailcall/contract/provider.ts';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { parseAddress, writeAddress } from '../../platform/address.ts';
import { loadConfig } from '../../platform/config.ts';
import { sessionWith } from '../../platform/session-for-tests.ts';
import { saveSession } from '../../platform/session-store.ts';
import { account } from '../accounts/account-for-tests.ts';
import { formatDays, useDaysText } from './days-text.ts';
import { Footnote } from './footnote.tsx';
import { useScope } from './scope-state.ts';

window.scrollTo = () => {};

const page = document.createElement('div');

function Shown() {
  const state = useScope();
  const { startDate, endDate } = state.query.filters;
  const facts = [`${startDate} to ${endDate}`, formatDays(state.scope, state.today), useDaysText(state)];
  return (
    <>
      {facts.map((fact) => (
        <p key={fact}>{fact}</p>
      ))}
      <p>
        <Footnote since="2026-11-23T04:30:00Z" />
      </p>
    </>
  );
}

async function shown(
  days: WebConfig['days'],
  address: string,
  timeZones: readonly string[],
  ofGroup: { timeZone: string } | null = null,
) {
  vi.stubGlobal('fetch', async () => Response.json({ days }));
  await loadConfig();
  saveSession(
    sessionWith({
      accounts: [
        ...(ofGroup ? [{ ...account('group', 'Group'), ...ofGroup }] : []),
        ...timeZones.map((timeZone) => ({ ...account(timeZone, timeZone, ofGroup && 'group'), timeZone })),
      ],
    }),
  );
  const router = createRouter({
    routeTree: createRootRoute({ component: Shown }),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch: parseAddress,
    stringifySearch: writeAddress as (search: Record<string, unknown>) => string,
  });
  await act(async () => {
    await router.load();
    render(<RouterProvider router={router as never} />, { container: page });
  });
  const texts = [...page.querySelectorAll('p')].map(({ textContent }) => textContent);
  cleanup();
  return texts.map((text) => text.replaceAll('\u00a0', ' '));
}

beforeEach(() => {
  // 8 pm on Monday, November 23 in Asheville
  vi.useFakeTimers({ now: Date.parse('2026-11-24T01:00:00Z'), toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const since = 'The data used in this graph is derived from the calls we scored since';

test('uses the office’s day and says so', async () => {
  expect(await shown('office', '/?range=day', ['America/New_York'])).toEqual([
    '2026-11-23 to 2026-11-23',
    'Nov 23, 2026',
    'days in Eastern Time',
    `${since} 11/23/2026`,
  ]);
  expect(await shown('office', '/', ['America/New_York'])).toEqual([
    '2018-01-01 to 2026-11-23',
    'Jan 1, 2018 – Nov 23, 2026',
    'days in Eastern Time',
    `${since} 11/22/2026`,
  ]);
});

test('uses each office’s own day in different time zones', async () => {
  expect(await shown('office', '/?range=day', ['America/New_York', 'Pacific/Honolulu'])).toEqual([
    '2026-11-23 to 2026-11-23',
    'Nov 23, 2026',
    'days in each office’s local time',
    `${since} 11/23/2026`,
  ]);
});

test('shows both days if one office is a day ahead', async () => {
  expect(await shown('office', '/?range=day', ['America/New_York', 'Pacific/Guam'])).toEqual([
    '2026-11-23 to 2026-11-24',
    'Nov 23, 2026 – Nov 24, 2026',
    'days in each office’s local time',
    `${since} 11/23/2026`,
  ]);
});

test('includes a group’s own calls by its own days if it is selected as a whole', async () => {
  const offices = ['America/Denver', 'Pacific/Honolulu'];
  const group = { timeZone: 'Pacific/Guam' };
  expect((await shown('office', '/?range=day', offices, group))[0]).toBe('2026-11-23 to 2026-11-24');
  const one = '/?range=day&accounts=America/Denver';
  expect((await shown('office', one, offices, group))[0]).toBe('2026-11-23 to 2026-11-23');
});

test('in UTC it is tomorrow', async () => {
  expect(await shown('utc', '/?range=day', ['America/New_York'])).toEqual([
    '2026-11-24 to 2026-11-24',
    'Nov 24, 2026',
    'days end 7 pm Eastern',
    `${since} 11/23/2026`,
  ]);
});
