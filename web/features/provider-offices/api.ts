import * as areas from '@mailcall/contract/provider-areas.ts';
import { saveProviderMailing } from '@mailcall/contract/provider-mailings.ts';
import { mergeOffices, previewOfficeMerge, type MergeSide } from '@mailcall/contract/office-merges.ts';
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
    ...onDesk('accounts', 'team'),
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
    ...onDesk('tracking-lines', 'staff', 'campaigns', 'mailing-areas', 'mailing-zones'),
  });

export const mergeQuery = (id: string, intoId: string, group: MergeSide) =>
  queryOptions({
    queryKey: [key, 'merge', id, intoId, group],
    queryFn: ({ signal }) =>
      call(previewOfficeMerge, { params: { id }, query: { intoId, group } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnMount: 'always',
  });

export const sendMerge = (id: string, body: Body<typeof mergeOffices>) =>
  call(mergeOffices, { params: { id }, body });

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

export const mapQuery = (id: string) =>
  queryOptions({
    queryKey: [key, 'map', id],
    queryFn: ({ signal }) => call(areas.officeMap, { params: { id } }, { signal }),
    ...onDesk('accounts', 'campaigns', 'geodata', 'mailing-areas', 'mailing-zones'),
  });
export type OfficeMap = RouteReply<typeof areas.officeMap>;

/** As they are when the choice begins. */
export const routesQuery = (id: string) =>
  queryOptions({
    queryKey: [key, 'routes', id],
    queryFn: async ({ signal }) =>
      (await call(areas.listCarrierRoutes, { params: { id } }, { signal })).records,
    staleTime: 0,
    gcTime: 0,
  });

export const sendNewArea = (id: string, body: Body<typeof areas.drawArea>) =>
  call(areas.drawArea, { params: { id }, body });
export const sendRoutes = (
  params: NonNullable<RouteInput<typeof areas.redrawArea>['params']>,
  body: Body<typeof areas.redrawArea>,
) => call(areas.redrawArea, { params, body });
export const sendAreaFile = (
  id: string,
  file: File,
  { areaId, save }: { areaId: string | null; save: boolean },
) =>
  call(
    areas.addAreasOfFile,
    {
      params: { id },
      query: {
        fileName: file.name.slice(-200),
        save: save ? 'true' : 'false',
        ...(areaId !== null && { areaId }),
      },
    },
    { file },
  );
export const sendZoneOfMailing = (mailingId: string, zoneId: string | null, before: string | null) =>
  call(saveProviderMailing, {
    params: { id: mailingId },
    body: { values: { zone_id: zoneId }, before: { zone_id: before } },
  });
