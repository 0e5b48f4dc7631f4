import { sql } from 'kysely';
import { Counter } from 'prom-client';
import type { Dependencies } from '../../../dependencies.ts';
import { connectionProblem, statusProblem } from '../../../platform/connection-problem.ts';
import type { Notifications } from '../../../platform/notifications.ts';
import { NotifiedWork } from '../../../platform/notified-work.ts';
import { requestOutside } from '../../../platform/outside-requests.ts';
import { processMetrics } from '../../../platform/process-metrics.ts';
import { openSealedTexts, type SealedTexts } from '../../../platform/sealed-text.ts';
import { privateOriginsFor, receiverUrlProblem, signedHeaders } from '../../../platform/standard-webhooks.ts';
import { readChanges } from '../changed-rows.ts';
import { cursorAt, readLogState } from '../cursors.ts';
import { publishedChannel } from '../../changes/index.ts';
import {
  type ClaimedQueue,
  claimQueue,
  endIfEmpty,
  leaveQueue,
  nextChange,
  queueChanges,
} from './webhook-queues.ts';
import { secretPurpose } from './webhooks.ts';

const deliveries = new Counter({
  name: 'mailcall_webhook_deliveries_total',
  help: 'Attempts to deliver a change to a webhook, by how they ended.',
  labelNames: ['result'],
  registers: [processMetrics],
});

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Milliseconds */
const answerTimeout = 10 * second;
/** Milliseconds after each failed attempt; the last one repeats. */
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
/** Milliseconds of failures after which a queue is paused. */
const givenUpAfter = 3 * 24 * hour;
const lookInterval = 5 * second;
/** Maximum parallel requests, each for another receiver or account. */
const concurrency = 4;

/** Null if it was sealed with another key, or was changed. */
const secretOf = ({ webhookId, secret }: ClaimedQueue, sealed: SealedTexts): string | null =>
  sealed.open(Buffer.from(secret, 'base64'), secretPurpose(webhookId));

/** Does not follow redirects or read the answer. @returns the status, or a sentence about the failure */
async function post(
  address: string,
  {
    privateOrigins,
    ...request
  }: { headers: Record<string, string>; body: string; privateOrigins: readonly string[] },
): Promise<{ status: number } | { failure: string }> {
  const problem = receiverUrlProblem(address, privateOrigins);
  if (problem !== null) return { failure: problem };
  const url = new URL(address);
  try {
    const answer = await requestOutside({
      url,
      ...request,
      signal: AbortSignal.timeout(answerTimeout),
      namedOrigins: privateOriginsFor(url, privateOrigins),
    });
    answer.destroy();
    return { status: answer.statusCode ?? 0 };
  } catch (error) {
    return { failure: connectionProblem(error) };
  }
}

/** Sends in order for each account. */
export class WebhookSender {
  readonly #dependencies: Pick<Dependencies, 'database' | 'clock' | 'log' | 'environment'>;
  readonly #notifications: Notifications;
  #sealed: SealedTexts | null = null;
  readonly #looking: NotifiedWork;
  readonly #workers = new Set<Promise<void>>();
  #looks = 0;
  #claim: Promise<ClaimedQueue | null> = Promise.resolve(null);
  #stopped = false;

  constructor({
    notifications,
    ...dependencies
  }: Pick<Dependencies, 'database' | 'clock' | 'log' | 'environment'> & { notifications: Notifications }) {
    this.#dependencies = dependencies;
    this.#notifications = notifications;
    this.#looking = new NotifiedWork(
      () => this.#look(),
      (error) => dependencies.log.warn({ err: error }, 'webhooks could not be sent'),
    );
  }

  start(): Promise<void> {
    return this.#looking.start(this.#notifications, publishedChannel, lookInterval);
  }

  /** Waits for the deliveries that have begun. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#looking.stop();
    await Promise.all(this.#workers);
  }

  async send(): Promise<void> {
    await this.#look();
    await Promise.all(this.#workers);
  }

  /** Does not wait for deliveries. */
  async #look(): Promise<void> {
    const { database, clock, environment } = this.#dependencies;
    const sealed = (this.#sealed ??= await openSealedTexts(environment));
    await queueChanges(database, clock.now());
    this.#looks += 1;
    while (this.#workers.size < concurrency) {
      const worker: Promise<void> = this.#deliverDue(sealed).finally(() => this.#workers.delete(worker));
      this.#workers.add(worker);
    }
  }

  /** A failure holds up only its own queue: the claim ends by itself. */
  async #deliverDue(sealed: SealedTexts): Promise<void> {
    const { log } = this.#dependencies;
    try {
      while (!this.#stopped) {
        const looks = this.#looks;
        const queue = await this.#claimNext();
        if (queue)
          await this.#deliverNext(queue, sealed).catch((error: unknown) =>
            log.warn({ err: error, webhook: queue.webhookId }, 'a change could not be sent to a webhook'),
          );
        // changes were queued while this worker looked
        else if (looks === this.#looks) return;
      }
    } catch (error) {
      log.warn({ err: error }, 'webhooks could not be sent');
    }
  }

  /** One worker at a time claims, so that each sees how much the others deliver to a webhook. */
  #claimNext(): Promise<ClaimedQueue | null> {
    const { database, clock } = this.#dependencies;
    const claim = this.#claim.then(() => claimQueue(database.kysely, clock.now()));
    this.#claim = claim.catch(() => null);
    return claim;
  }

  async #deliverNext(queue: ClaimedQueue, sealed: SealedTexts): Promise<void> {
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
    const state = await readLogState(database.kysely);
    const body = JSON.stringify({
      id: String(change.id),
      cursor: cursorAt(state, change.position),
      position: change.position,
      account: change.accountId,
      file: change.file,
      action: change.action,
      at: change.madeAt.toISOString(),
      row: change.row,
    });
    const secret = secretOf(queue, sealed);
    const now = clock.now();
    // a restored database gives numbers of changes again, to other changes
    const id = `msg_${queue.webhookId}_${state.databaseId.slice(0, 8)}_${change.id}`;
    const answer =
      secret === null
        ? {
            failure:
              'Its secret cannot be opened with secrets/sealing-key of DATA_DIR: put that file back from a backup, or add the webhook again.',
          }
        : await post(queue.url, {
            headers: signedHeaders(secret, { id, body, now }),
            body,
            privateOrigins: environment.webhookPrivateOrigins,
          });
    const status = 'status' in answer ? answer.status : null;
    const delivered = status !== null && status >= 200 && status < 300;
    const failure = delivered ? null : 'failure' in answer ? answer.failure : statusProblem(answer.status);
    await sql`
      insert into webhook_deliveries as known (webhook_id, change_id, account_id, position, file, row_id, attempts,
        first_attempt_at, last_attempt_at, delivered_at, status, failure)
      values (${queue.webhookId}, ${change.id}, ${change.accountId}, ${change.position}, ${change.file}, ${change.rowId}, 1,
        ${now}, ${now}, ${delivered ? now : null}, ${status}, ${failure})
      on conflict (webhook_id, change_id) do update set attempts = known.attempts + 1, last_attempt_at = ${now},
        delivered_at = excluded.delivered_at, status = excluded.status, failure = excluded.failure`.execute(
      database.kysely,
    );
    deliveries.inc({ result: delivered ? 'delivered' : 'failed' });
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

/** Milliseconds that deliveries stay listed. */
const listedTime = 30 * 24 * hour;

export async function cleanWebhooks({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - listedTime);
  await sql`delete from webhook_deliveries where last_attempt_at < ${before}`.execute(database.kysely);
}
