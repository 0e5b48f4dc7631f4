import type { Database } from '../../platform/database.ts';
import { folderSource } from './feed-source.ts';
import { importFeed, type ImportOptions } from './import-feed.ts';
import type { ImportReport } from './import-report.ts';

export type { FeedAttachment, FeedSource, AttachmentProblem } from './feed-source.ts';
export { attachmentColumns, feedFileOf, pathOfCell } from './naming-cells.ts';
export { importFeed, importInSession, type ImportOptions, ImportStopped } from './import-feed.ts';
export { ImportRunning, ImportSession } from './import-session.ts';
export { DatabaseLost, DiskFull, importFailure } from './import-failures.ts';
export type { FileReport, ImportReport, Rejection } from './import-report.ts';
export type { ImportProgress } from './import-run.ts';
export { printProgress, reportLines } from './print-report.ts';

/**
 * Imports a folder of feed files (docs/operate/import.md).
 * @throws {OperatorProblem} when there is no such folder, nothing to import in it, another import running, the database
 * lost or a disk full
 */
export async function importFolder(
  database: Pick<Database, 'pool'>,
  folder: string,
  options: ImportOptions,
): Promise<ImportReport> {
  return importFeed(database, await folderSource(folder), options);
}
