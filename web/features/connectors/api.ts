import { operateAccounts } from '@mailcall/contract/operate.ts';
import {
  companiesPageSize,
  findAssignmentTargets,
  listConnectionCompanies,
  listDeskConnections,
  listParkedReferences,
  showDeskConnection,
  type companyViews,
} from '@mailcall/contract/provider-connections.ts';
import { normalizedQuery } from '@mailcall/contract/rules/search-text.ts';
import { seconds } from '@mailcall/contract/time/durations.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { livePolled } from '../../platform/query-client.ts';
import { onDesk } from '../live/index.ts';

export type CompanyView = (typeof companyViews)[number];
export type ParkedReference = RouteReply<typeof listParkedReferences>['records'][number];

const root = ['provider', 'connections'] as const;
const live = {
  placeholderData: keepPreviousData,
  ...livePolled(seconds(15)),
} as const;

export const connectionsQuery = () =>
  queryOptions({
    queryKey: [...root, 'list'],
    queryFn: ({ signal }) => call(listDeskConnections, {}, { signal }),
    ...live,
  });

export const connectionQuery = (name: string) =>
  queryOptions({
    queryKey: [...root, 'one', name],
    queryFn: ({ signal }) => call(showDeskConnection, { params: { name } }, { signal }),
    ...live,
  });

const searched = (search: string) => {
  const query = normalizedQuery(search);
  return query === '' ? {} : { query };
};

export const companiesQuery = (
  name: string,
  {
    view,
    search,
    page,
    pageSize = companiesPageSize,
  }: { view: CompanyView; search: string; page: number; pageSize?: number },
) => {
  const query = { view, page, pageSize, ...searched(search) };
  return queryOptions({
    queryKey: [...root, 'companies', name, query],
    queryFn: ({ signal }) => call(listConnectionCompanies, { params: { name }, query }, { signal }),
    ...live,
  });
};

export const parkedQuery = ({ search, page }: { search: string; page: number }) => {
  const query = { page, pageSize: 20, ...searched(search) };
  return queryOptions({
    queryKey: [...root, 'parked', query],
    queryFn: ({ signal }) => call(listParkedReferences, { query }, { signal }),
    ...live,
  });
};

export interface Choice {
  id: string;
  accountId: string;
  name: string;
  detail: string;
}

export type Choosing = 'office' | 'tracking line' | 'mailing';

export const choicesQuery = (choosing: Choosing, search: string) =>
  queryOptions({
    queryKey: [...root, 'choices', choosing, normalizedQuery(search)],
    queryFn: async ({ signal }): Promise<Choice[]> => {
      if (choosing === 'office') {
        const { records } = await call(
          operateAccounts,
          { query: { ...searched(search), pageSize: 20 } },
          { signal },
        );
        return records.map(({ id, distinctName }) => ({ id, accountId: id, name: distinctName, detail: id }));
      }
      const { records } = await call(
        findAssignmentTargets,
        { query: { assignedTo: choosing, query: normalizedQuery(search) } },
        { signal },
      );
      return records.map(({ id, accountId, name, office }) => ({ id, accountId, name, detail: office }));
    },
    placeholderData: keepPreviousData,
    ...onDesk('accounts', 'tracking-lines', 'campaigns'),
  });

export const refresh = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: root });
