import type { Provider } from '@mailcall/contract/provider.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queries } from '../../platform/database.ts';
import type { Environment } from '../../platform/env.ts';
import { addJob, type Tasks, type Attempt } from '../../platform/jobs.ts';
import type { Logger } from '../../platform/log.ts';
import { type Mailer, smtpMailer } from '../../platform/mail.ts';
import { type Texter, webhookTexter } from '../../platform/sms.ts';
import { type MailContent, layOut } from './mail-content.ts';
import { type UnsentMessage, unsentMessages } from './unsent-messages.ts';

/** The job that sends one message; it is told the message's id alone. */
const sendMessage = 'send message';
const payloadSchema = z.object({ id: z.uuid() });

const day = 24 * 60 * 60 * 1000;
/** Messages are forgotten after this long, sent or not: a week, in milliseconds. */
const messageRetention = 7 * day;
/** A failure is warned of for this long, in milliseconds; the list shows it until it is forgotten. */
const warnedFor = day;

/** A message that nobody tried to send while it was good, and one of which the service is not known. */
const expiredReason = 'It was not sent while it was good.';
const noService = { email: 'No mail server is configured.', sms: 'No SMS service is configured.' } as const;

/** A message to be written; without a recipient it costs the same and goes to nobody. */
export type Message = { recipient: string | null; goodUntil: Date } & (
  | { channel: 'email'; letter: MailContent }
  | { channel: 'sms'; text: string }
);

interface StoredMessage {
  id: string;
  channel: 'email' | 'sms';
  recipient: string | null;
  subject: string | null;
  body_text: string | null;
  body_html: string | null;
  good_until: Date;
}

/** Where mails and text messages are written and sent from. What no service is configured for stays where it is. */
export class Outbox {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #provider: Provider;
  readonly #mailer: Mailer | null;
  readonly #texter: Texter | null;
  readonly #log: Logger;

  constructor(dependencies: {
    database: Database;
    clock: Clock;
    log: Logger;
    provider: Provider;
    mailer: Mailer | null;
    texter: Texter | null;
  }) {
    this.#database = dependencies.database;
    this.#clock = dependencies.clock;
    this.#provider = dependencies.provider;
    this.#mailer = dependencies.mailer;
    this.#texter = dependencies.texter;
    this.#log = dependencies.log;
  }

