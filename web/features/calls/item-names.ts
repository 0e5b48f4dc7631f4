import { listContacts } from '@mailcall/contract/accounts.ts';
import { breakdowns } from '@mailcall/contract/scoreboard.ts';
import { queryOptions, useQueries } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import type { ScopeState } from '../scope/index.ts';
import type { ListFilters } from './list-address.ts';
import { type IdFilter, idFilters } from './narrowings.ts';

type Names = Record<string, string>;

const namesQuery = (filter: IdFilter, scope: ScopeState['query']) =>
  queryOptions({
    queryKey: ['calls', 'names', filter, scope],
    queryFn: async ({ signal }): Promise<Names> => {
      if (filter === 'callHandlerId') {
        const query = { accountIds: scope.accountIds, kind: 'staff' as const };
        const { records } = await call(listContacts, { query }, { signal });
        return Object.fromEntries(records.map(({ id, name }) => [id, name]));
      }
      const { records } = await call(breakdowns[filter], { query: scope }, { signal });
      return Object.fromEntries(records.flatMap(({ id, name }) => (id === null ? [] : [[id, name]])));
    },
  });

/** The names of the offers, services, insurances and staff that a list is filtered by; asked for only while it is. */
export function useItemNames(
  filters: ListFilters,
  scope: ScopeState['query'],
): (filter: IdFilter, id: string) => string | undefined {
  const used = idFilters.filter((filter) => filters[filter] !== undefined);
  const answers = useQueries({
    queries: used.map((filter) => ({ ...namesQuery(filter, scope), enabled: scope.accountIds.length > 0 })),
  });
  return (filter, id) => answers[used.indexOf(filter)]?.data?.[id];
}
