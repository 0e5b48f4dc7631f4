import type { UserAlertSettings } from '@mailcall/contract/settings.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { recordChangedContact } from './contact-changes.ts';
import type { Viewer } from './viewer.ts';

type MissedCallSettings = Pick<UserAlertSettings, 'missedCallAlerts' | 'missedCallAlertRecipients'>;

export type UserAlertChanges = { [Field in keyof UserAlertSettings]?: UserAlertSettings[Field] | undefined };

/** Missed Call Alert in all of the person's accounts. */
export interface MissedCallAlerts {
  read(database: Queryable, contactId: string): Promise<MissedCallSettings>;
  /** @throws {Problem} 400 naming the field; 403 for recipients of a person who is not a primary contact */
  change(transaction: Queryable, viewer: Viewer, changes: UserAlertChanges, at: Date): Promise<void>;
}

export async function changeUserAlerts(
  transaction: Queryable,
  missedCallAlerts: MissedCallAlerts,
  { viewer, changes, at }: { viewer: Viewer; changes: UserAlertChanges; at: Date },
): Promise<void> {
  if (changes.receivedSmsAlerts) {
    await sql`
      update contacts set received_sms_alerts = ${[...new Set(changes.receivedSmsAlerts)].sort()}
      where id = ${viewer.contactId}
    `.execute(transaction);
    await recordChangedContact(transaction, viewer.contactId, at);
  }
  await missedCallAlerts.change(transaction, viewer, changes, at);
}
