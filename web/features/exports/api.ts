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
import type { RouteInput } from '@mailcall/contract/wire/route.ts';
import { queryOptions } from '@tanstack/react-query';
import dayjs from 'dayjs';
import { call, callForFile, type ReceivedFile, urlOf } from '../../platform/api.ts';

/** The list that is exported: its accounts, filters, search and order. */
export type ExportedList = Omit<
  NonNullable<RouteInput<typeof requestDownload>['body']>,
  'acceptedTerms' | 'authorizedReceiver'
>;

/** Milliseconds between requests while exports are being written. */
const pollInterval = 2_000;

/** Whether an export is not written yet. */
export const isUnfinished = ({ state }: Export) => state === 'waiting' || state === 'writing';

/** Whether this many calls are written in the background and mailed as a link. */
export const isMailed = (calls: number) => calls > maxDirectDownload;

/** The person's large exports, requested again while one of them is being written. */
export const exportsQuery = queryOptions({
  queryKey: ['exports'],
  queryFn: ({ signal }) => call(listExports, {}, { signal }),
  refetchInterval: ({ state }) => (state.data?.records.some(isUnfinished) ? pollInterval : false),
});

const consents = { acceptedTerms: true, authorizedReceiver: true } as const;

/**
 * Downloads a list.
 * @throws {CallFailed} when it is refused, its token was used already or the stream breaks.
 */
export async function downloadList(list: ExportedList): Promise<ReceivedFile> {
  const { slt } = await call(requestDownload, { body: { ...list, ...consents } });
  return callForFile(downloadCalls, { query: { slt, localDateTime: dayjs().format() } });
}

/** Requests a list that is written in the background. */
export const requestExport = (list: ExportedList) =>
  call(requestLargeExport, { body: { ...list, ...consents } });

/** The address of a finished export for the browser; it works once, and for two minutes. */
export async function addressOfExport(id: string): Promise<string> {
  const { slt } = await call(requestExportFile, { params: { id } });
  return urlOf(downloadExport, { query: { slt } });
}
