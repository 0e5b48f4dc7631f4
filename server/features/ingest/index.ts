/*
 * Ingest: the feed. Reads files of a folder or rows of a request, and merges them into the record.
 *
 *   feed-files, *-files, cell-kinds     the files of the feed and their columns: readers, limits, what an empty cell means
 *   import-feed, import-run             an import, from reading to its report; one runs at a time
 *   read-*, stage-*                     cells to rows of temporary tables
 *   *-plan, merge-*                     how the rows of a file change the record, and what follows from it
 *   record-rows, copied-rows            the same statements on one PostgreSQL and on a cluster
 *   senders-rights                      which rows of a person's spreadsheet are refused
 *   recordings, images, waveform        files that rows name
 *   edited-rows, edit-run               rows that people make and change, by the same plans; what the feed says of them
 *   tied-rows, feed-questions           rows made in the portal that the feed knows by an id of its own, or seems to know
 *   http/                               rows, files and addresses of files by HTTP, with an API key; a queue for all of them
 *
 * Tables: ingest_reports, import_rejections, ingest_files, ingest_fetches, dimension_values, recordings, picklists, staff, tied_ids, feed_questions,
 *   sales_contacts, mail_pieces. It writes all that the feed has.
 * Routes: /:file, /files, /recordings/:callId and /fetches of the ingest service.
 * Commands: npm run import.
 * Tasks: `fetch feed file`; a look each minute for imports that were interrupted.
 */
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { tiedFiles } from '@mailcall/contract/edited-rows.ts';
import type { Database } from '../../platform/database.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import { type FeedSource, folderSource } from './feed-source.ts';
import { importFeed, type ImportOptions } from './import-feed.ts';
import type { ImportReport } from './import-report.ts';
import type { Tie } from './tied-ids.ts';

export { type FeedSource, folderSource } from './feed-source.ts';
export { feedFile, feedFiles, type FileOfFeed, linkedAccounts } from './feed-files.ts';
export {
  decodeText,
  type FeedRow,
  keyColumns,
  type RowProblem,
  textOfJson,
  UnreadableFile,
} from './read-rows.ts';
export { CellProblem } from './cell-kinds.ts';
export { maxShapeLength, readFeatures, type ShapeFeature, shapeText } from './shape-cells.ts';
export { readNdjson } from './read-ndjson.ts';
export { feedFileOf } from './naming-cells.ts';
export { importFeed, type ImportOptions, ImportStopped } from './import-feed.ts';
export { type EditDependencies, type EditedBy, inEditRun, mergeGivenRows } from './edit-run.ts';
export {
  readEditedRows,
  type RowChange,
  saveEditedRows,
  saveInRun,
  takeFeedValues,
} from './edited-rows.ts';
export { forgetRejections, type ImportRejections, listRejections } from './import-rejections.ts';
export { answerFeedQuestion, listFeedQuestions } from './feed-questions.ts';
export { ImportRunning } from './import-session.ts';
export { codesOfTexts } from './dimension-codes.ts';
export { KeptSession } from './kept-session.ts';
export { DatabaseLost, DiskFull, importFailure, RecordLocked } from './import-failures.ts';
export type { ImportReport, Rejection } from './import-report.ts';
export type { FeedColumn } from './feed-columns.ts';
export { type PortalFile, portalFiles } from './portal-files.ts';
export { readTies } from './tied-ids.ts';
export {
  comparableNumber,
  erasedHash,
  erasedName,
  removedPrefix,
  removedText,
  scoresWithoutTexts,
} from './removed-data.ts';
export { printProgress, reportLines } from './print-report.ts';
export { FeedFileFetches } from './http/fetch-files.ts';
export type { ConnectionFetches } from './http/request-file.ts';
export { ImportQueue } from './http/import-queue.ts';
export { HeldBodies, wholeBody } from './http/receive-body.ts';
export { requestFetches } from './http/request-fetches.ts';
export { rowsSource } from './http/rows-source.ts';
export { allowedAddress } from './http/fetch-addresses.ts';
export { serveIngest, cleanIngest } from './http/serve-ingest.ts';

/** Its presence marks an export of people's work in a portal. */
export const exportFile = 'export.json';

export const exportDescriptionSchema = z.object({
  format: z.literal('mailcall portal export'),
  version: z.literal(1),
  /** Start of the export; null: everything. */
  since: z.string().nullable(),
  cursor: z.string(),
  madeAt: z.iso.datetime(),
  rows: z.record(z.string(), z.number().int().nonnegative()),
  /** Rows made in the portal under the ids that the feed gave them. */
  ties: z
    .array(z.object({ file: z.enum(tiedFiles), feedId: z.string().min(1), rowId: z.string().min(1) }))
    .default([]),
});

/** Throws OperatorProblem without feed files, while another import runs, or if the database is lost or a disk full. */
export async function importFolder(
  database: Pick<Database, 'pool'>,
  folder: string,
  options: ImportOptions,
): Promise<ImportReport> {
  const { source, portalWork, ties } = await openFolder(folder);
  return importFeed(database, source, { ...options, ...(portalWork && { portalWork, ties }) });
}

/** A feed, or a portal's export (`portalWork`). Throws OperatorProblem without the folder, or if this release cannot read the export. */
export async function openFolder(
  folder: string,
): Promise<{ source: FeedSource; portalWork: boolean; ties: readonly Tie[] }> {
  const source = await folderSource(folder);
  const present = await source.files();
  if (!present.includes(exportFile)) return { source, portalWork: false, ties: [] };
  const { ties } = await readExport(source);
  const files = present.filter((name) => name !== exportFile);
  return { source: { ...source, files: async () => files }, portalWork: true, ties };
}

async function readExport(source: FeedSource): Promise<z.output<typeof exportDescriptionSchema>> {
  try {
    return exportDescriptionSchema.parse(JSON.parse(await text(await source.open(exportFile))));
  } catch {
    throw new OperatorProblem(
      `${source.name} has an ${exportFile} that this release of Mailcall cannot read. Import the folder as the export command wrote it.`,
    );
  }
}
