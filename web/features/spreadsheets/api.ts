import * as contract from '@mailcall/contract/provider-spreadsheets.ts';
import type { FeedFileName } from '@mailcall/contract/rules/api-key-scopes.ts';
import { seconds } from '@mailcall/contract/time/durations.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, callForFile } from '../../platform/api.ts';
import { saveFile } from '../../platform/downloads.ts';

const key = ['provider spreadsheets'] as const;
export const progressInterval = seconds(1);

export const isBeingRead = ({ state }: contract.Spreadsheet): boolean =>
  state === 'checking' || state === 'importing';

export const spreadsheetsQuery = queryOptions({
  queryKey: [...key, 'list'],
  queryFn: async ({ signal }) => (await call(contract.listSpreadsheets, {}, { signal })).records,
  refetchOnMount: 'always',
  refetchInterval: ({ state }) => (state.data?.some(isBeingRead) ? progressInterval : false),
});

/** Holds rows of the file, so nothing stores it. */
export const spreadsheetQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, id],
    queryFn: ({ signal }) => call(contract.getSpreadsheet, { params: { id } }, { signal }),
    refetchOnMount: 'always',
    gcTime: 0,
  });

export const readAgain = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: key });

export const sendSpreadsheet = (file: File) =>
  call(contract.sendSpreadsheet, { query: { fileName: file.name.slice(-200) } }, { file });

export const checkSpreadsheet = (
  id: string,
  body: { kind: FeedFileName; columns: (string | null)[] },
): Promise<{ spreadsheet: contract.Spreadsheet }> =>
  call(contract.checkSpreadsheet, { params: { id }, body });

export const importSpreadsheet = (id: string): Promise<{ spreadsheet: contract.Spreadsheet }> =>
  call(contract.importSpreadsheet, { params: { id }, body: {} });

export const removeSpreadsheet = (id: string) => call(contract.removeSpreadsheet, { params: { id } });

export async function saveRejectedRows(id: string): Promise<void> {
  saveFile(await callForFile(contract.downloadRejectedRows, { params: { id } }), 'rejected-rows.csv');
}
