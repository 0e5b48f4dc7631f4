import { anyOf } from '../../platform/sql-terms.ts';
import type { Queryable } from '../../platform/database.ts';
import { addJob, requeueInterrupted } from '../../platform/jobs.ts';
import { deskChanged } from '../changes/index.ts';
import type { Channel } from './message.ts';
import { minutes } from '@mailcall/contract/time/durations.ts';

export const sendingJob = 'send message';

/** Milliseconds; a longer attempt belongs to a killed process. */
export const maxSendingTime = minutes(2);

/** Replaces a job that waits for its next attempt. */
export const queueMessage = (transaction: Queryable, id: string): Promise<void> =>
  addJob(transaction, sendingJob, { id }, { key: `${sendingJob} ${id}` });

/** Requeues one unsent message, or all unexpired ones. Returns their number. */
export async function queueAgain(
  transaction: Queryable,
  which: { id: string } | 'all',
  { channels, now }: { channels: readonly Channel[]; now: Date },
): Promise<number> {
  const retry = transaction
    .updateTable('outbox')
    .set({ abandoned_at: null })
    .where('recipient', 'is not', null)
    .where('sent_at', 'is', null)
    .where('body_text', 'is not', null)
    .where('expires_at', '>', now)
    .where('channel', '=', anyOf(channels))
    .returning('id');
  const rows = await (which === 'all' ? retry : retry.where('id', '=', which.id)).execute();
  for (const { id } of rows) await queueMessage(transaction, id);
  if (rows.length > 0) await deskChanged(transaction, 'inbox', null);
  return rows.length;
}

/** Unlocks jobs of killed processes. @param after milliseconds since the start of the attempt; sending takes less */
export const queueInterrupted = (transaction: Queryable, after: number): Promise<void> =>
  requeueInterrupted(transaction, sendingJob, after);
