import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';

/** The mails with the link to a view that one person gets. */
export interface ViewEmailsOf {
  viewId: string;
  contactId: string;
}

/** Reads and stops the mails with the link to a view, for the links in them. */
export const viewEmails = {
  /** The view and whether the person gets its mails; null when it is gone. */
  async read(
    database: Queryable,
    { viewId, contactId }: ViewEmailsOf,
  ): Promise<{ id: string; name: string; on: boolean } | null> {
    const { rows } = await sql<{ id: string; name: string; on: boolean }>`
      select saved_views.id, saved_views.name, mails.frequency <> 'off' as on
      from saved_view_mails as mails join saved_views on saved_views.id = mails.view_id
      where mails.view_id = ${viewId} and mails.contact_id = ${contactId}`.execute(database);
    return rows[0] ?? null;
  },

  /** Stops them; again it changes nothing. */
  async stop(database: Queryable, { viewId, contactId }: ViewEmailsOf): Promise<void> {
    await sql`
      update saved_view_mails set frequency = 'off'
      where view_id = ${viewId} and contact_id = ${contactId}`.execute(database);
  },
};
