import { dueViewMail, lastMailDay, type ViewMailFrequency } from '@mailcall/contract/rules/view-mails.ts';
import { dayZones } from '@mailcall/contract/time/days.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import type { Viewer } from '../identity/index.ts';
import { lockView, type StoredView } from './stored-view.ts';

/** When a person gets the link of a view. */
interface MailSettings {
  frequency: ViewMailFrequency;
  weekday: number;
}

/** Settings of a view for one person; an absent field does not change. */
interface ViewSettings {
  isStartPage?: boolean | undefined;
  mail?: MailSettings | undefined;
}

/** A time zone that this program knows: UTC in the place of others. */
export const knownZone = (timeZone: string): string => dayZones('office', [timeZone])[0] ?? 'UTC';

/** Stores when a person gets the link of a view. What is switched on or changed begins with the next day that is due. */
async function saveMail(
  transaction: Queryable,
  { view, contactId, now }: { view: StoredView; contactId: string; now: Date },
  { frequency, weekday }: MailSettings,
): Promise<void> {
  const isSame = view.frequency === frequency && (frequency !== 'weekly' || view.weekday === weekday);
  if (isSame) return;
  if (frequency === 'off') {
    await sql`
      update saved_view_mails set frequency = 'off' where contact_id = ${contactId} and view_id = ${view.id}`.execute(
      transaction,
    );
    return;
  }
  const zone = knownZone(view.timeZone);
  const mail = { frequency, weekday };
  const { lastDay, nextDueAt } = dueViewMail(mail, lastMailDay(mail, now, zone), now, zone);
  await sql`
    insert into saved_view_mails (contact_id, view_id, frequency, weekday, last_day, next_due_at)
    values (${contactId}, ${view.id}, ${frequency}, ${weekday}, ${lastDay}, ${nextDueAt})
    on conflict (contact_id, view_id) do update set frequency = excluded.frequency, weekday = excluded.weekday,
      last_day = excluded.last_day, next_due_at = excluded.next_due_at`.execute(transaction);
}

/** Makes a view the one that opens for a person after they sign in, or stops that. */
async function saveStartPage(
  transaction: Queryable,
  { viewId, contactId }: { viewId: string; contactId: string },
  isStartPage: boolean,
): Promise<void> {
  await (isStartPage
    ? sql`
        insert into start_pages (contact_id, view_id) values (${contactId}, ${viewId})
        on conflict (contact_id) do update set view_id = excluded.view_id`
    : sql`delete from start_pages where contact_id = ${contactId} and view_id = ${viewId}`
  ).execute(transaction);
}

/**
 * Stores what a person alone gets of a view that they see.
 * @throws {Problem} 404
 */
export async function saveSettings(
  transaction: Queryable,
  viewer: Viewer,
  { id, settings, now }: { id: string; settings: ViewSettings; now: Date },
): Promise<void> {
  const { contactId } = viewer;
  const view = await lockView(transaction, viewer, id);
  if (settings.mail) await saveMail(transaction, { view, contactId, now }, settings.mail);
  if (settings.isStartPage !== undefined)
    await saveStartPage(transaction, { viewId: id, contactId }, settings.isStartPage);
}
