import type { Dependencies } from '../../dependencies.ts';
import { fileKeyOf } from './export-records.ts';
import { deleteExpiredTokens } from './export-tokens.ts';
import { writeExport } from './written-exports.ts';
import { days } from '@mailcall/contract/time/durations.ts';

/** Milliseconds after which an unfinished file belongs to a killed process. */
const maxWritingTime = days(1);

const maxEnded = 100;

/** Removes files of expired exports, files that were stored after their export had ended, and unfinished files of killed processes. */
export async function cleanExports({
  database,
  clock,
  files,
}: Pick<Dependencies, 'database' | 'clock' | 'files'>): Promise<void> {
  const { kysely } = database;
  const now = clock.now();
  const remove = async (id: string) => {
    await files.remove(fileKeyOf(id));
    await kysely.updateTable('exports').set({ removed_at: now }).where('id', '=', id).execute();
  };
  await deleteExpiredTokens(kysely, now);
  const expired = await kysely
    .selectFrom('exports')
    .select('id')
    .where('ready_at', 'is not', null)
    .where('removed_at', 'is', null)
    .where('expires_at', '<=', now)
    .execute();
  for (const { id } of expired) await remove(id);
  const ended = await kysely
    .selectFrom('exports')
    .select('id')
    .where('delivery', '=', 'mailed')
    .where('failed_at', 'is not', null)
    .where('removed_at', 'is', null)
    .orderBy('failed_at')
    .limit(maxEnded)
    .execute();
  // the file of an export that is still being written may be to come
  for (const { id } of ended) await database.exclusivelyIfFree(`${writeExport} ${id}`, () => remove(id));
  await files.removeUnfinished('exports', new Date(now.getTime() - maxWritingTime));
}
