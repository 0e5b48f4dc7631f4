import type { UserAlertSettings, UserSettings } from '@mailcall/contract/settings.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { notSignedIn } from '../../platform/http/problems.ts';
import { pendingChangesOf } from './pending-changes.ts';
import type { MissedCallAlerts } from './user-alert-settings.ts';

type StoredSettings = Pick<UserSettings, 'email' | 'phone' | 'activated' | 'isPrimary'>;

/** `passwordHere`: no external issuer keeps the passwords. @throws {Problem} 401 if the person was removed */
export async function userSettingsOf(
  database: Queryable,
  contactId: string,
  {
    passwordHere,
    missedCallAlerts,
    now,
  }: { passwordHere: boolean; missedCallAlerts: MissedCallAlerts; now: Date },
): Promise<UserSettings> {
  const { rows } = await sql<StoredSettings & Pick<UserAlertSettings, 'receivedSmsAlerts'>>`
    select email, phone, password_hash is not null as activated,
      exists (
        select 1 from contact_accounts linked join accounts on accounts.id = linked.account_id
        where linked.contact_id = contacts.id and linked.is_primary and not accounts.deleted
      ) as "isPrimary",
      received_sms_alerts as "receivedSmsAlerts"
    from contacts where id = ${contactId} and not deleted
  `.execute(database);
  const [row] = rows;
  if (!row) throw notSignedIn();
  const { receivedSmsAlerts, ...stored } = row;
  return {
    ...stored,
    passwordHere,
    pending: await pendingChangesOf(database, contactId, now),
    settings: [{ ...(await missedCallAlerts.read(database, contactId)), receivedSmsAlerts }],
  };
}
