import { randomUUID } from 'node:crypto';
import { days } from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import type { Dependencies } from '../../../dependencies.ts';
import type { Queryable } from '../../../platform/database.ts';
import { busy } from '../../../platform/http/problems.ts';
import type { FeedAttachment } from '../feed-source.ts';

const segment = 'ingest';
/** Days for which an uploaded file waits for a row that names it. */
const keptDays = 7;
const maxBytesOfSystem = 20 * 1024 ** 3;

interface NewFile {
  system: string;
  path: string;
}

/** Throws 429 if too many bytes of the system wait for rows. */
async function checkRoom(database: Queryable, system: string): Promise<void> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(bytes), 0)::bigint as bytes from ingest_files where system = ${system}`.execute(
    database,
  );
  if ((rows[0]?.bytes ?? 0) > maxBytesOfSystem)
    throw busy(3600, 'Too many uploaded files wait for their rows. They are deleted after a week.');
}

/** Removes the system's oldest fetched copies when its files take all their room, so that a backfill of any size goes on. */
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

/** Replaces a file with the same path. Returns its bytes. Throws 429 if too many bytes of the system wait for rows. */
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

/** Removes the file before its row: a row without a file is found again, a file without a row is not. */
async function removeFile(
  { database, files }: Pick<Dependencies, 'database' | 'files'>,
  key: string,
): Promise<void> {
  await files.remove(key);
  await database.kysely.deleteFrom('ingest_files').where('key', '=', key).execute();
}

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

/** Removes files that no row has named for a week, and unfinished ones. */
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
