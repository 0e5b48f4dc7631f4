// @vitest-environment jsdom
import { defaultScope, scopeToQuery } from '@mailcall/contract/scope/scope.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { breakdownQuery, callsByHourQuery } from './api.ts';
import { breakdownKeys } from './questions.ts';
import { useFoldedCards } from './empty-cards.ts';

const scope = scopeToQuery({ ...defaultScope, accountIds: ['own'] }, new Date('2026-11-22T12:00:00Z'));
const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
const page = document.createElement('div');
afterEach(cleanup);

function Cards({ showAllSources }: { showAllSources: boolean }) {
  return useFoldedCards(scope, showAllSources).folded.join(' ');
}
const draw = (showAllSources: boolean) =>
  render(
    <QueryClientProvider client={client}>
      <Cards showAllSources={showAllSources} />
    </QueryClientProvider>,
    { container: page },
  );
const answer = (key: readonly unknown[], data: object) =>
  act(() => {
    client.setQueryData(key, data);
  });
const rows = { records: [{ name: 'A row' }] };

test('folds empty cards when all are loaded and keeps them while sources reload', async () => {
  draw(false);
  for (const key of breakdownKeys)
    answer(breakdownQuery(key, scope, false).queryKey, key === 'offer' ? { records: [] } : rows);
  expect(page.textContent).toBe('');
  answer(callsByHourQuery(scope).queryKey, { callsPerHour: [] });
  await vi.waitFor(() => expect(page.textContent).toBe('offer byHour'), 20_000);
  draw(true);
  expect(page.textContent).toBe('offer byHour');
  answer(breakdownQuery('callerSource', scope, true).queryKey, { records: [] });
  await vi.waitFor(() => expect(page.textContent).toContain('callerSource'), 20_000);
});
