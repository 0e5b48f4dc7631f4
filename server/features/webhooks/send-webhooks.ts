import { createHmac } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import { atIntervals } from '../../platform/intervals.ts';
import type { Notifications } from '../../platform/notifications.ts';
import { postOutside } from '../../platform/outside-post.ts';
import { openSealedTexts, type SealedTexts } from '../../platform/sealed-text.ts';
import { cursorAt, readChanges, readLogState } from '../data-out/index.ts';
import { publishedChannel } from '../portal-changes/index.ts';
import { bytesOfSecret, secretPurpose } from './webhooks.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Milliseconds in which a receiver has to answer. */
const answerTimeout = 10 * second;
/** Milliseconds for which a delivery belongs to the process that makes it; longer than the answer may take. */
const claimTime = 30 * second;
/** Milliseconds after the first, second … failed attempt; the last one repeats. */
const retryDelays = [
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  hour,
  3 * hour,
  6 * hour,
  12 * hour,
];
/** Milliseconds after the first failed attempt after which a queue is paused. */
const givenUpAfter = 3 * 24 * hour;
/** Milliseconds between looks for what is due. */
const lookInterval = 5 * second;
/** Deliveries at a time, to receivers or accounts of their own. */
const concurrency = 4;

/** A queue that this process delivers from. */
interface ClaimedQueue {
  webhookId: string;
  accountId: string;
  position: number;
  attempts: number;
  firstAttemptAt: Date | null;
  /** Until when; names the claim. */
  claimedUntil: Date;
  url: string;
  secret: string;
}

/** SQL condition: a webhook wants a change. */
const wantsChange = sql`
  (webhook.files is null or change.file = any(webhook.files))
  and (webhook.account_ids is null or change.account_id = any(webhook.account_ids)
    or (change.account_id is null and exists (
      select from contact_accounts linked
      where linked.contact_id = change.row_id and linked.account_id = any(webhook.account_ids))))`;

/** Puts the accounts with new changes into the queues of webhooks. */
export async function queueChanges(database: Pick<Database, 'transaction'>, now: Date): Promise<void> {
  await database.transaction(async (transaction) => {
    await sql`
      with webhook as (
        select webhooks.*, log.last_position from webhooks, portal_change_log log
        where removed_at is null and queued_position < last_position order by webhooks.id for update of webhooks
      ), queued as (
        insert into webhook_queues as queue (webhook_id, account_id, position, next_attempt_at)
        select distinct webhook.id, coalesce(change.account_id, ''), webhook.queued_position, ${now}::timestamptz
        from webhook join portal_changes change
          on change.position > webhook.queued_position and change.position <= webhook.last_position
        where ${wantsChange}
        on conflict (webhook_id, account_id) do update set waiting = true
      )
      update webhooks set queued_position = webhook.last_position from webhook where webhooks.id = webhook.id`.execute(
      transaction,
    );
  });
}

/** Takes a queue that is due and that no other process delivers from; null when there is none. */
async function claimQueue(database: Queryable, now: Date): Promise<ClaimedQueue | null> {
  const until = new Date(now.getTime() + claimTime);
  const { rows } = await sql<ClaimedQueue>`
    update webhook_queues queue set claimed_until = ${until}
    from (
      select webhook_id, account_id from webhook_queues
      where waiting and paused_at is null and next_attempt_at <= ${now}
        and (claimed_until is null or claimed_until <= ${now})
      order by next_attempt_at limit 1 for update skip locked
    ) due join webhooks on webhooks.id = due.webhook_id
    where queue.webhook_id = due.webhook_id and queue.account_id = due.account_id
    returning queue.webhook_id as "webhookId", queue.account_id as "accountId", queue.position, queue.attempts,
      queue.first_attempt_at as "firstAttemptAt", queue.claimed_until as "claimedUntil", webhooks.url, webhooks.secret`.execute(
    database,
  );
  return rows[0] ?? null;
}

const nextChange = ({ webhookId, accountId, position }: ClaimedQueue): RawBuilder<unknown> => sql`
  select change.position from portal_changes change join webhooks webhook on webhook.id = ${webhookId}
  where change.position > ${position} and change.account_id is not distinct from ${accountId || null}
    and ${wantsChange}
  order by change.position limit 1`;

