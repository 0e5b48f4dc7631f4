import { z } from 'zod';
import { patientListId } from './patient-lists.ts';
import { patientFields } from './rules/patient-columns.ts';
import { textEncodings } from './rules/text-encodings.ts';
import { accountSelectionShape, idText } from './scope/scope.ts';
import { route } from './wire/route.ts';

/** Maximum size of a file: 20 MB. */
export const maxPatientFileBytes = 20 * 1024 * 1024;
/** Maximum number of data rows. */
export const maxPatientRows = 100_000;
export const previewRows = 10;
/** The most lines without a patient that the preview lists, and that can be taken back. */
export const listedLines = 200;

/** The most lines among which the header is chosen. */
export const headLines = 60;

const count = z.int().min(0);
const uploadId = z.uuid({ error: 'Use the id of an upload.' });

/** Meaning of a column; null if it is ignored. */
const columnSchema = z.enum(patientFields).nullable();

export const patientListUploadSchema = z.object({
  id: z.uuid(),
  accountId: z.string(),
  accountName: z.string(),
  fileName: z.string(),
  /** UTC. */
  createdAt: z.iso.datetime(),
  /**
   * `draft` until the columns are confirmed; then waiting for the job, reading rows, locating households and saving.
   * Finally done, `unchanged` if a list already has these rows, canceled or failed.
   */
  state: z.enum([
    'draft',
    'waiting',
    'reading',
    'locating',
    'saving',
    'done',
    'unchanged',
    'canceled',
    'failed',
  ]),
  /** Reason in words; null otherwise. */
  failure: z.string().nullable(),
  /** Number of rows to read: all but the lines that are left out and not taken back. */
  rowCount: count,
  /** Rows or households done in this state. */
  doneCount: count,
  /** Total rows or households of this state. */
  totalCount: count,
  /** Rows that became patients; 0 until done. */
  acceptedCount: count,
  /** Rows left out because they are no patients; 0 until done. */
  rejectedCount: count,
  /** Unreadable cells of the other rows, which stay empty; 0 until done. */
  emptiedCount: count,
  /** List with the rows; null until done. */
  patientListId: z.string().nullable(),
  /** Null until done. */
  patientListName: z.string().nullable(),
  /** Whether that list is archived; then an unchanged upload can be added as a new list. */
  patientListArchived: z.boolean(),
});
export type PatientListUpload = z.infer<typeof patientListUploadSchema>;

/** How a file is read: its first rows, what its columns probably mean, and the lists that it can replace. */
const patientListPreviewSchema = z.object({
  upload: patientListUploadSchema,
  /** How the text of the file was read. */
  encoding: z.enum(textEncodings),
  /** The first 20 lines with bytes of another encoding, which were read as Windows-1252. */
  mixedLines: z.array(z.int()),
  /** Number of these lines. */
  mixedLineCount: count,
  /** The sign between the columns. */
  delimiter: z.string(),
  /** The first 200 lines that are probably no patients and are left out unless they are taken back. */
  leftOut: z.array(
    z.object({
      /** The line of the file on which it begins. */
      line: z.int().min(1),
      /** Its cells, cut where they are long. */
      text: z.string(),
      /** Why it is left out, for people. */
      reason: z.string(),
    }),
  ),
  /** Number of these lines. */
  leftOutCount: count,
  /** The line of the file with the names of its columns. */
  headerLine: z.int().min(1),
  /** The first lines of the file that are not empty, among which the header can be chosen. */
  headLines: z.array(
    z.object({
      line: z.int().min(1),
      /** Its cells, cut where they are long. */
      text: z.string(),
    }),
  ),
  /** The columns of the file in their order. */
  columns: z.array(
    z.object({
      header: z.string(),
      /** Probable meaning, from the account's last confirmation or the header. */
      field: columnSchema,
    }),
  ),
  /** Cells of the first ten rows, in the order of the columns. */
  rows: z.array(z.array(z.string())),
  /** Proposed name, from the file's name. */
  listName: z.string(),
  /** The account's list with the same name or file, which this file would replace; null if absent. */
  sameNamed: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** All lists of the account, last changed first. */
  lists: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      source: z.enum(['portal', 'feed']),
      /** Name of the uploader; null for a list from the provider. */
      uploadedBy: z.string().nullable(),
      /** Last change of its rows, UTC. */
      modifiedAt: z.iso.datetime(),
      archived: z.boolean(),
      /** Whether the viewer may replace its rows: only unarchived lists of the portal. */
      mayReplace: z.boolean(),
    }),
  ),
});

/**
 * The body is the file itself, of at most 20 MB and 100,000 rows, in UTF-8, UTF-16, Windows-1252 or the encoding of old Macs, with commas,
 * semicolons, tabs or vertical bars between its columns. Errors: 413 for a larger file, 422 for one that is no CSV file with a header row or
 * has too many rows.
 */
export const uploadPatientList = route({
  service: 'maps',
  method: 'POST',
  path: '/patient-lists/uploads',
  access: 'full',
  bodyFormat: 'file',
  summary: 'Sends the file of a patient list and returns its first rows and what its columns probably mean.',
  query: z.object({
    accountId: idText('the id of an account'),
    fileName: z.string({ error: 'Name the file.' }).min(1, 'Name the file.').max(200),
  }),
  reply: patientListPreviewSchema,
});

