import { type RawBuilder, sql } from 'kysely';
import type { Database, Queryable } from '../../../platform/database.ts';

/** Milliseconds that a process may own a delivery; longer than the receiver may take to answer. */
const claimTime = 30_000;
/** Deliveries of one webhook at a time, in all processes together. */
const ofWebhook = 3;
const ofFailingWebhook = 1;

export interface ClaimedQueue {
  webhookId: string;
  accountId: string;
  position: number;
  attempts: number;
  firstAttemptAt: Date | null;
  /** End of the claim, which also identifies it. */
  claimedUntil: Date;
  url: string;
  secret: string;
}

const wantsChange = sql`
  (webhook.files is null or change.file = any(webhook.files))
  and (webhook.account_ids is null or change.account_id = any(webhook.account_ids)
    or (change.account_id is null and exists (
      select 1 from contact_accounts linked
      where linked.contact_id = change.row_id and linked.account_id = any(webhook.account_ids))))`;

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

/** Null without a due queue. A receiver that does not answer gets only a part of the deliveries, however many accounts wait for it. */
export async function claimQueue(database: Queryable, now: Date): Promise<ClaimedQueue | null> {
  const until = new Date(now.getTime() + claimTime);
  const { rows } = await sql<ClaimedQueue>`
    with busy as (
      select webhook_id from webhook_queues
      where claimed_until > ${now} or (waiting and attempts > 0 and paused_at is null)
      group by webhook_id having count(*) filter (where claimed_until > ${now}) >=
        case when bool_or(waiting and attempts > 0 and paused_at is null)
          then ${ofFailingWebhook}::int else ${ofWebhook}::int end
    )
    update webhook_queues queue set claimed_until = ${until}
    from (
      select webhook_id, account_id from webhook_queues
      where waiting and paused_at is null and next_attempt_at <= ${now}
        and (claimed_until is null or claimed_until <= ${now})
        and webhook_id not in (select webhook_id from busy)
      order by next_attempt_at limit 1 for update skip locked
    ) due join webhooks on webhooks.id = due.webhook_id
    where queue.webhook_id = due.webhook_id and queue.account_id = due.account_id
    returning queue.webhook_id as "webhookId", queue.account_id as "accountId", queue.position, queue.attempts,
      queue.first_attempt_at as "firstAttemptAt", queue.claimed_until as "claimedUntil", webhooks.url, webhooks.secret`.execute(
    database,
  );
  return rows[0] ?? null;
}

export function nextChange({ webhookId, accountId, position }: ClaimedQueue): RawBuilder<unknown> {
  // an index finds these, but not "is not distinct from"
  const ofAccount = accountId === '' ? sql`change.account_id is null` : sql`change.account_id = ${accountId}`;
  return sql`
    select change.position from portal_changes change join webhooks webhook on webhook.id = ${webhookId}
    where change.position > ${position} and ${ofAccount} and ${wantsChange}
    order by change.position limit 1`;
}

/** Does nothing if another process has the claim now. */
export async function leaveQueue(
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

/** Locks, so that no change is queued meanwhile. */
export async function endIfEmpty(
  database: Pick<Database, 'transaction'>,
  queue: ClaimedQueue,
): Promise<void> {
  await database.transaction(async (transaction) => {
    await sql`
      select 1 from webhook_queues where webhook_id = ${queue.webhookId} and account_id = ${queue.accountId} for update`.execute(
      transaction,
    );
    const { rows } = await sql`${nextChange(queue)}`.execute(transaction);
    await leaveQueue(transaction, queue, sql`waiting = ${rows.length > 0}`);
  });
}
