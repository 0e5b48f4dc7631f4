import type { Provider } from '@mailcall/contract/provider.ts';
import { dueViewMail, lastMailDay, type ViewMailFrequency } from '@mailcall/contract/rules/view-mails.ts';
import { dayZones } from '@mailcall/contract/time/days.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import type { Viewer } from '../identity/index.ts';
import { lockView, type StoredView } from './stored-view.ts';

interface MailSettings {
  frequency: ViewMailFrequency;
  weekday: number;
}

/** An absent field does not change. */
interface ViewSettings {
  isStartPage?: boolean | undefined;
  mail?: MailSettings | undefined;
}

/** UTC if this program does not know the zone. */
export const knownZone = (timeZone: string): string => dayZones('office', [timeZone])[0] ?? 'UTC';

/** A mail that is switched on or changed begins with the next due day. */
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

async function saveStartPage(
  transaction: Queryable,
  { viewId, contactId }: { viewId: string; contactId: string },
  isStartPage: boolean,
): Promise<void> {
  await (isStartPage
    ? sql`
        insert into start_pages (contact_id, view_id) values (${contactId}, ${viewId})
        on conflict (contact_id) do update set view_id = excluded.view_id, page = null`
    : sql`delete from start_pages where contact_id = ${contactId} and view_id = ${viewId}`
  ).execute(transaction);
}

type Page = Provider['startPage'];

/** Replaces a chosen view. */
export async function chooseStartPage(
  database: Queryable,
  { contactId }: Pick<Viewer, 'contactId'>,
  page: Page,
): Promise<void> {
  await sql`
    insert into start_pages (contact_id, page) values (${contactId}, ${page})
    on conflict (contact_id) do update set view_id = null, page = excluded.page`.execute(database);
}

/** Whether Today opens for someone without a view as their start page. */
export async function opensToday(
  database: Queryable,
  { contactId }: Pick<Viewer, 'contactId'>,
  { startPage }: Pick<Provider, 'startPage'>,
): Promise<boolean> {
  const { rows } = await sql<{ page: Page | null }>`
    select page from start_pages where contact_id = ${contactId}`.execute(database);
  return (rows[0]?.page ?? startPage) === 'today';
}

/** @throws {Problem} 404 */
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
