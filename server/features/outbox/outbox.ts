import type { Provider } from '@mailcall/contract/provider.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queries } from '../../platform/database.ts';
import type { Environment } from '../../platform/env.ts';
import { addJob, type Tasks } from '../../platform/jobs.ts';
import { type Mailer, smtpMailer } from '../../platform/mail.ts';
import { type Texter, webhookTexter } from '../../platform/sms.ts';
import { type Letter, layOut } from './letter.ts';

/** The job that sends one message; it is told the message's id alone. */
const sendMessage = 'send message';
const payloadSchema = z.object({ id: z.uuid() });

/** Messages are forgotten after this long, sent or not: a week, in milliseconds. */
const keptFor = 7 * 24 * 60 * 60 * 1000;

/** A message to be written; without a recipient it costs the same and goes to nobody. */
export type Message = { recipient: string | null; goodUntil: Date } & (
  | { channel: 'email'; letter: Letter }
  | { channel: 'sms'; text: string }
);

/** A message as the outbox's page shows it. */
export interface WrittenMessage {
  id: string;
  channel: 'email' | 'sms';
  recipient: string;
  subject: string | null;
  text: string | null;
  writtenAt: Date;
}

interface StoredMessage {
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

  constructor(means: {
    database: Database;
    clock: Clock;
    provider: Provider;
    mailer: Mailer | null;
    texter: Texter | null;
  }) {
    this.#database = means.database;
    this.#clock = means.clock;
    this.#provider = means.provider;
    this.#mailer = means.mailer;
    this.#texter = means.texter;
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
    const sends = channel === 'email' ? this.#mailer : this.#texter;
    if (sends) await addJob(transaction, sendMessage, { id: rows[0]?.id });
  }

  /** What the job worker does for the outbox. */
  get tasks(): Tasks {
    return { [sendMessage]: (payload) => this.#deliver(payloadSchema.parse(payload).id) };
  }

  /** The newest messages that went nowhere else, for the page that shows them. */
  async unsent(database: Queries): Promise<WrittenMessage[]> {
    const { rows } = await sql<WrittenMessage>`
      select id, channel, recipient, subject, body_text as "text", written_at as "writtenAt" from outbox
      where recipient is not null and sent_at is null order by written_at desc, id limit 50
    `.execute(database);
    return rows;
  }

  /** Forgets old messages. */
  async clean(): Promise<void> {
    const before = new Date(this.#clock.now().getTime() - keptFor);
    await sql`delete from outbox where written_at < ${before}`.execute(this.#database.kysely);
  }

  async #deliver(id: string): Promise<void> {
    // the lock makes sure that of two workers one sends it
    await this.#database.transaction(async (transaction) => {
      const { rows } = await sql<StoredMessage>`
        select channel, recipient, subject, body_text, body_html, good_until from outbox
        where id = ${id} and sent_at is null and body_text is not null for update
      `.execute(transaction);
      const [message] = rows;
      if (!message) return;
      const now = this.#clock.now();
      const { channel, recipient: to, subject, body_text: text, body_html: html } = message;
      const sendable = to !== null && text !== null && message.good_until.getTime() > now.getTime();
      if (sendable && channel === 'email')
        await this.#mailer?.send({ to, subject: subject ?? '', text, html: html ?? '' });
      if (sendable && channel === 'sms') await this.#texter?.send({ to, text });
      await sql`
        update outbox set body_text = null, body_html = null, sent_at = ${sendable ? now : null} where id = ${id}
      `.execute(transaction);
    });
  }
}

/** Opens the outbox with the services that the environment names. */
export function openOutbox(means: {
  database: Database;
  clock: Clock;
  provider: Provider;
  environment: Pick<Environment, 'smtpUrl' | 'mailFrom' | 'smsUrl'>;
}): Outbox {
  const { provider, environment } = means;
  const from = { name: provider.name, address: environment.mailFrom ?? provider.supportAddress };
  return new Outbox({
    ...means,
    mailer: environment.smtpUrl === undefined ? null : smtpMailer(environment.smtpUrl, from),
    texter: environment.smsUrl === undefined ? null : webhookTexter(environment.smsUrl),
  });
}
