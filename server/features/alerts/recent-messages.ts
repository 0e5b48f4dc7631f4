import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { burstWindow, type RecentMessages } from './burst.ts';
import type { Channel } from './receivers.ts';

/** A receiver's address on one channel. */
export interface ReceiverChannel {
  contactId: string;
  channel: Channel;
}

/** Lets one transaction at a time write real-time alerts to a receiver, because several accounts may have events for them. */
export async function lockReceiver(
  transaction: Queryable,
  { contactId, channel }: ReceiverChannel,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`alerts to ${channel} ${contactId}`}, 0))`.execute(
    transaction,
  );
}

/** Messages to a locked receiver within ten minutes, in all of their accounts. */
export async function recentMessagesOf(
  transaction: Queryable,
  { contactId, channel }: ReceiverChannel,
  now: Date,
): Promise<RecentMessages> {
  const { rows } = await sql<{ writtenAt: Date[]; keeps: boolean }>`
    select
      coalesce((
        select array_agg(queued_at) from (
          select outbox_id, max(queued_at) as queued_at from alerts
          where contact_id = ${contactId} and channel = ${channel} and event_key like 'event %'
            and queued_at > ${new Date(now.getTime() - burstWindow)}
          group by outbox_id) as messages), '{}') as "writtenAt",
      exists (
        select 1 from alerts where contact_id = ${contactId} and channel = ${channel}
          and outbox_id is null and canceled_at is null) as keeps`.execute(transaction);
  return rows[0] ?? { writtenAt: [], keeps: false };
}
