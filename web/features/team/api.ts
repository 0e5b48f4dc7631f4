import * as contract from '@mailcall/contract/provider-people.ts';
import { seconds } from '@mailcall/contract/time/durations.ts';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';

/** Milliseconds after which an open list shows what others changed. */
const refetchInterval = seconds(30);

export interface PeopleState {
  query: string;
  show: contract.PeopleShown | undefined;
  page: number;
  pageSize: number;
}

const key = ['provider people'] as const;

export const peopleQuery = ({ query, ...state }: PeopleState) =>
  queryOptions({
    queryKey: [...key, 'list', query, state],
    queryFn: ({ signal }) =>
      call(contract.listPeople, { query: { ...state, query: query || undefined } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval,
    staleTime: 0,
  });

export const personQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, 'person', id],
    queryFn: ({ signal }) => call(contract.getPerson, { params: { id } }, { signal }),
    refetchInterval,
    staleTime: 0,
  });

export const officesQuery = (query: string) =>
  queryOptions({
    queryKey: [...key, 'offices', query],
    queryFn: ({ signal }) => call(contract.findOffices, { query: { query: query || undefined } }, { signal }),
    placeholderData: keepPreviousData,
  });

export const readPeopleAgain = (client: QueryClient) => client.invalidateQueries({ queryKey: key });
