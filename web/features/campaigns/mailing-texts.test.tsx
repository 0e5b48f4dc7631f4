// @vitest-environment jsdom
import type { CallRow } from '@mailcall/contract/calls.ts';
import { drawerCallRows, type Mailing } from '@mailcall/contract/mailings.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { parseAddress, writeAddress } from '../../platform/address.ts';
import { loadConfig } from '../../platform/config.ts';
import { sessionWith } from '../../platform/session-for-tests.ts';
import { saveSession } from '../../platform/session-store.ts';
import { account } from '../accounts/account-for-tests.ts';
import { mailingCallsQuery } from './api.ts';
import { ConfirmApproval } from './confirm-approval.tsx';
import { drawerFromAddress } from './drawer-address.ts';
import { MailingCalls } from './mailing-calls.tsx';
import { MailingFigures } from './mailing-facts.tsx';

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

async function show(content: ReactNode) {
  vi.stubGlobal('fetch', async () => Response.json({ days: 'utc', services: {} }));
  await loadConfig();
  saveSession(sessionWith({ accounts: [account('own', 'Own')] }));
  const router = createRouter({
    routeTree: createRootRoute({ component: () => content }),
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
}

const mailing = {
  id: 'm1',
  accountId: 'own',
  accountName: 'Own',
  name: 'MC-1001',
  orderNumber: 'MC-1001',
  label: 'Spring smiles',
  quantity: 12_000,
  campaignType: 'MVP Mail',
  mediaType: 'Postcard',
  deliveryWeek: '2026-03-02',
  status: 'delivered',
  frontDesignUrl: null,
  frontDesignThumbnailUrl: null,
  backDesignUrl: null,
  backDesignThumbnailUrl: null,
  leadsCount: 10,
  appointmentsCount: 4,
  conversionRate: 40,
  callsCount: 0,
  unscoredCallsCount: 0,
} as unknown as Mailing;

test.each([
  [10, 0, '40%', null],
  // half is enough
  [10, 5, '40%', null],
  [10, 6, '-', '6 of 10 calls are not scored yet'],
])(
  'of %i calls, %i of them not scored, shows the rate %j',
  async (callsCount, unscoredCallsCount, rate, note) => {
    await show(<MailingFigures mailing={{ ...mailing, callsCount, unscoredCallsCount }} />);
    expect([...page.querySelectorAll('dd')].map((figure) => figure.textContent)).toEqual(['10', '4', rate]);
    expect(page.querySelector('p')?.textContent ?? null).toBe(note);
  },
);

test.each([
  ['MC-1001', 'Spring smiles', 'Approve “Spring smiles”?', 'Order MC-1001'],
  ['Our new offer', 'Spring smiles', 'Approve “Our new offer”?', 'Order MC-1001'],
  ['MC-1001', null, 'Approve “MC-1001”?', null],
])('asks whether to approve %j with the label %j as %j', async (name, label, question, order) => {
  const approve = { isError: false, isPending: false } as Parameters<typeof ConfirmApproval>[0]['approve'];
  await show(
    <ConfirmApproval mailing={{ ...mailing, name, label }} approve={approve} opened onClose={() => {}} />,
  );
  const dialog = document.querySelector('[role="dialog"]');
  expect(dialog?.querySelector('h2')?.textContent).toBe(question);
  const texts = [...(dialog?.querySelectorAll('p') ?? [])].map((text) => text.textContent);
  expect(texts.find((text) => text.startsWith('Order ')) ?? null).toBe(order);
});

const row = (callId: string, more: Partial<CallRow>) =>
  ({
    callId,
    accountId: 'own',
    dateTime: '2026-03-04T15:00:00Z',
    timeZone: 'America/Denver',
    callerName: null,
    callerIdName: null,
    callerPhoneNumber: '+13035550101',
    campaignType: 'MVP Mail',
    followUpOpportunity: false,
    callResolveDate: null,
    count: 0,
    opportunity: false,
    outcome: [],
    callAudio: null,
    callDuration: 60,
    ...more,
  }) as unknown as CallRow;

test.each([
  ['table', 900, 'td:nth-child(2), td:nth-child(3)'],
  ['list', 300, 'li p'],
])('a %s names the type of each call of a mailing, and its whole number', async (_, width, parts) => {
  HTMLElement.prototype.getBoundingClientRect = () => ({ width }) as DOMRect;
  const records = [
    row('c1', { count: 1, opportunity: true, outcome: ['appointment'] }),
    row('c2', { opportunity: true, outcome: ['opportunity'] }),
    row('c3', { followUpOpportunity: true, outcome: ['missed call'] }),
    row('c4', {}),
  ];
  const drawer = drawerFromAddress({});
  const { queryKey } = mailingCallsQuery('m1', {
    page: 1,
    pageSize: drawerCallRows,
    sort: drawer.sort,
    dir: drawer.dir,
    filters: { outcome: ['appointment', 'opportunity'] },
  });
  client.setQueryData(queryKey, { total: records.length, records });
  await show(<MailingCalls mailing={mailing} drawer={drawer} />);
  const texts = [...page.querySelectorAll(parts)].map((part) => part.textContent);
  expect(texts.filter((text) => text === '+1 (303) 555-0101')).toHaveLength(records.length);
  expect(texts.filter((text) => / Call$|^Not /.test(text))).toEqual([
    'Appointment Call',
    'Opportunity Call',
    'Missed / Follow-up Call',
    'Not scored yet',
  ]);
});
