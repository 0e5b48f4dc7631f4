import { type SqlBool, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import type { Environment } from '../../platform/env.ts';
import type { SavedView } from '@mailcall/contract/saved-views.ts';
import { contactAsViewer, type Viewer } from '../identity/index.ts';
import { presentViews } from './present-view.ts';
import { readViews } from './stored-view.ts';

interface ViewReceiver {
  viewer: Viewer;
  email: string;
  view: SavedView;
}

/** Receiver of a view's mail with present rights; null if they are gone, lost the view or all its accounts, or switched mails off. */
export async function receiverOf(
  database: Queryable,
  { contactId, viewId }: { contactId: string; viewId: string },
  person: { now: Date; environment: Pick<Environment, 'idleTime'> },
): Promise<ViewReceiver | null> {
  const viewer = await contactAsViewer(database, { contactId, sessionId: null }, person);
  if (!viewer || viewer.limited) return null;
  const found = await readViews(database, viewer, sql<SqlBool>`saved_views.id = ${viewId}`);
  const [view] = await presentViews(database, viewer, found);
  if (!view || view.hasNoAccounts || view.mail.frequency === 'off') return null;
  const { rows } = await sql<{ email: string }>`select email from contacts where id = ${contactId}`.execute(
    database,
  );
  const [contact] = rows;
  return contact ? { viewer, email: contact.email, view } : null;
}

/** Address for a mail about to be sent, which may have waited for days; null if the person no longer wants or may have it. */
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
