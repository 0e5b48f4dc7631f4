import { randomUUID } from 'node:crypto';
import { days } from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import type { Dependencies } from '../../../dependencies.ts';
import type { Queryable } from '../../../platform/database.ts';
import { busy } from '../../../platform/http/problems.ts';
import type { FeedAttachment } from '../feed-source.ts';

/** The first segment of the keys of uploaded files. */
const segment = 'ingest';
/** Days that an uploaded file waits for rows that name it. */
const keptDays = 7;
/** The most bytes that the files of a system have together: 20 GB. */
const maxBytesOfSystem = 20 * 1024 ** 3;

/** A file that a system uploads, or that is fetched for it. */
interface NewFile {
  system: string;
  /** Path by which rows name the file. */
  path: string;
}

/** @throws {Problem} 429 when too much of a system waits for its rows */
async function checkRoom(database: Queryable, system: string): Promise<void> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(bytes), 0)::bigint as bytes from ingest_files where system = ${system}`.execute(
    database,
  );
  if ((rows[0]?.bytes ?? 0) > maxBytesOfSystem)
    throw busy(3600, 'Too many uploaded files wait for their rows. They are deleted after a week.');
}

/**
 * Removes the oldest fetched copies of a system once its files take all their room, so that a backfill of any size goes on.
 * Rows have their files already; a copy only saves another download.
 */
export async function makeRoom(
  { database, files }: Pick<Dependencies, 'database' | 'files'>,
  system: string,
): Promise<void> {
  const { rows } = await sql<{ key: string }>`
    select key from (
      select key, complete, path ~* '^https?:' as fetched,
        sum(bytes) over (order by path ~* '^https?:', created_at desc, key) as bytes
      from ingest_files where system = ${system}
    ) stored where fetched and complete and bytes > ${maxBytesOfSystem}::bigint`.execute(database.kysely);
  for (const { key } of rows) await removeFile({ database, files }, key);
}

/**
 * Stores a file, instead of one with the same path. Returns its size in bytes.
 * @throws {Problem} 429 when too much of the system waits for its rows
 */
export async function keepFile(
  { database, files, clock }: Pick<Dependencies, 'database' | 'files' | 'clock'>,
  { system, path }: NewFile,
  content: AsyncIterable<Uint8Array>,
): Promise<number> {
  await checkRoom(database.kysely, system);
  const key = `${segment}/${randomUUID()}`;
  const created_at = clock.now();
  await database.kysely
    .insertInto('ingest_files')
    .values({ key, system, path, name: path, created_at })
    .execute();
  try {
    const bytes = await files.put(key, content);
    const replaced = await database.transaction(async (transaction) => {
      const same = `ingest file ${system} ${path}`;
      await sql`select pg_advisory_xact_lock(hashtextextended(${same}, 0))`.execute(transaction);
      const before = await transaction
        .updateTable('ingest_files')
        .set({ complete: false })
        .where('system', '=', system)
        .where('path', '=', path)
        .where('complete', '=', true)
        .returning('key')
        .execute();
      await transaction
        .updateTable('ingest_files')
        .set({ bytes, complete: true })
        .where('key', '=', key)
        .execute();
      return before;
    });
    for (const { key: old } of replaced) await removeFile({ database, files }, old);
    return bytes;
  } catch (error) {
    await removeFile({ database, files }, key);
    throw error;
  }
}

/** The file before its row: a row without a file is found again, a file without a row is not. */
async function removeFile(
  { database, files }: Pick<Dependencies, 'database' | 'files'>,
  key: string,
): Promise<void> {
  await files.remove(key);
  await database.kysely.deleteFrom('ingest_files').where('key', '=', key).execute();
}

/** Removes the file of a path. */
export async function dropFile(
  dependencies: Pick<Dependencies, 'database' | 'files'>,
  system: string,
  path: string,
): Promise<void> {
  const found = await dependencies.database.kysely
    .selectFrom('ingest_files')
    .select('key')
    .where('system', '=', system)
    .where('path', '=', path)
    .where('complete', '=', true)
    .execute();
  for (const { key } of found) await removeFile(dependencies, key);
}

/** The file that a system has uploaded to a path; null if it does not exist. */
export async function findFile(
  { database, files }: Pick<Dependencies, 'database' | 'files'>,
  system: string,
  path: string,
): Promise<FeedAttachment | null> {
  const found = await database.kysely
    .selectFrom('ingest_files')
    .select(['key', 'bytes'])
    .where('system', '=', system)
    .where('path', '=', path)
    .where('complete', '=', true)
    .executeTakeFirst();
  if (!found) return null;
  return { bytes: found.bytes, open: async () => files.createReadStream(found.key) };
}

/** Removes the files that no row has named for a week, and what was left unfinished. */
export async function cleanFiles(
  dependencies: Pick<Dependencies, 'database' | 'files' | 'clock'>,
): Promise<void> {
  const before = new Date(dependencies.clock.now().getTime() - days(keptDays));
  const old = await dependencies.database.kysely
    .selectFrom('ingest_files')
    .select('key')
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(1000)
    .execute();
  for (const { key } of old) await removeFile(dependencies, key);
  await dependencies.files.removeUnfinished(segment, before);
}
