import type { NotificationSetting } from '@mailcall/contract/notification-settings.ts';
import { sql } from 'kysely';
import { anyOf } from '../../platform/sql-terms.ts';
import type { Queryable } from '../../platform/database.ts';
import { presentSetting } from './present-setting.ts';
import { receiversOf } from './receivers.ts';
import type { StoredSetting } from './store-settings.ts';

/**
 * The active alerts of an account: all of them for a primary contact, their own for others. Leaves out contacts who have no
 * right to the account. A viewer who sees it only by a grant gets none. Sorted by the receiver's name and the kind of alert.
 */
export async function settingsOfAccount(
  database: Queryable,
  accountId: string,
  contactId: string,
): Promise<NotificationSetting[]> {
  const receivers = await receiversOf(database, accountId);
  const viewer = receivers.get(contactId);
  if (!viewer) return [];
  const shown = viewer.isPrimary ? receivers.keys() : [contactId];
  const { rows } = await sql<StoredSetting>`
    select settings.account_id as "accountId", settings.id, settings.contact_id as "contactId",
      settings.alert_type as "alertType", settings.frequency, settings.methods, settings.deleted
    from notification_settings settings join contacts on contacts.id = settings.contact_id
    where settings.account_id = ${accountId} and not settings.deleted and settings.contact_id = ${anyOf(shown)}
    order by lower(contacts.name), contacts.id, settings.alert_type
  `.execute(database);
  return rows.flatMap((row) => {
    const receiver = receivers.get(row.contactId);
    return receiver ? [presentSetting(row, receiver)] : [];
  });
}
