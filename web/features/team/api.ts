import * as contract from '@mailcall/contract/provider-people.ts';
import { listTeam } from '@mailcall/contract/provider-team.ts';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { onDesk } from '../live/index.ts';

const people = onDesk('contacts', 'accounts', 'team');

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
    ...people,
  });

export const personQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, 'person', id],
    queryFn: ({ signal }) => call(contract.getPerson, { params: { id } }, { signal }),
    ...people,
  });

export const teamQuery = (query: string) =>
  queryOptions({
    queryKey: [...key, 'team', query],
    queryFn: ({ signal }) => call(listTeam, { query: { query: query || undefined } }, { signal }),
    placeholderData: keepPreviousData,
    ...people,
  });

export const readPeopleAgain = (client: QueryClient) => client.invalidateQueries({ queryKey: key });
