import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { lockSettings, storeSettings, type WantedSetting } from './store-settings.ts';

type StoppedAlert = Pick<WantedSetting, 'accountId' | 'contactId' | 'alertType'>;

/** Takes emails away from alerts of a contact, at the contact's own request; nothing happens where they are off. */
export async function stopEmails(
  transaction: Queryable,
  alerts: readonly StoppedAlert[],
  at: Date,
): Promise<void> {
  const [first] = alerts;
  if (!first) return;
  await lockSettings(transaction);
  const { rows } = await sql<WantedSetting>`
    select settings.account_id as "accountId", settings.contact_id as "contactId", settings.alert_type as "alertType",
      settings.frequency, settings.methods
    from jsonb_to_recordset(${JSON.stringify(alerts)}::jsonb)
      as stopped("accountId" text, "contactId" text, "alertType" text)
    join notification_settings as settings on settings.account_id = stopped."accountId"
      and settings.contact_id = stopped."contactId" and settings.alert_type = stopped."alertType"
    where not settings.deleted and 'Email' = any(settings.methods)`.execute(transaction);
  if (rows.length === 0) return;
  const wanted = rows.map((row) => ({ ...row, methods: row.methods.filter((method) => method !== 'Email') }));
  await storeSettings(transaction, wanted, { changedBy: first.contactId, at });
}
