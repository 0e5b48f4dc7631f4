import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { Database } from '../../platform/database.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import { type FeedSource, folderSource } from './feed-source.ts';
import { importFeed, type ImportOptions } from './import-feed.ts';
import type { ImportReport } from './import-report.ts';

export { type FeedAttachment, type FeedSource, type AttachmentProblem, folderSource } from './feed-source.ts';
export { feedFiles, type FileOfFeed } from './feed-files.ts';
export {
  decodeText,
  type FeedRow,
  keyColumns,
  type RowProblem,
  textOfJson,
  UnreadableFile,
} from './read-rows.ts';
export { readNdjson } from './read-ndjson.ts';
export { attachmentColumns, feedFileOf, pathOfCell } from './naming-cells.ts';
export { importFeed, type ImportOptions, ImportStopped } from './import-feed.ts';
export { ImportRunning } from './import-session.ts';
export { KeptSession } from './kept-session.ts';
export { DatabaseLost, DiskFull, importFailure, RecordLocked } from './import-failures.ts';
export type { FileReport, ImportReport, Rejection } from './import-report.ts';
export type { ImportProgress } from './import-run.ts';
export type { FeedColumn } from './feed-columns.ts';
export { type PortalFile, portalFiles } from './portal-files.ts';
export { comparableNumber, erasedHash, erasedName, removedPrefix, removedText } from './removed-data.ts';
export { printProgress, reportLines } from './print-report.ts';

/** The file that makes a folder an export of people's work in a portal. */
export const exportFile = 'export.json';

/** Description that an export has of itself. */
export const exportDescriptionSchema = z.object({
  format: z.literal('mailcall portal export'),
  version: z.literal(1),
  /** The cursor that it begins after; null: it has everything. */
  since: z.string().nullable(),
  /** The cursor for the next export. */
  cursor: z.string(),
  /** When it was made. */
  madeAt: z.iso.datetime(),
  /** Rows by file. */
  rows: z.record(z.string(), z.number().int().nonnegative()),
});

/**
 * Imports a folder of feed files (docs/reference/import.md).
 * @throws {OperatorProblem} when there is no such folder, nothing to import in it, another import running, the database
 * lost or a disk full
 */
export async function importFolder(
  database: Pick<Database, 'pool'>,
  folder: string,
  options: ImportOptions,
): Promise<ImportReport> {
  const { source, portalWork } = await openFolder(folder);
  return importFeed(database, source, { ...options, ...(portalWork && { portalWork }) });
}

/**
 * Opens a folder of feed files, or an export of a portal (`portalWork`).
 * @throws {OperatorProblem} when there is no such folder, or it is an export that this release cannot read
 */
export async function openFolder(folder: string): Promise<{ source: FeedSource; portalWork: boolean }> {
  const source = await folderSource(folder);
  const present = await source.files();
  if (!present.includes(exportFile)) return { source, portalWork: false };
  await checkExport(source);
  const files = present.filter((name) => name !== exportFile);
  return { source: { ...source, files: async () => files }, portalWork: true };
}

/** Checks that a folder is an export of a kind that this release reads. */
async function checkExport(source: FeedSource): Promise<void> {
  try {
    exportDescriptionSchema.parse(JSON.parse(await text(await source.open(exportFile))));
  } catch {
    throw new OperatorProblem(
      `${source.name} has an ${exportFile} that this release of Mailcall cannot read. Import the folder as the export command wrote it.`,
    );
  }
}
