import { z } from 'zod';
import { patientListId } from './patient-lists.ts';
import { patientFields } from './rules/patient-columns.ts';
import { textEncodings } from './rules/text-encodings.ts';
import { accountSelectionShape, idText } from './scope/scope.ts';
import { route } from './wire/route.ts';

export const maxPatientFileBytes = 20 * 1024 * 1024;
export const maxPatientRows = 100_000;
export const previewRows = 10;
/** Also limits the omitted lines that a user can include. */
export const listedLines = 200;

/** The header is one of these lines. */
export const headLines = 60;

const count = z.int().min(0);
const uploadId = z.uuid({ error: 'Use the id of an upload.' });

/** Null if the column is ignored. */
const columnSchema = z.enum(patientFields).nullable();

export const patientListUploadSchema = z.object({
  id: z.uuid(),
  accountId: z.string(),
  accountName: z.string(),
  fileName: z.string(),
  createdAt: z.iso.datetime(),
  /** `draft` until the columns are confirmed; `unchanged` if a list already has these rows. The others follow the job, in order. */
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
  failure: z.string().nullable(),
  /** Rows to read: all except lines that are left out. */
  rowCount: count,
  doneCount: count,
  totalCount: count,
  acceptedCount: count,
  /** Rows that are no patients. */
  rejectedCount: count,
  /** Unreadable cells of the other rows, which stay empty. */
  emptiedCount: count,
  patientListId: z.string().nullable(),
  patientListName: z.string().nullable(),
  /** If archived, an unchanged upload can be added as a new list. */
  patientListArchived: z.boolean(),
});
export type PatientListUpload = z.infer<typeof patientListUploadSchema>;

const patientListPreviewSchema = z.object({
  upload: patientListUploadSchema,
  encoding: z.enum(textEncodings),
  /** The first 20 lines with bytes of another encoding, read as Windows-1252. */
  mixedLines: z.array(z.int()),
  mixedLineCount: count,
  delimiter: z.string(),
  /** The first 200 lines that are probably no patients. The import skips them unless the user takes them back. */
  leftOut: z.array(
    z.object({
      line: z.int().min(1),
      text: z.string(),
      reason: z.string(),
    }),
  ),
  leftOutCount: count,
  headerLine: z.int().min(1),
  /** First nonempty lines of the file, one of which is the header. */
  headLines: z.array(
    z.object({
      line: z.int().min(1),
      text: z.string(),
    }),
  ),
  columns: z.array(
    z.object({
      header: z.string(),
      /** From the account's last confirmation or the header. */
      field: columnSchema,
    }),
  ),
  rows: z.array(z.array(z.string())),
  listName: z.string(),
  /** List with the same name or file, which this file would replace. */
  sameNamed: z.object({ id: z.string(), name: z.string() }).nullable(),
  lists: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      source: z.enum(['portal', 'feed']),
      /** Name of the uploader; null for a list from the provider. */
      uploadedBy: z.string().nullable(),
      modifiedAt: z.iso.datetime(),
      archived: z.boolean(),
      /** Only unarchived lists of the portal can be replaced. */
      mayReplace: z.boolean(),
    }),
  ),
});

/** A CSV file of at most 20 MB and 100,000 rows. Errors: 413 for a larger file, 422 without a header row or with too many rows. */
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

/** Reads the unchanged file again. Logged as opening it. Errors: 404; 422 if already started or no list is found: the old result stays. */
export const readPatientListAgain = route({
  service: 'maps',
  method: 'POST',
  path: '/patient-lists/uploads/:id/layout',
  access: 'full',
  summary: 'Reads an uploaded file that is not started in another encoding or with another header line.',
  params: z.object({ id: uploadId }),
  body: z.strictObject({
    encoding: z.enum(textEncodings, { error: `Use ${textEncodings.join(', ')}.` }),
    /** One of `headLines`; null finds it again. */
    headerLine: z.int({ error: 'Use the number of a line.' }).min(1, 'Use the number of a line.').nullable(),
  }),
  reply: patientListPreviewSchema,
});

/** Errors: 404; 422 if it was already started, its columns cannot be read, or the replaced list is of another account. */
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
    /** Lines that the preview left out but the user wants as patients. */
    includedLines: z
      .array(z.int().min(1))
      .max(listedLines, `Include at most ${listedLines} lines.`)
      .default([]),
  }),
  reply: z.object({ upload: patientListUploadSchema }),
});

export const getPatientListUpload = route({
  service: 'maps',
  method: 'GET',
  path: '/patient-lists/uploads/:id',
  access: 'full',
  summary: 'Returns an upload with its progress.',
  params: z.object({ id: uploadId }),
  reply: z.object({ upload: patientListUploadSchema }),
});

/** Uploads of all users, for accounts to which the viewer has direct access. */
export const listPatientListUploads = route({
  service: 'maps',
  method: 'GET',
  path: '/accounts/patient-lists/uploads',
  access: 'full',
  summary: 'Lists the uploads of accounts that are waiting for their job or being read, with their progress.',
  query: z.object({ ...accountSelectionShape }),
  reply: z.object({
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

/** The download has all. */
export const reportedItems = 100;

const reportedRowSchema = z.object({
  row: z.int().min(1),
  column: z.string().nullable(),
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
    rows: z.array(reportedRowSchema),
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
