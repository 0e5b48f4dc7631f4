import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import { fileKeyOf } from './export-records.ts';
import { deleteExpiredTokens } from './export-tokens.ts';

/** Milliseconds after which a file that nobody has finished never will be: a day. */
const maxWritingTime = 24 * 60 * 60 * 1000;

/** Removes the files of exports whose days are over and what killed processes left; to be called now and then. */
export async function cleanExports({
  database,
  clock,
  files,
}: Pick<Dependencies, 'database' | 'clock' | 'files'>): Promise<void> {
  const now = clock.now();
  await deleteExpiredTokens(database.kysely, now);
  const { rows } = await sql<{ id: string }>`
    select id from exports where ready_at is not null and removed_at is null and expires_at <= ${now}
  `.execute(database.kysely);
  for (const { id } of rows) {
    await files.remove(fileKeyOf(id));
    await sql`update exports set removed_at = ${now} where id = ${id}`.execute(database.kysely);
  }
  await files.removeUnfinished('exports', new Date(now.getTime() - maxWritingTime));
}
