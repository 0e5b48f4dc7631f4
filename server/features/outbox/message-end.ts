import type { Queryable } from '../../platform/database.ts';
import { deskChanged } from '../changes/index.ts';

const expiredReason = 'It expired before it was sent.';
const undeliverableReason =
  'The recipient is not an email address. Correct it in the feed, or let the person change it.';

export type MessageEnd =
  | { kind: 'sent' }
  | { kind: 'to nobody' }
  | { kind: 'unwanted' }
  | { kind: 'expired' }
  /** The recipient is no email address; a mail server could read another one into it. */
  | { kind: 'undeliverable' }
  /** `isLast`: no automatic retry follows. */
  | { kind: 'failed'; failure: Error; isLast: boolean };

/** Clears a message that can never be sent again, because its codes and links must not stay in the database. */
const noContent = { body_text: null, body_html: null, unsubscribe_url: null } as const;

export async function endMessage(
  transaction: Queryable,
  id: string,
  end: MessageEnd,
  now: Date,
): Promise<void> {
  if (end.kind === 'unwanted') {
    await transaction.deleteFrom('outbox').where('id', '=', id).execute();
    return;
  }
  if (end.kind !== 'sent') await deskChanged(transaction, 'inbox', null);
  const update = transaction.updateTable('outbox').where('id', '=', id);
  switch (end.kind) {
    case 'sent':
    case 'to nobody':
      await update
        .set({
          ...noContent,
          sent_at: end.kind === 'sent' ? now : null,
          failed_at: null,
          failure: null,
          abandoned_at: null,
        })
        .execute();
      return;
    case 'expired':
      await update
        .set(({ fn, val }) => ({
          ...noContent,
          failed_at: now,
          abandoned_at: now,
          failure: fn.coalesce('failure', val(expiredReason)),
        }))
        .execute();
      return;
    case 'undeliverable':
      await update
        .set({ ...noContent, failed_at: now, abandoned_at: now, failure: undeliverableReason })
        .execute();
      return;
    case 'failed':
      await update
        .set({ failed_at: now, failure: end.failure.message, abandoned_at: end.isLast ? now : null })
        .execute();
  }
}
