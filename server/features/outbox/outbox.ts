import type { Provider } from '@mailcall/contract/provider.ts';
import type { AlertType } from '@mailcall/contract/rules/alert-types.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { anyOf } from '../../platform/any-of.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import type { Environment } from '../../platform/env.ts';
import { atIntervals } from '../../platform/intervals.ts';
import { addJob, type Tasks, type Attempt } from '../../platform/jobs.ts';
import type { Logger } from '../../platform/log.ts';
import { type Mailer, smtpMailer } from '../../platform/mail.ts';
import { type Texter, webhookTexter } from '../../platform/sms.ts';
import { type FinishedMail, type MailContent, layOut } from './mail-content.ts';
import { type UnsentMessage, unsentMessages } from './unsent-messages.ts';

/** The job that sends one message; its payload is the message's id. */
const sendMessage = 'send message';
const payloadSchema = z.object({ id: z.uuid() });

const day = 24 * 60 * 60 * 1000;
/** Milliseconds after which messages are deleted, sent or not: a week. */
const messageRetention = 7 * day;
/** Milliseconds for which `/health` warns of a failure; the list contains it until it is deleted. */
const warningLifetime = day;

/** Milliseconds that sending one message takes at most; longer ones belong to a process that was killed. */
const maxSendingTime = 2 * 60 * 1000;
/** Milliseconds between the checks for messages of killed processes. */
const resumeInterval = 30_000;

/** The failures of a message that expired before it was attempted, and of one without a configured service. */
const expiredReason = 'It was not sent while it was good.';
const noService = { email: 'No mail server is configured.', sms: 'No SMS service is configured.' } as const;

/** A message to write. One without a recipient takes the same work and is not sent, so that timing reveals nothing. */
export type Message = {
  recipient: string | null;
  goodUntil: Date;
  /** The kind of the alert, by which operators know it in the list of unsent messages. */
  alertType?: AlertType;
} & (
  | {
      channel: 'email';
      letter: MailContent | FinishedMail;
      /** The address that stops mails like this one with one `POST` (RFC 8058). */
      unsubscribeUrl?: string | null;
    }
  | { channel: 'sms'; text: string }
);

const finished = (provider: Provider, letter: MailContent | FinishedMail) =>
  'html' in letter ? letter : layOut(provider, letter);

/** Reads a message that still has to be sent, and locks it so that only one worker sends it; undefined without one. */
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
    ])
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('body_text', 'is not', null)
    .forUpdate()
    .$narrowType<{ channel: Message['channel'] }>()
    .executeTakeFirst();

type StoredMessage = NonNullable<Awaited<ReturnType<typeof lockMessage>>>;

/**
 * Decides, just before an alert is sent, whether its receiver still wants and may have it. In the transaction that holds
 * the message.
 */
export type AlertCheck = (transaction: Queryable, messageId: string, now: Date) => Promise<boolean>;

/** The queue of mails and text messages. Messages without a configured service stay unsent. */
export class Outbox {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #provider: Provider;
  readonly #mailer: Mailer | null;
  readonly #texter: Texter | null;
  readonly #alertCheck: AlertCheck | undefined;
  readonly #log: Logger;

  constructor(dependencies: {
    database: Database;
    clock: Clock;
    log: Logger;
    provider: Provider;
    mailer: Mailer | null;
    texter: Texter | null;
    alertCheck?: AlertCheck;
  }) {
    this.#database = dependencies.database;
    this.#clock = dependencies.clock;
    this.#provider = dependencies.provider;
    this.#mailer = dependencies.mailer;
    this.#texter = dependencies.texter;
    this.#alertCheck = dependencies.alertCheck;
    this.#log = dependencies.log;
  }