/** What is written of a queue after an attempt, unless the claim has passed to somebody else. */
async function leaveQueue(
  database: Queryable,
  { webhookId, accountId, claimedUntil }: ClaimedQueue,
  changes: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    update webhook_queues set claimed_until = null, ${changes}
    where webhook_id = ${webhookId} and account_id = ${accountId} and claimed_until = ${claimedUntil}`.execute(
    database,
  );
}

/** Ends a queue that seems to be empty; the lock keeps a change from being queued in between. */
async function endIfEmpty(database: Pick<Database, 'transaction'>, queue: ClaimedQueue): Promise<void> {
  await database.transaction(async (transaction) => {
    await sql`
      select from webhook_queues where webhook_id = ${queue.webhookId} and account_id = ${queue.accountId} for update`.execute(
      transaction,
    );
    const { rows } = await sql`${nextChange(queue)}`.execute(transaction);
    await leaveQueue(transaction, queue, sql`waiting = ${rows.length > 0}`);
  });
}

/** The headers of a message, signed as the Standard Webhooks say. */
function signedHeaders(
  secret: string,
  { id, body, now }: { id: string; body: string; now: Date },
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / second));
  const signature = createHmac('sha256', bytesOfSecret(secret))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64');
  return {
    'content-type': 'application/json',
    'user-agent': 'Mailcall',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}

/** Sends portal changes to webhooks, in order for each account, until it is stopped. */
export class WebhookSender {
  readonly #dependencies: Pick<Dependencies, 'database' | 'clock' | 'log' | 'environment'>;
  readonly #notifications: Notifications;
  #sealed: SealedTexts | null = null;
  #running: Promise<void> | null = null;
  #again = false;
  #stopped = false;
  #end = (): void => undefined;

  constructor({
    notifications,
    ...dependencies
  }: Pick<Dependencies, 'database' | 'clock' | 'log' | 'environment'> & { notifications: Notifications }) {
    this.#dependencies = dependencies;
    this.#notifications = notifications;
  }

  /** Begins. */
  async start(): Promise<void> {
    const endListening = await this.#notifications.listen(publishedChannel, () => this.#sendSoon());
    const endLooking = atIntervals(
      async () => this.#sendSoon(),
      lookInterval,
      () => {},
    );
    this.#end = () => {
      endListening();
      endLooking();
    };
    this.#sendSoon();
  }

  /** Stops after the deliveries under way. */
  async stop(): Promise<void> {
    this.#end();
    this.#stopped = true;
    await this.#running;
  }

  #sendSoon(): void {
    if (this.#stopped) return;
    if (this.#running) {
      this.#again = true;
      return;
    }
    this.#running = this.send()
      .catch((error: unknown) => this.#dependencies.log.warn({ err: error }, 'webhooks could not be sent'))
      .finally(() => {
        this.#running = null;
        if (!this.#again) return;
        this.#again = false;
        this.#sendSoon();
      });
  }

  /** Sends everything that is due now. */
  async send(): Promise<void> {
    const { database, clock, environment } = this.#dependencies;
    this.#sealed ??= await openSealedTexts(environment);
    await queueChanges(database, clock.now());
    const worker = async () => {
      while (!this.#stopped) {
        const queue = await claimQueue(database.kysely, clock.now());
        if (!queue) return;
        await this.#deliverNext(queue);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
  }

  /** Delivers the next change of a queue, or ends the queue. */
  async #deliverNext(queue: ClaimedQueue): Promise<void> {
    const { database, clock, environment, log } = this.#dependencies;
    const { rows } = await sql<{ position: number }>`${nextChange(queue)}`.execute(database.kysely);
    const [next] = rows;
    const [change] = next
      ? await readChanges(database.kysely, { after: next.position - 1, upTo: next.position, limit: 1 })
      : [];
    if (!change) {
      await endIfEmpty(database, queue);
      return;
    }
    const body = JSON.stringify({
      id: String(change.id),
      cursor: cursorAt(await readLogState(database.kysely), change.position),
      position: change.position,
      account: change.accountId,
      file: change.file,
      action: change.action,
      at: change.madeAt.toISOString(),
      row: change.row,
    });
    const secret =
      this.#sealed?.open(Buffer.from(queue.secret, 'base64'), secretPurpose(queue.webhookId)) ?? '';
    const now = clock.now();
    const answer = await postOutside({
      url: queue.url,
      headers: signedHeaders(secret, { id: `msg_${queue.webhookId}_${change.id}`, body, now }),
      body,
      timeout: answerTimeout,
      privateOrigins: environment.webhookPrivateOrigins,
    });
    const status = 'status' in answer ? answer.status : null;
    const delivered = status !== null && status >= 200 && status < 300;
    const failure = delivered ? null : 'failure' in answer ? answer.failure : `answered ${status}`;
    await sql`
      insert into webhook_deliveries as known (webhook_id, change_id, account_id, position, file, row_id, attempts,
        first_attempt_at, last_attempt_at, delivered_at, status, failure)
      values (${queue.webhookId}, ${change.id}, ${change.accountId}, ${change.position}, ${change.file}, ${change.rowId}, 1,
        ${now}, ${now}, ${delivered ? now : null}, ${status}, ${failure})
      on conflict (webhook_id, change_id) do update set attempts = known.attempts + 1, last_attempt_at = ${now},
        delivered_at = excluded.delivered_at, status = excluded.status, failure = excluded.failure`.execute(
      database.kysely,
    );
    if (delivered) {
      await leaveQueue(
        database.kysely,
        queue,
        sql`position = ${change.position}, attempts = 0, first_attempt_at = null, next_attempt_at = ${now}`,
      );
      return;
    }
    const firstAttemptAt = queue.firstAttemptAt ?? now;
    const pauses = now.getTime() - firstAttemptAt.getTime() >= givenUpAfter;
    const delay = retryDelays[Math.min(queue.attempts, retryDelays.length - 1)] ?? hour;
    if (pauses)
      log.error(
        { webhook: queue.webhookId, account: queue.accountId },
        'a webhook failed for three days and is paused',
      );
    else log.warn({ webhook: queue.webhookId, failure }, 'a webhook failed and will be tried again');
    await leaveQueue(
      database.kysely,
      queue,
      sql`attempts = attempts + 1, first_attempt_at = ${firstAttemptAt}, paused_at = ${pauses ? now : null},
        next_attempt_at = ${new Date(now.getTime() + delay)}`,
    );
  }
}

/** How long deliveries stay listed: 30 days. */
const listedTime = 30 * 24 * hour;

/** Forgets old deliveries. */
export async function cleanWebhooks({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - listedTime);
  await sql`delete from webhook_deliveries where last_attempt_at < ${before}`.execute(database.kysely);
}
