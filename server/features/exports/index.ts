/*
 * Exports: the list of calls on a screen as a workbook.
 *   serve-direct       up to 10,000 calls at once, by a signed address
 *   serve-mailed       more calls: a worker writes the file, and a mail has the link
 *   requested-list, stream-list    the list with its filters, read in parts
 *   calls-workbook, call-columns, about-sheet    the workbook
 * Tables: exports, export_tokens.
 * Routes: /calls/request-download, /calls/download.xlsx, /calls/request-large-export, /calls/exports and below.
 * Tasks: `write export`; files end after a time (clean-exports).
 */
import type { Dependencies } from '../../dependencies.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import type { Viewer } from '../identity/index.ts';
import { serveDirectDownloads } from './serve-direct.ts';
import { serveMailedExports } from './serve-mailed.ts';

export { cleanExports } from './clean-exports.ts';
export { fileKeyOf } from './export-records.ts';
export { WrittenExports } from './written-exports.ts';

export function serveExports(
  routes: RouteServer<Viewer>,
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'files' | 'environment'>,
): void {
  serveDirectDownloads(routes, dependencies);
  serveMailedExports(routes, dependencies);
}
