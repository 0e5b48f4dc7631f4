import {
  downloadCalls,
  downloadExport,
  type Export,
  maxDirectDownload,
  listExports,
  requestDownload,
  requestExportFile,
  requestLargeExport,
} from '@mailcall/contract/exports.ts';
import { seconds } from '@mailcall/contract/time/durations.ts';
import type { RouteInput } from '@mailcall/contract/wire/route.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, callForFile, type ReceivedFile, urlOf } from '../../platform/api.ts';
import { localDateTime } from '../../ui/dates.ts';

export type ExportedList = Omit<
  NonNullable<RouteInput<typeof requestDownload>['body']>,
  'acceptedTerms' | 'authorizedReceiver'
>;

/** Milliseconds between requests while exports are being written. */
const pollInterval = seconds(2);

export const isUnfinished = ({ state }: Export) => state === 'waiting' || state === 'writing';

/** Whether this many calls are written in the background and mailed as a link. */
export const isMailed = (calls: number) => calls > maxDirectDownload;

export const exportsQuery = queryOptions({
  queryKey: ['exports'],
  queryFn: ({ signal }) => call(listExports, {}, { signal }),
  refetchInterval: ({ state }) => (state.data?.records.some(isUnfinished) ? pollInterval : false),
});

const consents = { acceptedTerms: true, authorizedReceiver: true } as const;

/** @throws {CallFailed} if it is refused, its token was used or the stream breaks */
export async function downloadList(list: ExportedList): Promise<ReceivedFile> {
  const { slt } = await call(requestDownload, { body: { ...list, ...consents } });
  return callForFile(downloadCalls, { query: { slt, localDateTime: localDateTime(new Date()) } });
}

export const requestExport = (list: ExportedList) =>
  call(requestLargeExport, { body: { ...list, ...consents } });

/** Browser URL of a finished export; works once, for two minutes. */
export async function addressOfExport(id: string): Promise<string> {
  const { slt } = await call(requestExportFile, { params: { id } });
  return urlOf(downloadExport, { query: { slt } });
}
