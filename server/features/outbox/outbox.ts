import type { Provider } from '@mailcall/contract/provider.ts';
import { days, seconds } from '@mailcall/contract/time/durations.ts';
import { z } from 'zod';
import type { Queryable } from '../../platform/database.ts';
import type { Environment } from '../../platform/env.ts';
import { atIntervals } from '../../platform/intervals.ts';
import type { Tasks } from '../../platform/jobs.ts';
import { smtpMailer } from '../../platform/mail.ts';
import { webhookTexter } from '../../platform/sms.ts';
import { Brands } from '../brands/index.ts';
import { type Channel, type Message, storeMessage } from './message.ts';
import { maxSendingTime, queueAgain, queueInterrupted, queueMessage, sendingJob } from './message-queue.ts';
import { sendMessage, type SendingDependencies } from './send-message.ts';
import { type UnsentMessage, unsentMessages } from './unsent-messages.ts';

const payloadSchema = z.object({ id: z.uuid() });

const day = days(1);
/** Milliseconds until any message is deleted. */
const messageRetention = 7 * day;
/** Milliseconds that `/health` warns of a failure. */
const warningLifetime = day;
const resumeInterval = seconds(30);

/** Messages without a configured service stay unsent. */
export class Outbox {
  readonly #dependencies: SendingDependencies;

  constructor(dependencies: SendingDependencies) {
    this.#dependencies = dependencies;
  }

  get brands(): Brands {
    return this.#dependencies.brands;
  }

  /** The message is sent after the caller's transaction commits. Returns its id. */
  async write(transaction: Queryable, message: Message): Promise<string> {
    const id = await storeMessage(transaction, message, this.#dependencies.clock.now());
    if (this.sends(message.channel)) await queueMessage(transaction, id);
    return id;
  }

  sends(channel: Channel): boolean {
    const { mailer, texter } = this.#dependencies;
    return (channel === 'email' ? mailer : texter) !== null;
  }

  get tasks(): Tasks {
    return {
      [sendingJob]: (payload, attempt) =>
        sendMessage(this.#dependencies, payloadSchema.parse(payload).id, attempt),
    };
  }

  /** Requeues messages of killed processes; returns a function that stops it. */
  watch(): () => void {
    return atIntervals(
      () => this.resume(),
      resumeInterval,
      (error) =>
        this.#dependencies.log.warn({ err: error }, 'the check for messages of killed processes failed'),
    );
  }

  /** Newest first. */
  unsent(): Promise<UnsentMessage[]> {
    return unsentMessages(this.#dependencies.database.kysely);
  }

  /** Empty if no message failed within a day. */
  async warnings(): Promise<string[]> {
    const { database, clock } = this.#dependencies;
    const since = new Date(clock.now().getTime() - warningLifetime);
    const { failed } = await database.kysely
      .selectFrom('outbox')
      .select(({ fn }) => fn.countAll<number>().as('failed'))
      .where('failed_at', '>', since)
      .where('sent_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (failed === 0) return [];
    return [`${failed === 1 ? 'A message' : `${failed} messages`} could not be sent: npm run cli -- outbox`];
  }

  /** Requeues one unsent message, or all unexpired ones. Returns their number. */
  resend(which: { id: string } | 'all'): Promise<number> {
    const { database, clock } = this.#dependencies;
    const channels = (['email', 'sms'] as const).filter((channel) => this.sends(channel));
    return database.transaction((transaction) =>
      queueAgain(transaction, which, { channels, now: clock.now() }),
    );
  }

  /** @param after milliseconds since a job was taken; sending takes less */
  resume(after = maxSendingTime): Promise<void> {
    return this.#dependencies.database.transaction((transaction) => queueInterrupted(transaction, after));
  }

  async clean(): Promise<void> {
    const { database, clock } = this.#dependencies;
    const before = new Date(clock.now().getTime() - messageRetention);
    await database.kysely.deleteFrom('outbox').where('written_at', '<', before).execute();
  }
}

export function openOutbox(
  dependencies: Omit<SendingDependencies, 'mailer' | 'texter' | 'brands'> & {
    provider: Provider;
    environment: Pick<Environment, 'smtpUrl' | 'mailFrom' | 'smsUrl' | 'publicUrl' | 'brandOrigins'>;
  },
): Outbox {
  const { provider, environment } = dependencies;
  return new Outbox({
    ...dependencies,
    brands: new Brands(provider, environment),
    mailer: environment.smtpUrl === undefined ? null : smtpMailer(environment.smtpUrl),
    texter: environment.smsUrl === undefined ? null : webhookTexter(environment.smsUrl),
  });
}
