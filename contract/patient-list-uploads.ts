import { z } from 'zod';
import { patientListId } from './patient-lists.ts';
import { patientFields } from './rules/patient-columns.ts';
import { accountSelectionShape, idText } from './scope/scope.ts';
import { route } from './wire/route.ts';

/** The most bytes of an uploaded file: 20 MB. */
export const maxPatientFileBytes = 20 * 1024 * 1024;
/** The most rows of data in an uploaded file. */
export const maxPatientRows = 100_000;
/** Rows of an uploaded file that the preview shows. */
export const previewRows = 10;

const count = z.int().min(0);
const uploadId = z.uuid({ error: 'Use the id of an upload.' });

/** What a column means; null for one that is not read. */
const columnSchema = z.enum(patientFields).nullable();

/** A file that somebody uploads, and its progress. */
export const patientListUploadSchema = z.object({
  id: z.uuid(),
  /** Id of the account. */
  accountId: z.string(),
  /** Name of the account. */
  accountName: z.string(),
  fileName: z.string(),
  /** When the file was sent, UTC. */
  createdAt: z.iso.datetime(),
  /**
   * `draft` until the columns are confirmed, then waiting for the job, reading the rows, locating the households, saving;
   * at the end done, `unchanged` when a list had these rows already, canceled or failed.
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
  /** Why it failed, for people; null otherwise. */
  failure: z.string().nullable(),
  /** Number of rows in the file. */
  rowCount: count,
  /** Rows or households that are done in this state. */
  doneCount: count,
  /** Rows or households of this state in all. */
  totalCount: count,
  /** Number of rows that became patients; 0 until it is done. */
  acceptedCount: count,
  /** Number of rows that were left out because they are no patients; 0 until it is done. */
  rejectedCount: count,
  /** Number of cells of the other rows that could not be read and were left empty; 0 until it is done. */
  emptiedCount: count,
  /** Id of the list that has its rows; null until it is done. */
  patientListId: z.string().nullable(),
  /** Name of that list; null until it is done. */
  patientListName: z.string().nullable(),
  /** Whether that list is archived; such an unchanged upload can be added as a new list. */
  patientListArchived: z.boolean(),
});
export type PatientListUpload = z.infer<typeof patientListUploadSchema>;

/**
 * The body is the file itself, of at most 20 MB and 100,000 rows, in UTF-8 or Windows-1252. Errors: 413 for a larger file,
 * 422 for one that is no CSV file with a header row or has too many rows.
 */
export const uploadPatientList = route({
  service: 'maps',
  method: 'POST',
  path: '/patient-lists/uploads',
  access: 'full',
  bodyFormat: 'file',
  summary: 'Sends the file of a patient list and returns its first rows and what its columns probably mean.',
  query: z.object({
    /** The account to which the list will belong. */
    accountId: idText('the id of an account'),
    fileName: z.string({ error: 'Name the file.' }).min(1, 'Name the file.').max(200),
  }),
  reply: z.object({
    upload: patientListUploadSchema,
    /** The columns of the file in their order. */
    columns: z.array(
      z.object({
        header: z.string(),
        /** What it probably means, as confirmed last for this account or by its header. */
        field: columnSchema,
      }),
    ),
    /** The first ten rows: the cells of each in the order of the columns. */
    rows: z.array(z.array(z.string())),
    /** A name for the list, from the name of the file. */
    listName: z.string(),
    /** The account's list of the same name or file, whose rows this file would replace; null for none. */
    sameNamed: z.object({ id: z.string(), name: z.string() }).nullable(),
    /** All lists of the account, those changed last first. */
    lists: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        source: z.enum(['portal', 'feed']),
        /** Name of the person who uploaded it; null for a list of the provider's. */
        uploadedBy: z.string().nullable(),
        /** When its rows changed last, UTC. */
        modifiedAt: z.iso.datetime(),
        archived: z.boolean(),
        /** Whether the viewer may replace its rows by this file: one of the portal that is not archived. */
        mayReplace: z.boolean(),
      }),
    ),
  }),
});

/** Errors: 404 for another account's upload, 422 for one that was started, whose columns cannot be read or whose replaced list is not of its account. */
export const startPatientListUpload = route({
  service: 'maps',
  method: 'POST',
  path: '/patient-lists/uploads/:id/start',
  access: 'full',
  summary:
    'Confirms what the columns of an uploaded file mean and starts the job that reads its rows into a list.',
  params: z.object({ id: uploadId }),
  body: z.strictObject({
    /** What each column of the file means, in their order. */
    columns: z.array(columnSchema).max(200, 'Use at most 200 columns.'),
    /** Name of the list. */
    name: z.string({ error: 'Name the list.' }).trim().min(1, 'Name the list.').max(200),
    /** Id of the list whose rows are replaced; null for a new list. */
    replacedListId: patientListId.nullable(),
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

/** Only uploads to accounts to which the viewer has a right of their own, whoever started them. */
export const listPatientListUploads = route({
  service: 'maps',
  method: 'GET',
  path: '/accounts/patient-lists/uploads',
  access: 'full',
  summary: 'Lists the uploads of accounts that are waiting for their job or being read, with their progress.',
  query: z.object({ ...accountSelectionShape }),
  reply: z.object({
    /** In the order in which they were started. */
    records: z.array(patientListUploadSchema),
  }),
});

/** Of an upload that has ended already nothing changes. Errors: 404 for another account's upload. */
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

/** Errors: 404 for another account's upload, 422 unless it is unchanged because an archived list has its rows. */
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

/** The most rows and the most cells that {@link getUploadReport} returns; the download has the others. */
export const reportedItems = 100;

const reportedRowSchema = z.object({
  /** The line of the file on which the row begins; the header is on line 1. */
  row: z.int().min(1),
  /** The header of the column whose cell is to blame; null when the row as a whole is. */
  column: z.string().nullable(),
  /** What that cell holds, at most 100 characters; null without one. */
  text: z.string().nullable(),
  /** Why it could not be read, for people. */
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
    /** Rows that were left out, by their line. */
    rows: z.array(reportedRowSchema),
    /** Cells that were left empty, by their line. */
    cells: z.array(reportedRowSchema),
  }),
});

/** Logged as a download of the upload. Of the cells it has the first 100,000. Errors: 404 for another account's upload. */
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
