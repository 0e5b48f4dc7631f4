/*
 * Spreadsheets: files that the provider's people drop at their desk, imported as rows of the feed.
 *
 *   serve-spreadsheets, records    a dropped file, what its columns are, and what became of its rows
 *   kinds                          what each role may import; headers that people chose before
 *   spreadsheet-source             rows of a spreadsheet as the feed has them: days and times in any form
 *   spreadsheet-jobs, spreadsheet-report    the dry run and the import, and the rows that were rejected
 *
 * Tables: spreadsheets, spreadsheet_columns.
 * Routes: /provider/spreadsheets and below.
 * Tasks: `read spreadsheet`.
 */
export { cleanSpreadsheets } from './clean-spreadsheets.ts';
export { keysOf as keysOfSpreadsheet, unimportedSpreadsheets } from './records.ts';
export { SpreadsheetJobs } from './spreadsheet-jobs.ts';
export { serveSpreadsheets } from './serve-spreadsheets.ts';
