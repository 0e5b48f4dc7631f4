import { z } from 'zod';
import { feedFileNames } from './rules/api-key-scopes.ts';
import { route } from './wire/route.ts';

export const maxSpreadsheetRows = 100_000;
const maxSpreadsheetColumns = 200;
/** Rows of each outcome, groups of doubled rows, and columns of dates in the preview. */
export const shownRows = 10;
/** The file of rejected rows has all. */
export const shownRejections = 100;

const spreadsheetStates = ['draft', 'checking', 'checked', 'importing', 'imported', 'failed'] as const;

const count = z.int().min(0);
const kindSchema = z.enum(feedFileNames, { error: 'Choose what the rows are.' });
const columnSchema = z.string().max(100, 'Use at most 100 characters.').nullable();

export const spreadsheetSchema = z.object({
  id: z.uuid(),
  fileName: z.string(),
  createdAt: z.iso.datetime(),
  /** The file and what is known of its rows are removed then. */
  keptUntil: z.iso.datetime(),
  state: z.enum(spreadsheetStates),
  failure: z.string().nullable(),
  kind: kindSchema.nullable(),
  rowCount: count,
  doneCount: count,
  /** Of the import once it ran, before of the check, which wrote nothing. */
  counts: z
    .object({
      added: count,
      changed: count,
      unchanged: count,
      rejected: count,
      /** The same id comes again further down. */
      replaced: count,
      /** A row made in the portal has their email or number, and a person says whether they are the same. */
      asked: count,
      /** References to rows that are not there yet. */
      pending: count,
      /** Cells that could not be read. */
      emptied: count,
    })
    .nullable(),
});
export type Spreadsheet = z.output<typeof spreadsheetSchema>;

const rowSchema = z.object({ line: count, cells: z.array(z.string()) });
export type SpreadsheetRow = z.output<typeof rowSchema>;

export const spreadsheetReportSchema = z.object({
  added: z.array(rowSchema),
  changed: z.array(rowSchema),
  unchanged: z.array(rowSchema),
  rejected: z.array(
    rowSchema.extend({
      /** Column of the import; null for the whole row. */
      column: z.string().nullable(),
      reason: z.string(),
    }),
  ),
  emptied: z.array(z.object({ line: count, column: z.string(), reason: z.string() })),
  /** Rows with the same id, in their order. The last good one counts. */
  doubled: z.array(z.array(rowSchema)),
  doubledCount: count,
  /** How days and times are written in a column. */
  dates: z.array(
    z.object({
      column: z.string(),
      forms: z.array(
        z.object({
          form: z.string(),
          cells: count,
          example: z.string(),
          readAs: z.string(),
          /** A time by the clock of the office, as `readAs` is then; otherwise that is a day, or a time in UTC. */
          isLocal: z.boolean(),
        }),
      ),
    }),
  ),
  notices: z.array(z.string()),
});
export type SpreadsheetReport = z.output<typeof spreadsheetReportSchema>;

const openSpreadsheetSchema = z.object({
  spreadsheet: spreadsheetSchema,
  headers: z.array(z.string()),
  /** The first ones. */
  rows: z.array(z.array(z.string())),
  /** Column of each header as chosen; null before the first check. */
  columns: z.array(columnSchema).nullable(),
  /** Null if nothing fits. */
  proposedKind: kindSchema.nullable(),
  /** Kinds that the viewer may import. */
  kinds: z.array(
    z.object({
      kind: kindSchema,
      columns: z.array(z.string()),
      required: z.array(z.string()),
      /** From the last choice of anybody at the provider, or the header. */
      proposed: z.array(columnSchema),
    }),
  ),
  /** Of the import once it ran, before of the check. */
  report: spreadsheetReportSchema.nullable(),
});
export type OpenSpreadsheet = z.output<typeof openSpreadsheetSchema>;

const params = z.object({ id: z.uuid({ error: 'Use the id of a spreadsheet.' }) });
const one = z.object({ spreadsheet: spreadsheetSchema });

export const listSpreadsheets = route({
  service: 'data',
  method: 'GET',
  path: '/provider/spreadsheets',
  access: 'account-manager',
  summary: 'Lists the viewer’s kept spreadsheets, newest first; at most 100.',
  reply: z.object({ records: z.array(spreadsheetSchema) }),
});

/** Errors: 413 above 20 MB; 422 without a header row, with too many rows or columns, or if it is neither a workbook nor text. */
export const sendSpreadsheet = route({
  service: 'data',
  method: 'POST',
  path: '/provider/spreadsheets',
  access: 'account-manager',
  bodyFormat: 'file',
  summary:
    'Keeps an Excel workbook, or a file of comma, semicolon, tab or bar separated rows, for a week, and says what its rows and columns probably are. Each sheet with rows is a spreadsheet of its own.',
  query: z.object({
    fileName: z.string({ error: 'Name the file.' }).min(1, 'Name the file.').max(200),
  }),
  /** The first one. `sheets`: number of spreadsheets that are listed now. */
  reply: openSpreadsheetSchema.extend({ sheets: z.int().min(1) }),
});

export const getSpreadsheet = route({
  service: 'data',
  method: 'GET',
  path: '/provider/spreadsheets/:id',
  access: 'account-manager',
  summary: 'Returns a spreadsheet of the viewer, with what its check or its import found.',
  params,
  reply: openSpreadsheetSchema,
});

/** Errors: 422 while it is read, once it is imported, or for columns that cannot be read. */
export const checkSpreadsheet = route({
  service: 'data',
  method: 'POST',
  path: '/provider/spreadsheets/:id/check',
  access: 'account-manager',
  summary: 'Remembers what the columns are, and starts a dry run of the import, which writes nothing.',
  params,
  body: z.strictObject({
    kind: kindSchema,
    columns: z
      .array(columnSchema)
      .max(maxSpreadsheetColumns, `Use at most ${maxSpreadsheetColumns} columns.`),
  }),
  reply: one,
});

/** Errors: 422 unless it is checked. */
export const importSpreadsheet = route({
  service: 'data',
  method: 'POST',
  path: '/provider/spreadsheets/:id/import',
  access: 'account-manager',
  summary:
    'Starts the import of a checked spreadsheet, as rows of the feed. Rows of other offices, or of people of the provider, are rejected.',
  params,
  body: z.strictObject({}),
  reply: one,
});

export const downloadRejectedRows = route({
  service: 'data',
  method: 'GET',
  path: '/provider/spreadsheets/:id/rejected.csv',
  access: 'account-manager',
  replyFormat: 'binary',
  summary: 'Returns the rejected rows as they came, with the reason in the last column.',
  params,
  reply: z.unknown(),
});

/** Errors: 422 while it is read. */
export const removeSpreadsheet = route({
  service: 'data',
  method: 'DELETE',
  path: '/provider/spreadsheets/:id',
  access: 'account-manager',
  summary: 'Removes the kept file and its report. Imported rows stay.',
  params,
  reply: z.object({}),
});
