import type { Dependencies } from '../../dependencies.ts';
import { fileKeyOf } from './export-records.ts';
import { deleteExpiredTokens } from './export-tokens.ts';

/** Milliseconds after which an unfinished file belongs to a process that was killed: a day. */
const maxWritingTime = 24 * 60 * 60 * 1000;

/** Removes the files of expired exports and the unfinished files of killed processes; part of the maintenance. */
export async function cleanExports({
  database: { kysely },
  clock,
  files,
}: Pick<Dependencies, 'database' | 'clock' | 'files'>): Promise<void> {
  const now = clock.now();
  await deleteExpiredTokens(kysely, now);
  const expired = await kysely
    .selectFrom('exports')
    .select('id')
    .where('ready_at', 'is not', null)
    .where('removed_at', 'is', null)
    .where('expires_at', '<=', now)
    .execute();
  for (const { id } of expired) {
    await files.remove(fileKeyOf(id));
    await kysely.updateTable('exports').set({ removed_at: now }).where('id', '=', id).execute();
  }
  await files.removeUnfinished('exports', new Date(now.getTime() - maxWritingTime));
}
