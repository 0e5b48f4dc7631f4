import { type SqlBool, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import type { Environment } from '../../platform/env.ts';
import type { SavedView } from '@mailcall/contract/saved-views.ts';
import { contactAsViewer } from '../identity/index.ts';
import { presentViews } from './present-view.ts';
import { readViews } from './stored-view.ts';

/** Who gets a view by mail, and what they see of it. */
interface ViewReceiver {
  email: string;
  view: SavedView;
}

/**
 * Who gets the link to a view by mail, with their rights of now. Null when they are gone, or do not see the view any more or none of
 * its accounts, or have switched its mails off.
 */
export async function receiverOf(
  database: Queryable,
  { contactId, viewId }: { contactId: string; viewId: string },
  person: { now: Date; environment: Pick<Environment, 'idleTime'> },
): Promise<ViewReceiver | null> {
  const viewer = await contactAsViewer(database, { contactId, sessionId: null }, person);
  // a person with limited access could not open it
  if (!viewer || viewer.limited) return null;
  const found = await readViews(database, viewer, sql<SqlBool>`saved_views.id = ${viewId}`);
  const [view] = await presentViews(database, viewer, found);
  if (!view || view.hasNoAccounts || view.mail.frequency === 'off') return null;
  const { rows } = await sql<{ email: string }>`select email from contacts where id = ${contactId}`.execute(
    database,
  );
  const [contact] = rows;
  return contact ? { email: contact.email, view } : null;
}

/**
 * The address at which a person still wants and may have a mail with the link to a view that is about to be sent; null
 * otherwise. The mail may have waited for days.
 */
export async function presentViewAddress(
  transaction: Queryable,
  messageId: string,
  person: { now: Date; environment: Pick<Environment, 'idleTime'> },
): Promise<string | null> {
  const { rows } = await sql<{ contactId: string; viewId: string }>`
    select contact_id as "contactId", view_id as "viewId" from saved_view_mails where outbox_id = ${messageId}`.execute(
    transaction,
  );
  const [mail] = rows;
  return mail ? ((await receiverOf(transaction, mail, person))?.email ?? null) : null;
}
