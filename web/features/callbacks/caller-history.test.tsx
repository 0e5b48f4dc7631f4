// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import type { CallbackState } from '@mailcall/contract/callbacks.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { CallerDetails } from './api.ts';
import { CallerHistory } from './caller-history.tsx';

const closedBy = (appointmentId: string | null): CallbackState => ({
  kind: 'closed',
  reason: appointmentId === null ? 'wrong-number' : 'appointment',
  text: 'Closed',
  by: null,
  at: '2026-03-11T15:00:00.000Z',
  callId: null,
  appointmentId,
  canReopen: true,
});

function listed(state: CallbackState): string[] {
  const details = {
    entry: { timeZone: 'America/New_York', state },
    actions: [],
    appointments: [
      { id: 'first', firstName: 'Ada', lastName: 'Lane', dateTime: null },
      { id: 'second', firstName: 'Bo', lastName: null, dateTime: '2026-03-20T15:00:00.000Z' },
    ],
  } as unknown as CallerDetails;
  const html = renderToStaticMarkup(
    <MantineProvider>
      <CallerHistory details={details} onUndo={null} />
    </MantineProvider>,
  );
  return [...html.matchAll(/<li[^>]*>(.*?)<\/li>/gs)].map(([, item = '']) => item.replaceAll(/<[^>]*>/g, ''));
}

test('marks only the appointment that closed a caller', () => {
  expect(listed(closedBy('second'))).toEqual(['Ada Lane', 'Bo, 3/20/26 @ 11:00 am Closed this caller']);
  const plain = ['Ada Lane', 'Bo, 3/20/26 @ 11:00 am'];
  expect(listed(closedBy(null))).toEqual(plain);
  expect(listed({ kind: 'open' })).toEqual(plain);
});
