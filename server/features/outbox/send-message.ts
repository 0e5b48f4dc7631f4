import { ownBrandId } from '@mailcall/contract/rules/brands.ts';
import { isEmail } from '@mailcall/contract/rules/email.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import type { Attempt } from '../../platform/jobs.ts';
import type { Logger } from '../../platform/log.ts';
import type { Mailer } from '../../platform/mail.ts';
import type { Texter } from '../../platform/sms.ts';
import type { Brands } from '../brands/index.ts';
import type { Channel } from './message.ts';
import { endMessage, type MessageEnd } from './message-end.ts';

const noService = { email: 'No mail server is configured.', sms: 'No SMS service is configured.' } as const;

/** Current address just before sending; null if the receiver no longer wants or may have it. */
export type AlertCheck = (
  transaction: Queryable,
  message: { id: string; recipient: string; kind: string },
  now: Date,
) => Promise<string | null>;

/** Null if no service is configured. */
export interface SendingDependencies {
  database: Database;
  clock: Clock;
  log: Logger;
  brands: Brands;
  mailer: Mailer | null;
  texter: Texter | null;
  /** Absent if nothing is sent. */
  alertCheck?: AlertCheck;
}

/** Locks, so that only one worker sends the message. */
const lockMessage = (transaction: Queryable, id: string) =>
  transaction
    .selectFrom('outbox')
    .select([
      'id',
      'channel',
      'recipient',
      'subject',
      'body_text',
      'body_html',
      'expires_at',
      'unsubscribe_url',
      'alert_kind',
      'brand_id',
    ])
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('body_text', 'is not', null)
    .forUpdate()
    .$narrowType<{ channel: Channel }>()
    .executeTakeFirst();

type StoredMessage = NonNullable<Awaited<ReturnType<typeof lockMessage>>>;

/** Stores the result. Does nothing if the message is already done. @throws the failure, so that the job is retried */
export async function sendMessage(
  dependencies: SendingDependencies,
  id: string,
  { isLast }: Attempt,
): Promise<void> {
  const { database, clock, log } = dependencies;
  // stores the failure first and throws it after the commit
  const failure = await database.transaction(async (transaction) => {
    const message = await lockMessage(transaction, id);
    if (!message) return null;
    const now = clock.now();
    const end = await attempt(dependencies, transaction, message, { isLast, now });
    await endMessage(transaction, id, end, now);
    const { channel } = message;
    if (end.kind === 'expired') log.error({ message: id, channel }, 'a message expired before it was sent');
    if (end.kind === 'undeliverable')
      log.error({ message: id, channel }, 'a message has a recipient that is not an email address');
    if (end.kind !== 'failed') return null;
    if (isLast) log.error({ message: id, channel }, 'a message could not be sent and was given up');
    return end.failure;
  });
  if (failure) throw failure;
}

async function attempt(
  dependencies: SendingDependencies,
  transaction: Queryable,
  message: StoredMessage,
  { isLast, now }: { isLast: boolean; now: Date },
): Promise<MessageEnd> {
  const { id, recipient: written, alert_kind: kind } = message;
  if (written === null) return { kind: 'to nobody' };
  if (message.expires_at.getTime() <= now.getTime()) return { kind: 'expired' };
  const { alertCheck } = dependencies;
  const recipient =
    kind === null || !alertCheck
      ? written
      : await alertCheck(transaction, { id, recipient: written, kind }, now);
  if (recipient === null) return { kind: 'unwanted' };
  if (recipient !== written)
    await transaction.updateTable('outbox').set({ recipient }).where('id', '=', id).execute();
  if (message.channel === 'email' && !isEmail(recipient)) return { kind: 'undeliverable' };
  const failure = await handOver(dependencies, transaction, { ...message, recipient });
  return failure ? { kind: 'failed', failure, isLast } : { kind: 'sent' };
}

async function handOver(
  { mailer, texter, brands }: Pick<SendingDependencies, 'mailer' | 'texter' | 'brands'>,
  transaction: Queryable,
  message: StoredMessage & { recipient: string },
): Promise<Error | null> {
  const { id, channel, recipient: to, subject, body_text, body_html, unsubscribe_url, brand_id } = message;
  const text = body_text ?? '';
  // outside of `try`: a failed statement ends the transaction
  const { from, replyTo } = await brands.byId(transaction, brand_id ?? ownBrandId);
  try {
    if (channel === 'email') {
      if (!mailer) return new Error(noService.email);
      const [html, unsubscribeUrl] = [body_html ?? '', unsubscribe_url];
      await mailer.send({ id, from, replyTo, to, subject: subject ?? '', text, html, unsubscribeUrl });
    } else {
      if (!texter) return new Error(noService.sms);
      await texter.send({ id, to, text });
    }
    return null;
  } catch (error) {
    return error as Error;
  }
}
