import type { Queryable } from '../../platform/database.ts';

/** The failure of a message that expired before it was attempted. */
const expiredReason = 'It was not sent while it was good.';
/** The failure of a message whose recipient breaks the rule of email addresses. */
const undeliverableReason =
  'The recipient is not an email address. Correct it in the feed, or let the person change it.';

/** How an attempt to send a message ended. */
export type MessageEnd =
  | { kind: 'sent' }
  /** It has no recipient. */
  | { kind: 'to nobody' }
  /** Its receiver does not want it any more or may not have it. */
  | { kind: 'unwanted' }
  /** It is not good any more. */
  | { kind: 'expired' }
  /** Its recipient is not an email address: a mail server could read another recipient into it. */
  | { kind: 'undeliverable' }
  /** `isLast`: it is not attempted again by itself. */
  | { kind: 'failed'; failure: Error; isLast: boolean };

/** What a message loses when it can never be sent again: codes and links in it must not stay in the database. */
const noContent = { body_text: null, body_html: null, unsubscribe_url: null } as const;

/** Stores how an attempt to send a message ended. */
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