  /** Writes a message in the caller's transaction; it is sent after that is committed, and not otherwise. */
  async write(transaction: Queries, message: Message): Promise<void> {
    const { channel, recipient, goodUntil } = message;
    const subject = channel === 'email' ? message.letter.subject : null;
    const body =
      channel === 'email' ? layOut(this.#provider, message.letter) : { text: message.text, html: null };
    const { rows } = await sql<{ id: string }>`
      insert into outbox (channel, recipient, subject, body_text, body_html, written_at, good_until)
      values (${channel}, ${recipient}, ${subject}, ${body.text}, ${body.html}, ${this.#clock.now()}, ${goodUntil})
      returning id
    `.execute(transaction);
    if (this.sends(channel)) await this.#queue(transaction, rows[0]?.id ?? '');
  }

  /** Whether a service is configured that takes messages of this kind away. */
  sends(channel: Message['channel']): boolean {
    return (channel === 'email' ? this.#mailer : this.#texter) !== null;
  }

  /** What the job worker does for the outbox. */
  get tasks(): Tasks {
    return { [sendMessage]: (payload, attempt) => this.#deliver(payloadSchema.parse(payload).id, attempt) };
  }

  /** The newest messages that were not sent: nothing takes them away, they wait for their turn, or they failed. */
  unsent(): Promise<UnsentMessage[]> {
    return unsentMessages(this.#database.kysely);
  }

  /** What an operator should see to, for `/health`: empty when nothing failed within a day. */
  async warnings(): Promise<string[]> {
    const since = new Date(this.#clock.now().getTime() - warnedFor);
    const { rows } = await sql<{ failed: number }>`
      select count(*)::int as failed from outbox where failed_at > ${since} and sent_at is null
    `.execute(this.#database.kysely);
    const failed = rows[0]?.failed ?? 0;
    if (failed === 0) return [];
    return [`${failed === 1 ? 'A message' : `${failed} messages`} could not be sent: npm run cli -- outbox`];
  }

  /**
   * Has unsent messages tried anew, from now on: the one with this id, or all that are still good.
   * @returns how many.
   */
  async resend(which: { id: string } | 'all'): Promise<number> {
    const now = this.#clock.now();
    const channels = (['email', 'sms'] as const).filter((channel) => this.sends(channel));
    return this.#database.transaction(async (transaction) => {
      const { rows } = await sql<{ id: string }>`
        update outbox set given_up_at = null
        where recipient is not null and sent_at is null and body_text is not null and good_until > ${now}
          and channel = any(${channels}) and ${which === 'all' ? sql`true` : sql`id = ${which.id}`}
        returning id
      `.execute(transaction);
      for (const { id } of rows) await this.#queue(transaction, id);
      return rows.length;
    });
  }

  /** Forgets old messages. */
  async clean(): Promise<void> {
    const before = new Date(this.#clock.now().getTime() - messageRetention);
    await sql`delete from outbox where written_at < ${before}`.execute(this.#database.kysely);
  }

  /** One job a message: another one takes the place of one that waits for its next try. */
  #queue(transaction: Queries, id: string): Promise<void> {
    return addJob(transaction, sendMessage, { id }, { key: `${sendMessage} ${id}` });
  }

  async #deliver(id: string, attempt: Attempt): Promise<void> {
    // a failure is written down, so it leaves the transaction before it is thrown; the lock makes one worker send it
    const failure = await this.#database.transaction(async (transaction) => {
      const { rows } = await sql<StoredMessage>`
        select id, channel, recipient, subject, body_text, body_html, good_until from outbox
        where id = ${id} and sent_at is null and body_text is not null for update
      `.execute(transaction);
      return rows[0] ? this.#try(transaction, rows[0], attempt) : null;
    });
    if (failure) throw failure;
  }

  /** Tries to send a message and writes down what became of it; gives the failure that it is to be tried again for. */
  async #try(transaction: Queries, message: StoredMessage, { isLast }: Attempt): Promise<Error | null> {
    const { id, channel, good_until: goodUntil, recipient } = message;
    const now = this.#clock.now();
    if (recipient !== null && goodUntil.getTime() <= now.getTime()) {
      await sql`
        update outbox set body_text = null, body_html = null, failed_at = ${now}, given_up_at = ${now},
          failure = coalesce(failure, ${expiredReason})
        where id = ${id}
      `.execute(transaction);
      this.#log.error({ message: id, channel }, 'a message was not sent while it was good, and was given up');
      return null;
    }
    const failure = recipient === null ? null : await this.#send({ ...message, recipient });
    if (failure) {
      await sql`
        update outbox set failed_at = ${now}, failure = ${failure.message}, given_up_at = ${isLast ? now : null}
        where id = ${id}
      `.execute(transaction);
      if (isLast) this.#log.error({ message: id, channel }, 'a message could not be sent, and was given up');
      return failure;
    }
    await sql`
      update outbox set body_text = null, body_html = null, sent_at = ${recipient === null ? null : now},
        failed_at = null, failure = null, given_up_at = null
      where id = ${id}
    `.execute(transaction);
    return null;
  }

  /** Hands a message to its service; gives why it was not taken, null when it was. */
  async #send(message: StoredMessage & { recipient: string }): Promise<Error | null> {
    const { channel, recipient: to, subject, body_text: text, body_html: html } = message;
    if (!this.sends(channel)) return new Error(noService[channel]);
    try {
      if (channel === 'email')
        await this.#mailer?.send({ to, subject: subject ?? '', text: text ?? '', html: html ?? '' });
      else await this.#texter?.send({ to, text: text ?? '' });
      return null;
    } catch (error) {
      return error as Error;
    }
  }
}

/** Opens the outbox with the services that the environment names. */
export function openOutbox(dependencies: {
  database: Database;
  clock: Clock;
  log: Logger;
  provider: Provider;
  environment: Pick<Environment, 'smtpUrl' | 'mailFrom' | 'smsUrl'>;
}): Outbox {
  const { provider, environment } = dependencies;
  const from = { name: provider.name, address: environment.mailFrom ?? provider.supportAddress };
  return new Outbox({
    ...dependencies,
    mailer: environment.smtpUrl === undefined ? null : smtpMailer(environment.smtpUrl, from),
    texter: environment.smsUrl === undefined ? null : webhookTexter(environment.smsUrl),
  });
}
