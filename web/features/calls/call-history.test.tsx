// @vitest-environment jsdom
import type { Call } from '@mailcall/contract/calls.ts';
import type { CallAction } from '@mailcall/contract/resolve.ts';
import { wordingOf } from '@mailcall/contract/rules/wording.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CallHistory } from './call-history.tsx';

const wording = wordingOf({ clientLabel: 'Patient', businessLabel: 'Practice', industry: 'Dental' });

function shown(call: Partial<Call>, records: CallAction[] = []): string {
  const client = new QueryClient();
  client.setQueryData(['calls', 'actions', 'c1'], { records });
  const page = document.createElement('div');
  page.innerHTML = renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <CallHistory call={{ id: 'c1', timeZone: 'America/Denver', ...call } as Call} wording={wording} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  for (const style of page.querySelectorAll('style')) style.remove();
  return page.textContent.replaceAll(/[\u00a0\u202f]/g, ' ');
}

test.each([
  [null, null, 'No activity yet'],
  // 04:30 UTC is the evening before in Denver
  ['2026-03-11T04:30:00Z', 'Maria', 'Resolved by Maria on 3/10/26 @ 10:30 pm, outside of this portal.'],
  ['2026-03-11T04:30:00Z', null, 'Resolved on 3/10/26 @ 10:30 pm, outside of this portal.'],
])('a call resolved at %j by %j without an action says so', (resolveDate, callbackHandler, text) => {
  expect(shown({ resolveDate, callbackHandler })).toContain(text);
});

test('a call with actions lists them instead', () => {
  const action: CallAction = {
    id: 'a1',
    action: 'resolved',
    by: 'Olga',
    at: '2026-03-11T15:00:00Z',
    details: '',
  };
  const text = shown({ resolveDate: action.at, callbackHandler: 'Maria' }, [action]);
  expect(text).toContain('Resolved by Olga');
  expect(text).not.toContain('outside of this portal');
});
