import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { type Channel, receiversOf } from './receivers.ts';

interface WaitingAlert {
  accountId: string;
  alertType: string;
  contactId: string;
  channel: Channel;
}

/**
 * Current address for a message about to be sent; null if its receiver no longer wants or may have any of its alerts, which
 * are then canceled. While it waited, the receiver may have switched alerts off, lost the account or changed the address. A
 * message without waiting alerts keeps its address.
 */
export async function presentAddress(
  transaction: Queryable,
  { id, recipient }: { id: string; recipient: string },
  now: Date,
): Promise<string | null> {
  const { rows } = await sql<WaitingAlert>`
    select account_id as "accountId", alert_type as "alertType", contact_id as "contactId", channel from alerts
    where outbox_id = ${id} and sent_at is null`.execute(transaction);
  if (rows.length === 0) return recipient;
  for (const accountId of new Set(rows.map((row) => row.accountId))) {
    const receivers = await receiversOf(transaction, accountId);
    const addresses = rows.flatMap((row) =>
      receivers
        .filter(
          ({ contactId, alertType }) =>
            row.accountId === accountId && contactId === row.contactId && alertType === row.alertType,
        )
        .flatMap((receiver) => receiver.addresses.filter(({ channel }) => channel === row.channel)),
    );
    const [present] = addresses;
    if (present) return present.address;
  }
  await sql`
    update alerts set canceled_at = ${now}
    where outbox_id = ${id} and sent_at is null`.execute(transaction);
  return null;
}
