import { getCallbackFigures } from '@mailcall/contract/callback-figures.ts';
import { getStartPage, saveStartPage } from '@mailcall/contract/saved-views.ts';
import { type DateRange, dateRangeOfPreset } from '@mailcall/contract/scope/date-range.ts';
import { requestedAccounts } from '@mailcall/contract/scope/scope.ts';
import { addDays } from '@mailcall/contract/time/periods.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { alwaysFresh } from '../../platform/query-client.ts';
import { savedViewsQuery } from '../saved-views/index.ts';
import type { ScopeState } from '../scope/index.ts';

type ScopeQuery = ScopeState['query'];

/** The selected accounts with all campaigns, on days of their own. */
export const scopeOn = ({ query }: ScopeState, days: DateRange): ScopeQuery => ({
  ...requestedAccounts(query),
  filters: { dateFilterType: 'custom', ...days, campaignFilterType: 'all' },
});

export const daysOfWeek = ({ today }: Pick<ScopeState, 'today'>): DateRange =>
  dateRangeOfPreset('week', today);

const displayedDays = 30;

/** As many days as are displayed, including today. */
export const lastDays = ({ today: { endDate } }: Pick<ScopeState, 'today'>): DateRange => ({
  startDate: addDays(endDate, 1 - displayedDays),
  endDate,
});

export const daysBefore = ({ startDate }: DateRange): DateRange => ({
  startDate: addDays(startDate, -displayedDays),
  endDate: addDays(startDate, -1),
});

export const calledBackQuery = (scope: ScopeQuery) =>
  queryOptions({
    queryKey: ['callback-figures', 'today', scope],
    queryFn: async ({ signal }) =>
      (await call(getCallbackFigures, { query: scope }, { signal })).outcomes['called-back'].calls,
    ...alwaysFresh,
  });

export const startPageQuery = queryOptions({
  queryKey: ['start page'],
  queryFn: async ({ signal }) => (await call(getStartPage, {}, { signal })).today,
  ...alwaysFresh,
});

export async function startWithToday(client: QueryClient, today: boolean): Promise<void> {
  await call(saveStartPage, { body: { today } });
  await client.invalidateQueries({ queryKey: savedViewsQuery.queryKey });
}