/**
 * Answers as the upload does, without changing the file. Logged as opening the upload. Errors: 404 for another account's upload; 422 if it was
 * already started, or the file is no list when it is read so; then it stays as it was read before.
 */
export const readPatientListAgain = route({
  service: 'maps',
  method: 'POST',
  path: '/patient-lists/uploads/:id/layout',
  access: 'full',
  summary: 'Reads an uploaded file that is not started in another encoding or with another header line.',
  params: z.object({ id: uploadId }),
  body: z.strictObject({
    encoding: z.enum(textEncodings, { error: `Use ${textEncodings.join(', ')}.` }),
    /** The line with the names of the columns, one of `headLines`; null to find it as for a new file. */
    headerLine: z.int({ error: 'Use the number of a line.' }).min(1, 'Use the number of a line.').nullable(),
  }),
  reply: patientListPreviewSchema,
});

/**
 * Errors: 404 for another account's upload; 422 if it was already started, its columns cannot be read, or the replaced list
 * is of another account.
 */
export const startPatientListUpload = route({
  service: 'maps',
  method: 'POST',
  path: '/patient-lists/uploads/:id/start',
  access: 'full',
  summary:
    'Confirms what the columns of an uploaded file mean and starts the job that reads its rows into a list.',
  params: z.object({ id: uploadId }),
  body: z.strictObject({
    /** Meaning of each column, in the file's order. */
    columns: z.array(columnSchema).max(200, 'Use at most 200 columns.'),
    name: z.string({ error: 'Name the list.' }).trim().min(1, 'Name the list.').max(200),
    /** List whose rows are replaced; null for a new list. */
    replacedListId: patientListId.nullable(),
    /** Lines that the preview left out and that are read as patients all the same. */
    takenBack: z.array(z.int().min(1)).max(listedLines, `Include at most ${listedLines} lines.`).default([]),
  }),
  reply: z.object({ upload: patientListUploadSchema }),
});

/** Errors: 404 for another account's upload. */
export const getPatientListUpload = route({
  service: 'maps',
  method: 'GET',
  path: '/patient-lists/uploads/:id',
  access: 'full',
  summary: 'Returns an upload with its progress.',
  params: z.object({ id: uploadId }),
  reply: z.object({ upload: patientListUploadSchema }),
});

/** Uploads of all users to accounts to which the viewer has direct access. */
export const listPatientListUploads = route({
  service: 'maps',
  method: 'GET',
  path: '/accounts/patient-lists/uploads',
  access: 'full',
  summary: 'Lists the uploads of accounts that are waiting for their job or being read, with their progress.',
  query: z.object({ ...accountSelectionShape }),
  reply: z.object({
    /** In the order of their start. */
    records: z.array(patientListUploadSchema),
  }),
});

/** Has no effect on an ended upload. Errors: 404 for another account's upload. */
export const cancelPatientListUpload = route({
  service: 'maps',
  method: 'POST',
  path: '/patient-lists/uploads/:id/cancel',
  access: 'full',
  summary: 'Cancels an upload: no list changes.',
  params: z.object({ id: uploadId }),
  body: z.strictObject({}),
  reply: z.object({ upload: patientListUploadSchema }),
});

/** Errors: 404 for another account's upload; 422 unless it is unchanged because an archived list has its rows. */
export const addPatientListUpload = route({
  service: 'maps',
  method: 'POST',
  path: '/patient-lists/uploads/:id/add',
  access: 'full',
  summary: 'Adds the rows of an upload as a new list although an archived list has the same.',
  params: z.object({ id: uploadId }),
  body: z.strictObject({}),
  reply: z.object({ upload: patientListUploadSchema }),
});

/** Maximum number of rows, and of cells, in {@link getUploadReport}; the download has all. */
export const reportedItems = 100;

const reportedRowSchema = z.object({
  /** The line of the file on which the row begins. */
  row: z.int().min(1),
  /** Header of the wrong column; null if the whole row is wrong. */
  column: z.string().nullable(),
  /** Content of that cell, at most 100 characters; null without one. */
  text: z.string().nullable(),
  reason: z.string(),
});
export type ReportedRow = z.infer<typeof reportedRowSchema>;

/** Logged as opening the upload. Errors: 404 for another account's upload. */
export const getUploadReport = route({
  service: 'maps',
  method: 'GET',
  path: '/patient-lists/uploads/:id/report',
  access: 'full',
  summary: 'Returns the first rows of an upload that were left out and the first cells that were left empty.',
  params: z.object({ id: uploadId }),
  reply: z.object({
    /** Rows that were left out, by line. */
    rows: z.array(reportedRowSchema),
    /** Cells that were left empty, by line. */
    cells: z.array(reportedRowSchema),
  }),
});

/** Logged as a download of the upload. Contains the first 100,000 cells. Errors: 404 for another account's upload. */
export const downloadUploadReport = route({
  service: 'maps',
  method: 'GET',
  path: '/patient-lists/uploads/:id/report.csv',
  access: 'full',
  replyFormat: 'binary',
  summary:
    'Returns the rows of an upload that were left out and the cells that were left empty as CSV: row, column, cell, reason, result.',
  params: z.object({ id: uploadId }),
  reply: z.unknown(),
});
