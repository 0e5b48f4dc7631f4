import {
  addPatientListUpload,
  cancelPatientListUpload,
  downloadUploadReport,
  getPatientListUpload,
  getUploadReport,
  listPatientListUploads,
  readPatientListAgain,
  type PatientListUpload,
  startPatientListUpload,
  uploadPatientList,
} from '@mailcall/contract/patient-list-uploads.ts';
import {
  archivePatientList,
  deletePatientList,
  downloadPatientList,
  listHouseholds,
  listPatientLists,
  requestPatientListDownload,
} from '@mailcall/contract/patient-lists.ts';
import type { PatientField } from '@mailcall/contract/rules/patient-columns.ts';
import { type RequestedAccounts, requestedAccounts } from '@mailcall/contract/scope/scope.ts';
import { minutes, seconds } from '@mailcall/contract/time/durations.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, callForFile } from '../../platform/api.ts';
import { currentSession } from '../../platform/session-store.ts';
import { saveFile } from '../../platform/downloads.ts';

/** Milliseconds between requests for an upload's progress. */
const progressInterval = seconds(1);
/** Milliseconds between requests while a list is being prepared or audited. */
const listInterval = seconds(5);
/** Milliseconds after a change in which the audit of a list is expected. */
const auditTime = minutes(10);

export type UploadedFile = RouteReply<typeof uploadPatientList>;

export const listsKey = ['patient-lists', 'list'] as const;

type Lists = RouteReply<typeof listPatientLists>;

const isChanging = ({ records }: Lists) =>
  records.some(
    ({ preparing, audit, metadata }) =>
      preparing ||
      ((audit === null || audit.auditedAt < metadata.modifiedAt) &&
        Date.now() - Date.parse(metadata.modifiedAt) < auditTime),
  );

/** Patient lists of accounts, refetched while one is being prepared or audited; none for guests. */
export const patientListsQuery = (accounts: RequestedAccounts) =>
  queryOptions({
    queryKey: [...listsKey, requestedAccounts(accounts)],
    queryFn: ({ signal }) => call(listPatientLists, { query: requestedAccounts(accounts) }, { signal }),
    enabled: accounts.accountIds.length > 0 && !currentSession()?.guest,
    refetchInterval: ({ state }) => (state.data && isChanging(state.data) ? listInterval : false),
  });

/** Households of a list. Each request is logged as opening it. */
export const householdsQuery = (listId: string) =>
  queryOptions({
    queryKey: ['patient-lists', 'households', listId],
    queryFn: ({ signal }) => call(listHouseholds, { params: { id: listId } }, { signal }),
  });

const isInProgress = ({ state }: PatientListUpload) =>
  state === 'waiting' || state === 'reading' || state === 'locating' || state === 'saving';

/** Milliseconds between requests for uploads by others or in other windows. */
const otherUploadsInterval = seconds(20);

/** Uploads followed until {@link endFollowing}. Ended ones stay, so that the page can report the result. */
export const followedUploadsQuery = (accounts: RequestedAccounts) => {
  const queryKey = ['patient-lists', 'followed', requestedAccounts(accounts)];
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }): Promise<string[]> => {
      const query = requestedAccounts(accounts);
      const { records } = await call(listPatientListUploads, { query }, { signal });
      for (const upload of records) client.setQueryData(uploadQuery(upload.id).queryKey, upload);
      const before = client.getQueryData<string[]>(queryKey) ?? [];
      return [...new Set([...before, ...records.map(({ id }) => id)])];
    },
    enabled: accounts.accountIds.length > 0,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    refetchInterval: otherUploadsInterval,
  });
};

export const follow = (client: QueryClient, accounts: RequestedAccounts, id: string): void => {
  const { queryKey } = followedUploadsQuery(accounts);
  client.setQueryData<string[]>(queryKey, (ids = []) => [...ids.filter((one) => one !== id), id]);
};

export const endFollowing = (client: QueryClient, accounts: RequestedAccounts, id: string): void => {
  const { queryKey } = followedUploadsQuery(accounts);
  client.setQueryData<string[]>(queryKey, (ids = []) => ids.filter((one) => one !== id));
};

export const uploadQuery = (id: string) =>
  queryOptions({
    queryKey: ['patient-lists', 'upload', id],
    queryFn: async ({ signal }) => (await call(getPatientListUpload, { params: { id } }, { signal })).upload,
    refetchInterval: ({ state }) => {
      // an unknown one stays unknown
      if (!state.data) return state.status === 'error' ? false : progressInterval;
      return isInProgress(state.data) ? progressInterval : false;
    },
  });

export const sendFile = (accountId: string, file: File): Promise<UploadedFile> =>
  call(uploadPatientList, { query: { accountId, fileName: file.name.slice(-200) } }, { file });

/** Reads the file of a draft again; without a header line the server finds it. */
export const rereadUpload = (
  id: string,
  layout: { encoding: UploadedFile['encoding']; headerLine: number | null },
): Promise<UploadedFile> => call(readPatientListAgain, { params: { id }, body: layout });

export interface ConfirmedFile {
  columns: (PatientField | null)[];
  name: string;
  replacedListId: string | null;
  /** Lines that the preview left out and that are read all the same. */
  includedLines: number[];
}

export const startUpload = async (id: string, confirmed: ConfirmedFile) =>
  (await call(startPatientListUpload, { params: { id }, body: confirmed })).upload;

export const cancelUpload = async (id: string) =>
  (await call(cancelPatientListUpload, { params: { id }, body: {} })).upload;

/** Adds an upload's rows as a new list although an archived list has the same. */
export const addUpload = async (id: string) =>
  (await call(addPatientListUpload, { params: { id }, body: {} })).upload;

/** First unreadable rows and cells of an upload. They contain patients' names, so nothing stores them. */
export const uploadReportQuery = (id: string) =>
  queryOptions({
    queryKey: ['patient-lists', 'report', id],
    queryFn: ({ signal }) => call(getUploadReport, { params: { id } }, { signal }),
    gcTime: 0,
  });

export async function saveUploadReport(uploadId: string): Promise<void> {
  saveFile(await callForFile(downloadUploadReport, { params: { id: uploadId } }), 'import-report.csv');
}

export const setArchived = (id: string, archived: boolean) =>
  call(archivePatientList, { params: { id }, body: { archived } });

export const deleteList = (id: string) => call(deletePatientList, { params: { id } });

/** @throws {CallFailed} if it is refused or does not arrive */
export async function saveAudit(id: string): Promise<void> {
  const { slt } = await call(requestPatientListDownload, {
    params: { id },
    body: { acceptedTerms: true, authorizedReceiver: true },
  });
  saveFile(await callForFile(downloadPatientList, { params: { id }, query: { slt } }), 'audit.csv');
}
