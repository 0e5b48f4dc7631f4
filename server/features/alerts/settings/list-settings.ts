import type { NotificationSetting } from '@mailcall/contract/notification-settings.ts';
import { sql } from 'kysely';
import { anyOf } from '../../../platform/sql-terms.ts';
import type { Queryable } from '../../../platform/database.ts';
import { accountAndAbove } from '../../identity/index.ts';
import type { StoredSetting } from './store-settings.ts';

export interface Receiver {
  id: string;
  name: string;
  email: string;
  phone: string | null;
  isPrimary: boolean;
}

/** Contacts linked to an account or to one above it, by id and in the order of their names. */
export async function receiversOf(
  database: Queryable,
  accountId: string,
): Promise<ReadonlyMap<string, Receiver>> {
  const { rows } = await sql<Receiver>`
    with recursive ${accountAndAbove(accountId)}
    select contacts.id, contacts.name, contacts.email, contacts.phone, bool_or(linked.is_primary) as "isPrimary"
    from above
    join contact_accounts linked on linked.account_id = above.id
    join contacts on contacts.id = linked.contact_id
    where not contacts.deleted
    group by contacts.id
    order by lower(contacts.name), contacts.name, contacts.id
  `.execute(database);
  return new Map(rows.map((row) => [row.id, row]));
}

export const presentSetting = (
  { id, alertType, frequency, methods }: StoredSetting,
  receiver: Receiver,
): NotificationSetting => ({
  id,
  Alert_Type__c: alertType,
  Method__c: [...methods],
  Frequency__c: frequency,
  Contact__r: { Id: receiver.id, name: receiver.name, Email: receiver.email, Phone: receiver.phone },
});

/** By name and kind: all for a primary contact, own ones for others, none for viewers by a grant. */
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
