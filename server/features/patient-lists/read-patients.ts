import { createHash } from 'node:crypto';
import { type PatientRow, readPatientRow } from '@mailcall/contract/rules/patient-row.ts';
import type { FileStore } from '../../platform/files.ts';
import { HouseholdGroups } from './group-households.ts';
import { fieldsOf, type UploadRecord } from './upload-records.ts';
import { maxStoredCells, type RejectedRow, type UnreadableCell } from './upload-report.ts';
import { rowsOfList } from './uploaded-file.ts';

export interface ReadPatient extends PatientRow {
  rowNumber: number;
  householdId: string;
}

export interface ReadFile {
  patients: ReadPatient[];
  groups: HouseholdGroups;
  rejected: RejectedRow[];
  emptied: UnreadableCell[];
  emptiedCount: number;
  contentHash: Buffer;
}

/** For rows that cannot be separated from their neighbors. */
const sentence = (problem: string) => `The row ${problem}.`;

/** @param onProgress called after each part with the number of rows so far; throws to stop */
export async function readPatients(
  files: FileStore,
  upload: UploadRecord,
  { thisYear, onProgress }: { thisYear: number; onProgress: (rows: number) => Promise<void> },
): Promise<ReadFile> {
  const columns = fieldsOf(upload);
  const headerOf = (column: number) => upload.headers[column] || `Column ${column + 1}`;
  const groups = new HouseholdGroups();
  const patients: ReadPatient[] = [];
  const rejected: RejectedRow[] = [];
  const emptied: UnreadableCell[] = [];
  let emptiedCount = 0;
  const hash = createHash('sha256');
  const includedLines = new Set(upload.includedLines);
  let rows = 0;
  const list = rowsOfList(files, upload.fileKey, { layout: upload, onHeader: () => {} });
  for await (const batch of list) {
    for (const { row, leftOut } of batch) {
      const { line, cells, problem } = row;
      if (leftOut !== null && !includedLines.has(line)) {
        rejected.push({ rowNumber: line, column: null, text: null, reason: leftOut });
        continue;
      }
      rows += 1;
      if (problem !== null) {
        rejected.push({ rowNumber: line, column: null, text: null, reason: sentence(problem) });
        continue;
      }
      const read = readPatientRow(cells, columns, thisYear);
      if (!read) continue;
      if ('problem' in read) {
        const { column, text, reason } = read.problem;
        rejected.push({ rowNumber: line, column: column === null ? null : headerOf(column), text, reason });
        continue;
      }
      for (const { column, text, reason } of read.emptied) {
        emptiedCount += 1;
        if (emptied.length < maxStoredCells)
          emptied.push({ rowNumber: line, columnIndex: column, column: headerOf(column), text, reason });
      }
      hash.update(`${JSON.stringify(Object.values(read.patient))}\n`);
      patients.push({
        ...read.patient,
        rowNumber: line,
        householdId: groups.add(String(line), read.patient),
      });
    }
    await onProgress(rows);
  }
  return { patients, groups, rejected, emptied, emptiedCount, contentHash: hash.digest() };
}
