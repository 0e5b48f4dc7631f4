import { requestedAccounts } from '@mailcall/contract/scope/scope.ts';
import { useQueries } from '@tanstack/react-query';
import type { ScopeState } from '../scope/index.ts';
import { filterOptionsQuery, staffNamesQuery } from './filter-options.ts';
import type { ListFilters } from './list-address.ts';
import { type IdFilter, idFilters } from './active-filters.ts';

export function useItemNames(
  filters: ListFilters,
  scope: ScopeState['query'],
): (filter: IdFilter, id: string) => string | undefined {
  const used = idFilters.filter((filter) => filters[filter] !== undefined);
  const answers = useQueries({
    queries: used.map((filter) =>
      filter === 'callHandlerId'
        ? staffNamesQuery(requestedAccounts(scope), filters[filter] ?? [])
        : filterOptionsQuery(filter, requestedAccounts(scope)),
    ),
  });
  return (filter, id) => answers[used.indexOf(filter)]?.data?.find(({ value }) => value === id)?.label;
}
