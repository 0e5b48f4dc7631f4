// @vitest-environment jsdom
import type { CalibrationCall } from '@mailcall/contract/calibration.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadConfig } from '../../platform/config.ts';
import { queryClient } from '../../platform/query-client.ts';
import { sessionWith } from '../../platform/session-for-tests.ts';
import { clearSession, saveSession } from '../../platform/session-store.ts';
import { SetPlayer } from './set-player.tsx';

const call: CalibrationCall = {
  callId: 'call-1',
  accountId: 'office-1',
  accountName: 'Alder Dental',
  timeZone: 'America/Denver',
  callDateTime: '2018-11-02T15:00:00.000Z',
  callDuration: 60,
  hasRecording: true,
};
const minute = 60_000;
const page = document.createElement('div');
let requests: string[] = [];

beforeEach(async () => {
  requests = [];
  let links = 0;
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal(
    'ResizeObserver',
    vi.fn(function () {
      return { observe() {}, unobserve() {}, disconnect() {} };
    }),
  );
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => {});
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => {});
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.stubGlobal('fetch', async (path: string) => {
    if (path === '/web-config.json') return Response.json({ days: 'utc', services: { data: '/api/data' } });
    requests.push(path.split('/').at(-1) ?? '');
    if (path.endsWith('/played')) return Response.json({ status: 'success', data: null });
    links += 1;
    // the page was open for long before its first Play
    const expiresAt = new Date(Date.now() + (links === 1 ? -minute : minute)).toISOString();
    const recording = { url: `/recordings/${links}`, expiresAt, peaks: null };
    return Response.json({ status: 'success', data: { recording } });
  });
  saveSession(sessionWith());
  await loadConfig();
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  clearSession('logged out');
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('plays with a link that is read when Play is pressed, and logs the play', async () => {
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider>
        <SetPlayer setId="set-1" place={{ call, from: 0 }} />
      </MantineProvider>
    </QueryClientProvider>,
    { container: document.body.appendChild(page) },
  );
  await vi.waitFor(() => expect(page.querySelector('audio')?.src).toContain('/api/data/recordings/2'));
  expect(requests).toEqual(['recording', 'recording', 'played']);
});
