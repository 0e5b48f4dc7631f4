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
import { messages } from '@mailcall/contract/rules/messages.ts';
import type { RouteInput } from '@mailcall/contract/wire/route.ts';
import { queryOptions } from '@tanstack/react-query';
import dayjs from 'dayjs';
import { CallFailed, call, urlOf } from '../../platform/api.ts';

/** The list that is exported: its accounts, filters, search and order. */
export type ExportedList = Omit<
  NonNullable<RouteInput<typeof requestDownload>['body']>,
  'acceptedTerms' | 'authorizedReceiver'
>;

/** Milliseconds between looks at exports that are being written. */
const pollInterval = 2_000;

/** Whether an export is still to come. */
export const isUnfinished = ({ state }: Export) => state === 'waiting' || state === 'writing';

/** Whether so many calls are written in the background and mailed as a link. */
export const isMailed = (calls: number) => calls > maxDirectDownload;

/** The person's large exports, looked at again while one is under way. */
export const exportsQuery = queryOptions({
  queryKey: ['exports'],
  queryFn: ({ signal }) => call(listExports, {}, { signal }),
  refetchInterval: ({ state }) => (state.data?.records.some(isUnfinished) ? pollInterval : false),
});

const agreed = { acceptedTerms: true, authorizedReceiver: true } as const;

/** A file that has come, and the name it is to be saved under. */
export interface DownloadedFile {
  content: Blob;
  name: string;
}

/** Downloads a list; of a token that is used up or a stream that breaks, nothing comes. */
export async function downloadList(list: ExportedList): Promise<DownloadedFile> {
  const { slt } = await call(requestDownload, { body: { ...list, ...agreed } });
  const query = { slt, localDateTime: dayjs().format() };
  const failed = () => new CallFailed(messages.downloadFailed, 0);
  const response = await fetch(urlOf(downloadCalls, { query })).catch(() => Promise.reject(failed()));
  if (!response.ok) throw failed();
  const content = await response.blob().catch(() => Promise.reject(failed()));
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return { content, name: name ?? 'calls.xlsx' };
}

/** Has a list written in the background. */
export const requestExport = (list: ExportedList) =>
  call(requestLargeExport, { body: { ...list, ...agreed } });

/** An address, good once and for two minutes, where the browser fetches a finished export. */
export async function addressOfExport(id: string): Promise<string> {
  const { slt } = await call(requestExportFile, { params: { id } });
  return urlOf(downloadExport, { query: { slt } });
}
