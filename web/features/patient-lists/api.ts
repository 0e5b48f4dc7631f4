import {
  addPatientListUpload,
  cancelPatientListUpload,
  downloadUploadReport,
  getPatientListUpload,
  getUploadReport,
  listPatientListUploads,
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
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, callForFile } from '../../platform/api.ts';
import { currentSession } from '../../platform/session-store.ts';
import { saveFile } from '../../platform/save-file.ts';

/** Milliseconds between requests for the progress of an upload. */
const progressInterval = 1_000;
/** Milliseconds between requests for lists while one of them is being prepared or audited. */
const listInterval = 5_000;
/** Milliseconds after its last change in which a list without an audit is expected to get one. */
const auditTime = 10 * 60 * 1000;

/** The file of an upload with its first rows, as the server answers it. */
export type UploadedFile = RouteReply<typeof uploadPatientList>;

/** The beginning of the query keys of lists. */
export const listsKey = ['patient-lists', 'list'] as const;

type Lists = RouteReply<typeof listPatientLists>;

const isChanging = ({ records }: Lists) =>
  records.some(
    ({ preparing, audit, metadata }) =>
      preparing || (audit === null && Date.now() - Date.parse(metadata.modifiedAt) < auditTime),
  );

/** The patient lists of accounts, requested again while one of them is being prepared or audited; a guest sees none. */
export const patientListsQuery = (accounts: RequestedAccounts) =>
  queryOptions({
    queryKey: [...listsKey, requestedAccounts(accounts)],
    queryFn: ({ signal }) => call(listPatientLists, { query: requestedAccounts(accounts) }, { signal }),
    enabled: accounts.accountIds.length > 0 && !currentSession()?.guest,
    refetchInterval: ({ state }) => (state.data && isChanging(state.data) ? listInterval : false),
  });

/** The households of a patient list. Each request is logged as opening the list. */
export const householdsQuery = (listId: string) =>
  queryOptions({
    queryKey: ['patient-lists', 'households', listId],
    queryFn: ({ signal }) => call(listHouseholds, { params: { id: listId } }, { signal }),
  });

/** Whether an upload is still waiting for its job or being read. */
const isInProgress = ({ state }: PatientListUpload) =>
  state === 'waiting' || state === 'reading' || state === 'locating' || state === 'saving';

/** Milliseconds between requests for uploads that somebody else started, or the same person in another window. */
const otherUploadsInterval = 20_000;

/**
 * Ids of the uploads to accounts whose progress the page follows: all that are or were in progress since it was opened, until
 * {@link endFollowing}. One that has ended stays, so that the page can say how.
 */
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

/** Follows the progress of an upload that was just started. */
export const follow = (client: QueryClient, accounts: RequestedAccounts, id: string): void => {
  const { queryKey } = followedUploadsQuery(accounts);
  client.setQueryData<string[]>(queryKey, (ids = []) => [...ids.filter((one) => one !== id), id]);
};

/** No longer displays an upload that has ended. */
export const endFollowing = (client: QueryClient, accounts: RequestedAccounts, id: string): void => {
  const { queryKey } = followedUploadsQuery(accounts);
  client.setQueryData<string[]>(queryKey, (ids = []) => ids.filter((one) => one !== id));
};

/** An upload and its progress. */
export const uploadQuery = (id: string) =>
  queryOptions({
    queryKey: ['patient-lists', 'upload', id],
    queryFn: async ({ signal }) => (await call(getPatientListUpload, { params: { id } }, { signal })).upload,
    refetchInterval: ({ state }) => {
      // one that is not known stays unknown
      if (!state.data) return state.status === 'error' ? false : progressInterval;
      return isInProgress(state.data) ? progressInterval : false;
    },
  });

/** Sends a file. */
export const sendFile = (accountId: string, file: File): Promise<UploadedFile> =>
  call(uploadPatientList, { query: { accountId, fileName: file.name.slice(-200) } }, { file });

/** What a person confirmed about a file. */
export interface ConfirmedFile {
  columns: (PatientField | null)[];
  name: string;
  replacedListId: string | null;
}

/** Starts reading a file into a list. */
export const startUpload = async (id: string, confirmed: ConfirmedFile) =>
  (await call(startPatientListUpload, { params: { id }, body: confirmed })).upload;

/** Cancels an upload. */
export const cancelUpload = async (id: string) =>
  (await call(cancelPatientListUpload, { params: { id }, body: {} })).upload;

/** Adds the rows of an upload as a new list although an archived list has the same. */
export const addUpload = async (id: string) =>
  (await call(addPatientListUpload, { params: { id }, body: {} })).upload;

/** The first rows and cells of an upload that could not be read. They hold what patients are called: nothing keeps them. */
export const uploadReportQuery = (id: string) =>
  queryOptions({
    queryKey: ['patient-lists', 'report', id],
    queryFn: ({ signal }) => call(getUploadReport, { params: { id } }, { signal }),
    gcTime: 0,
  });

/** Has the browser save all rows and cells of an upload that could not be read. */
export async function saveUploadReport(uploadId: string): Promise<void> {
  saveFile(await callForFile(downloadUploadReport, { params: { id: uploadId } }), 'import-report.csv');
}

/** Archives a list or brings it back. */
export const setArchived = (id: string, archived: boolean) =>
  call(archivePatientList, { params: { id }, body: { archived } });

/** Deletes a list. */
export const deleteList = (id: string) => call(deletePatientList, { params: { id } });

/**
 * Has the browser save the audit of a list.
 * @throws {CallFailed} when it is refused or does not arrive.
 */
export async function saveAudit(id: string): Promise<void> {
  const { slt } = await call(requestPatientListDownload, {
    params: { id },
    body: { acceptedTerms: true, authorizedReceiver: true },
  });
  saveFile(await callForFile(downloadPatientList, { params: { id }, query: { slt } }), 'audit.csv');
}
