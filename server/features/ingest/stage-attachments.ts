import type { StoredImage } from '../images/index.ts';
import { executeSql } from './execute-sql.ts';
import type { FeedFile } from './feed-files.ts';
import type { FileReport } from './import-report.ts';
import type { ImportRun } from './import-run.ts';
import type { FeedRow } from './read-rows.ts';
import type { KeptRecording } from './recordings.ts';

const attachmentsAtOnce = 4;

export const stagedRecordings = 'pg_temp.feed_recordings';
export const stagedImages = 'pg_temp.feed_images';

export type KeptPath =
  | { key: string | null; recording: KeptRecording | null; image: StoredImage | null; missing: string | null }
  | { refused: string }
  /** A sentence; the row is imported without it. */
  | { unusable: string };

async function storeAttachment(run: ImportRun, path: string, kind: 'audio' | 'image'): Promise<KeptPath> {
  const nothing = { recording: null, image: null, missing: null };
  if (kind === 'image') {
    const result = await run.images.keep(path);
    if ('refused' in result) return result;
    if ('missing' in result) return { ...nothing, key: null, missing: result.missing };
    return { ...nothing, key: result.kept.id, image: result.kept };
  }
  const result = await run.recordings.keep(path);
  if ('refused' in result) return { refused: result.refused.reason };
  if ('unusable' in result) return { unusable: result.unusable.reason };
  if ('missing' in result) return { ...nothing, key: result.missing.key, missing: result.missing.reason };
  return { ...nothing, key: result.kept.key, recording: result.kept };
}

const attachmentColumns = (file: FeedFile) =>
  file.columns.flatMap((column, position) =>
    column.audio || column.image
      ? [{ column, position, kind: column.audio ? ('audio' as const) : ('image' as const) }]
      : [],
  );

export async function storeAttachments(
  file: FeedFile,
  run: ImportRun,
  rows: readonly FeedRow[],
): Promise<ReadonlyMap<string, KeptPath>> {
  const kept = new Map<string, KeptPath>();
  const waiting: [path: string, kind: 'audio' | 'image'][] = [];
  for (const { column, position, kind } of attachmentColumns(file)) {
    const paths = new Set<string>();
    for (const { values, problem } of rows) {
      const path = values[position]?.trim();
      if (path && !problem && typeof column.read?.(path) === 'string') paths.add(path);
    }
    for (const path of paths) waiting.push([path, kind]);
  }
  const worker = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      kept.set(next[0], await storeAttachment(run, ...next));
    }
  };
  await Promise.all(Array.from({ length: Math.min(attachmentsAtOnce, waiting.length) }, worker));
  return kept;
}

/** Replaces the previous file's tables. */
export async function createAttachmentTables({ tables }: ImportRun, file: FeedFile): Promise<void> {
  if (file.columns.some(({ audio }) => audio)) {
    await tables.empty(
      [stagedRecordings],
      [
        'create temp table feed_recordings (key text primary key, media_type text, bytes bigint, peaks smallint[])',
      ],
    );
  }
  if (file.columns.some(({ image }) => image)) {
    await tables.empty(
      [stagedImages],
      [
        `create temp table feed_images (id text primary key, original_key text, preview_key text, thumbnail_key text,
           media_type text, bytes bigint, width integer, height integer)`,
      ],
    );
  }
}

async function stageRecordings(run: ImportRun, recordings: readonly KeptRecording[]): Promise<void> {
  if (recordings.length === 0) return;
  await executeSql(
    run.database,
    `insert into ${stagedRecordings} (key, media_type, bytes, peaks)
     select key, media_type, bytes, peaks from jsonb_to_recordset($1::jsonb) as given (key text, media_type text, bytes bigint, peaks smallint[])
     on conflict do nothing`,
    [
      JSON.stringify(
        recordings.map(({ key, mediaType, bytes, peaks }) => ({ key, media_type: mediaType, bytes, peaks })),
      ),
    ],
  );
}

async function stageImages(run: ImportRun, images: readonly StoredImage[]): Promise<void> {
  if (images.length === 0) return;
  await executeSql(
    run.database,
    `insert into ${stagedImages}
     select * from jsonb_to_recordset($1::jsonb) as given (id text, original_key text, preview_key text, thumbnail_key text,
       media_type text, bytes bigint, width integer, height integer)
     on conflict do nothing`,
    [
      JSON.stringify(
        images.map((image) => ({
          id: image.id,
          original_key: image.originalKey,
          preview_key: image.previewKey,
          thumbnail_key: image.thumbnailKey,
          media_type: image.mediaType,
          bytes: image.bytes,
          width: image.width,
          height: image.height,
        })),
      ),
    ],
  );
}

export type KeptAttachment = Exclude<KeptPath, { refused: string } | { unusable: string }>;

/** Attachments that are not in the temporary tables. Adds their keys and ids to `known`. */
export function newAttachments(
  attachments: ReadonlyMap<string, KeptPath>,
  known: Set<string>,
): KeptAttachment[] {
  return [...attachments.values()].flatMap((one) => {
    if ('refused' in one || 'unusable' in one || one.key === null || known.has(one.key)) return [];
    known.add(one.key);
    return [one];
  });
}

export async function stageAttachments(run: ImportRun, kept: readonly KeptAttachment[]): Promise<void> {
  await stageRecordings(
    run,
    kept.flatMap(({ recording }) => (recording ? [recording] : [])),
  );
  await stageImages(
    run,
    kept.flatMap(({ image }) => (image ? [image] : [])),
  );
}

export async function reportMissing(
  run: ImportRun,
  file: FeedFile,
  report: FileReport,
  { attachments, staged }: { attachments: ReadonlyMap<string, KeptPath>; staged: readonly FeedRow[] },
): Promise<void> {
  const columns = attachmentColumns(file);
  if (columns.length === 0) return;
  for (const row of staged) {
    for (const { column, position, kind } of columns) {
      const one = attachments.get(row.values[position]?.trim() ?? '');
      if (!one || 'refused' in one || 'unusable' in one || one.missing === null) continue;
      if (kind === 'audio') report.missingRecordings += 1;
      else report.missingImages += 1;
      await run.report.write(
        kind === 'audio' ? 'missing recording' : 'missing image',
        report.file,
        row.line,
        column.name,
        one.missing,
      );
    }
  }
}