  /**
   * Writes a message in the caller's transaction; it is sent only after the commit.
   * @returns the message's id.
   */
  async write(transaction: Queryable, message: Message): Promise<string> {
    const { channel, recipient, goodUntil, alertType = null } = message;
    const subject = channel === 'email' ? message.letter.subject : null;
    const body =
      channel === 'email' ? finished(this.#provider, message.letter) : { text: message.text, html: null };
    const { id } = await transaction
      .insertInto('outbox')
      .values({
        channel,
        recipient,
        subject,
        body_text: body.text,
        body_html: body.html,
        written_at: this.#clock.now(),
        expires_at: goodUntil,
        unsubscribe_url: channel === 'email' ? (message.unsubscribeUrl ?? null) : null,
        alert_kind: alertType,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (this.sends(channel)) await this.#queue(transaction, id);
    return id;
  }

  /** Whether a service is configured for a channel. */
  sends(channel: Message['channel']): boolean {
    return (channel === 'email' ? this.#mailer : this.#texter) !== null;
  }

  /** The tasks of the job worker. */
  get tasks(): Tasks {
    return { [sendMessage]: (payload, attempt) => this.#deliver(payloadSchema.parse(payload).id, attempt) };
  }

  /** Queues the messages of killed processes again, at regular intervals; returns a function that ends it. */
  watch(): () => void {
    return atIntervals(
      () => this.resume(),
      resumeInterval,
      (error) => this.#log.warn({ err: error }, 'the check for messages of killed processes failed'),
    );
  }

  /** Lists the newest unsent messages: without a configured service, waiting, or failed. */
  unsent(): Promise<UnsentMessage[]> {
    return unsentMessages(this.#database.kysely);
  }

  /** Warnings for `/health`; empty when no message failed within a day. */
  async warnings(): Promise<string[]> {
    const since = new Date(this.#clock.now().getTime() - warningLifetime);
    const { failed } = await this.#database.kysely
      .selectFrom('outbox')
      .select(({ fn }) => fn.countAll<number>().as('failed'))
      .where('failed_at', '>', since)
      .where('sent_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (failed === 0) return [];
    return [`${failed === 1 ? 'A message' : `${failed} messages`} could not be sent: npm run cli -- outbox`];
  }

  /**
   * Queues unsent messages again: the message with this id, or all that have not expired.
   * @returns the number of messages.
   */
  async resend(which: { id: string } | 'all'): Promise<number> {
    const now = this.#clock.now();
    const channels = (['email', 'sms'] as const).filter((channel) => this.sends(channel));
    return this.#database.transaction(async (transaction) => {
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
      for (const { id } of rows) await this.#queue(transaction, id);
      return rows.length;
    });
  }

  /**
   * Queues the messages again that a process was sending when it was killed: their jobs stay taken by it for hours.
   * @param after milliseconds since a job was taken; sending takes less
   */
  async resume(after = maxSendingTime): Promise<void> {
    await this.#database.transaction(async (transaction) => {
      const { rows } = await sql<{ id: string }>`
        select payload ->> 'id' as id from graphile_worker._private_jobs as jobs
        join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
        where tasks.identifier = ${sendMessage} and jobs.key is not null
          and jobs.locked_at < now() - ${after}::double precision * interval '1 millisecond'`.execute(
        transaction,
      );
      for (const { id } of rows) await this.#queue(transaction, id);
    });
  }

  /** Deletes old messages. */
  async clean(): Promise<void> {
    const before = new Date(this.#clock.now().getTime() - messageRetention);
    await this.#database.kysely.deleteFrom('outbox').where('written_at', '<', before).execute();
  }

  /** Queues one job per message: a new job replaces one that waits for its next attempt. */
  #queue(transaction: Queryable, id: string): Promise<void> {
    return addJob(transaction, sendMessage, { id }, { key: `${sendMessage} ${id}` });
  }

  async #deliver(id: string, attempt: Attempt): Promise<void> {
    // the failure is stored, so it is thrown after the commit
    const failure = await this.#database.transaction(async (transaction) => {
      const message = await lockMessage(transaction, id);
      return message ? this.#attempt(transaction, message, attempt) : null;
    });
    if (failure) throw failure;
  }

  /** Attempts to send a message and stores the result; returns the failure that the job must retry for. */
  async #attempt(transaction: Queryable, message: StoredMessage, { isLast }: Attempt): Promise<Error | null> {
    const { id, channel, expires_at: goodUntil, recipient } = message;
    const now = this.#clock.now();
    if (recipient !== null && goodUntil.getTime() <= now.getTime()) {
      await transaction
        .updateTable('outbox')
        .set(({ fn, val }) => ({
          body_text: null,
          body_html: null,
          unsubscribe_url: null,
          failed_at: now,
          abandoned_at: now,
          failure: fn.coalesce('failure', val(expiredReason)),
        }))
        .where('id', '=', id)
        .execute();
      this.#log.error({ message: id, channel }, 'a message expired before it was sent');
      return null;
    }
    if (message.alert_kind !== null && (await this.#alertCheck?.(transaction, id, now)) === false) {
      await transaction.deleteFrom('outbox').where('id', '=', id).execute();
      return null;
    }
    const failure = recipient === null ? null : await this.#send({ ...message, recipient });
    if (failure) {
      await transaction
        .updateTable('outbox')
        .set({ failed_at: now, failure: failure.message, abandoned_at: isLast ? now : null })
        .where('id', '=', id)
        .execute();
      if (isLast) this.#log.error({ message: id, channel }, 'a message could not be sent and was given up');
      return failure;
    }
    await transaction
      .updateTable('outbox')
      .set({
        body_text: null,
        body_html: null,
        unsubscribe_url: null,
        sent_at: recipient === null ? null : now,
        failed_at: null,
        failure: null,
        abandoned_at: null,
      })
      .where('id', '=', id)
      .execute();
    return null;
  }

  /** Passes a message to its service; returns the failure, or null. */
  async #send(message: StoredMessage & { recipient: string }): Promise<Error | null> {
    const { id, channel, recipient: to, body_text } = message;
    const text = body_text ?? '';
    if (!this.sends(channel)) return new Error(noService[channel]);
    try {
      if (channel === 'email')
        await this.#mailer?.send({
          id,
          to,
          subject: message.subject ?? '',
          text,
          html: message.body_html ?? '',
          unsubscribeUrl: message.unsubscribe_url,
        });
      else await this.#texter?.send({ id, to, text });
      return null;
    } catch (error) {
      return error as Error;
    }
  }
}

/** Opens the outbox with the services that the environment configures. */
export function openOutbox(dependencies: {
  database: Database;
  clock: Clock;
  log: Logger;
  provider: Provider;
  environment: Pick<Environment, 'smtpUrl' | 'mailFrom' | 'smsUrl'>;
  /** Absent where nothing is sent. */
  alertCheck?: AlertCheck;
}): Outbox {
  const { provider, environment } = dependencies;
  const from = { name: provider.name, address: environment.mailFrom ?? provider.supportAddress };
  return new Outbox({
    ...dependencies,
    mailer: environment.smtpUrl === undefined ? null : smtpMailer(environment.smtpUrl, from),
    texter: environment.smsUrl === undefined ? null : webhookTexter(environment.smsUrl),
  });
}
