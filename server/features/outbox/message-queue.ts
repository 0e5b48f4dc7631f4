import { anyOf } from '../../platform/any-of.ts';
import type { Queryable } from '../../platform/database.ts';
import { addJob, requeueInterrupted } from '../../platform/jobs.ts';
import type { Channel } from './message.ts';

/** The job that sends one message; its payload is the message's id. */
export const sendingJob = 'send message';

/** Milliseconds that sending one message takes at most; longer ones belong to a process that was killed. */
export const maxSendingTime = 2 * 60 * 1000;

/** Queues one job per message: a new job replaces one that waits for its next attempt. */
export const queueMessage = (transaction: Queryable, id: string): Promise<void> =>
  addJob(transaction, sendingJob, { id }, { key: `${sendingJob} ${id}` });

/**
 * Queues unsent messages of some channels again: the message with this id, or all that have not expired.
 * @returns the number of messages.
 */
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
  return rows.length;
}

/**
 * Queues the messages again that a process was sending when it was killed: their jobs stay taken by it for hours.
 * @param after milliseconds since a job was taken; sending takes less
 */
export const queueInterrupted = (transaction: Queryable, after: number): Promise<void> =>
  requeueInterrupted(transaction, sendingJob, after);
