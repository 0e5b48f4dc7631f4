import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { type Channel, receiversOf } from './receivers.ts';

/** An alert whose message waits in the outbox. */
interface WaitingAlert {
  accountId: string;
  alertType: string;
  contactId: string;
  channel: Channel;
}

/**
 * Whether somebody still wants and may have at least one alert of a message that is about to be sent: it may have waited
 * for hours, while its receiver switched the alert off or lost the account. If not, its alerts are canceled. Messages
 * without waiting alerts are wanted.
 */
export async function isStillWanted(transaction: Queryable, outboxId: string, now: Date): Promise<boolean> {
  const { rows } = await sql<WaitingAlert>`
    select account_id as "accountId", alert_type as "alertType", contact_id as "contactId", channel from alerts
    where outbox_id = ${outboxId} and sent_at is null`.execute(transaction);
  if (rows.length === 0) return true;
  for (const accountId of new Set(rows.map((row) => row.accountId))) {
    const receivers = await receiversOf(transaction, accountId);
    const isWanted = rows.some(
      (row) =>
        row.accountId === accountId &&
        receivers.some(
          ({ contactId, alertType, addresses }) =>
            contactId === row.contactId &&
            alertType === row.alertType &&
            addresses.some(({ channel }) => channel === row.channel),
        ),
    );
    if (isWanted) return true;
  }
  await sql`
    update alerts set canceled_at = ${now}
    where outbox_id = ${outboxId} and sent_at is null`.execute(transaction);
  return false;
}
