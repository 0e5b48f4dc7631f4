import * as contract from '@mailcall/contract/provider-offices.ts';
import type { RouteInput, RouteReply } from '@mailcall/contract/wire/route.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { queryClient } from '../../platform/query-client.ts';
import { onDesk } from '../live/index.ts';

const key = 'provider offices';

const offices = onDesk('accounts', 'contacts', 'tracking-lines', 'office-hours', 'office-holidays');

export type ListRequest = NonNullable<RouteInput<typeof contract.listDeskOffices>['query']>;
type Body<R extends Parameters<typeof call>[0]> = NonNullable<RouteInput<R>['body']>;

export const officesQuery = (query: ListRequest) =>
  queryOptions({
    queryKey: [key, 'list', query],
    queryFn: ({ signal }) => call(contract.listDeskOffices, { query }, { signal }),
    placeholderData: keepPreviousData,
    ...offices,
  });

export const officeQuery = (id: string) =>
  queryOptions({
    queryKey: [key, 'one', id],
    queryFn: ({ signal }) => call(contract.getDeskOffice, { params: { id } }, { signal }),
    ...offices,
  });

export const officeChoicesQuery = (query: string) =>
  queryOptions({
    queryKey: [key, 'choices', query],
    queryFn: ({ signal }) =>
      call(contract.findOffices, { query: { query: query.slice(0, 200) || undefined } }, { signal }),
    placeholderData: keepPreviousData,
  });

export const placeQuery = (query: NonNullable<RouteInput<typeof contract.findPlace>['query']>) =>
  queryOptions({
    queryKey: [key, 'place', query],
    queryFn: ({ signal }) => call(contract.findPlace, { query }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });

export type OfficeRows = RouteReply<typeof contract.officeRows>;

export const rowsQuery = (id: string, list: contract.OfficeList) =>
  queryOptions({
    queryKey: [key, 'rows', id, list],
    queryFn: ({ signal }) => call(contract.officeRows, { params: { id, list } }, { signal }),
    ...onDesk('tracking-lines', 'staff', 'campaigns'),
  });

export const refetchOffices = () => queryClient.invalidateQueries({ queryKey: [key] });

export const sendNewOffice = (body: Body<typeof contract.createDeskOffice>) =>
  call(contract.createDeskOffice, { body });
export const sendOffice = (id: string, body: Body<typeof contract.saveDeskOffice>) =>
  call(contract.saveDeskOffice, { params: { id }, body });
export const sendFeedValue = (id: string, column: Body<typeof contract.takeFeedOfOffice>['column']) =>
  call(contract.takeFeedOfOffice, { params: { id }, body: { column } });
export const sendArchive = (id: string, archived: boolean) =>
  call(contract.archiveOffice, { params: { id }, body: { archived } });

/** A new row without `rowId`. */
export const sendRow = (
  id: string,
  list: contract.OfficeList,
  rowId: string | null,
  { values, before }: Body<typeof contract.saveOfficeRow>,
) =>
  rowId === null
    ? call(contract.addOfficeRow, { params: { id, list }, body: { values } })
    : call(contract.saveOfficeRow, { params: { id, list, rowId }, body: { values, before } });
export const sendFeedOfRow = (
  id: string,
  list: contract.OfficeList,
  rowId: string,
  column: contract.RowColumn,
) => call(contract.takeFeedOfOfficeRow, { params: { id, list, rowId }, body: { column } });
