// @vitest-environment jsdom
import type { Queue } from '@mailcall/contract/operate.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { OverviewSections } from './overview-sections.tsx';

vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));

type Overview = ComponentProps<typeof OverviewSections>['overview'];

const queue = (more: Partial<Queue>): Queue => ({
  kind: 'jobs',
  name: 'fetch feed file',
  waiting: 0,
  running: 0,
  failed: 0,
  oldestAt: null,
  problem: null,
  ...more,
});

function sectionOf(overview: Partial<Overview>, title: string): Element | undefined {
  const nothing = {
    warnings: [],
    queues: [],
    messages: [],
    webhooks: [],
    connections: [],
    parked: [],
    apiKeys: [],
    grants: [],
    roleChanges: [],
  };
  const page = document.createElement('div');
  page.innerHTML = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider>
        <OverviewSections overview={{ ...nothing, ...overview } as unknown as Overview} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  return [...page.querySelectorAll('section')].find((one) => one.querySelector('h2')?.textContent === title);
}

const cellsOf = (overview: Partial<Overview>, table: string): string[] =>
  [...(sectionOf(overview, table)?.querySelectorAll('td') ?? [])].map((cell) => cell.textContent ?? '');

test('gives the column that names the row as much room as the others', () => {
  const headings = sectionOf({ queues: [queue({})] }, 'Queues')?.querySelectorAll('th') ?? [];
  const shares = [...headings].map(({ style }) => Number(/^([\d.]+)%$/.exec(style.width)?.[1]));
  expect(shares[0]).toBeGreaterThan(100 / shares.length);
  expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(100, 0);
});

test('shows why a queue’s jobs were given up', () => {
  const problem = 'The process ended during this job, times in a row: 5. It is not tried again.';
  const [name] = cellsOf({ queues: [queue({ failed: 1, problem })] }, 'Queues');
  expect(name).toContain(problem);
});

test('lists the first of a webhook’s many accounts', () => {
  const accountIds = Array.from({ length: 1_204 }, (_, index) => `A-${index}`);
  const webhook = {
    id: 'w',
    url: 'https://crm.example.com/',
    accountIds,
    files: null,
    waiting: 0,
    paused: 0,
  };
  expect(cellsOf({ webhooks: [webhook] }, 'Webhooks')).toContain('A-0, A-1, A-2 and 1,201 more');
  expect(cellsOf({ webhooks: [{ ...webhook, accountIds: accountIds.slice(0, 4) }] }, 'Webhooks')).toContain(
    'A-0, A-1, A-2, A-3',
  );
});

test('a connection says what waits, failed, is parked, refused or no longer there, and why', () => {
  const connection = {
    name: 'callrail-main',
    kind: 'callrail',
    secrets: ['webhook'],
    callbacksFrom: null,
    hasOwnMapping: false,
    lastReceivedAt: '2026-03-11T14:00:00Z',
    failure: null,
    lastReadAt: null,
    pausedAt: null,
    waiting: 2,
    oldestAt: '2026-03-11T14:00:00Z',
    problem: 'the key of the API is missing',
    failed: 1,
    gone: 4,
    refused: 5,
    lastRefusedAt: '2026-03-11T14:00:00Z',
    parked: 3,
    leftOut: 1_204,
  };
  const cells = cellsOf({ connections: [connection] }, 'Connections');
  expect(cells).toEqual([
    'callrail-main',
    'callrail',
    expect.any(String),
    'All calls',
    '1,204',
    expect.stringMatching(/^5, last /),
    '1 failed, 2 waiting, 3 parked, 4 no longer there: the key of the API is missing',
  ]);
  const calm = { ...connection, refused: 0, lastRefusedAt: null };
  expect(cellsOf({ connections: [calm] }, 'Connections')[5]).toBe('0');
  const changed = {
    ...connection,
    failed: 0,
    waiting: 0,
    parked: 0,
    gone: 0,
    problem: null,
    hasOwnMapping: true,
  };
  expect(cellsOf({ connections: [changed] }, 'Connections').at(-1)).toBe('Up to date. Mapping changed');
  const bare = { ...connection, secrets: [], problem: null };
  expect(cellsOf({ connections: [bare] }, 'Connections').at(-1)).toBe('No secrets: it receives nothing');
});
