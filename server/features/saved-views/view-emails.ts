import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';

export interface ViewEmailsOf {
  viewId: string;
  contactId: string;
}

export const viewEmails = {
  /** Null if the view is gone. */
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

  async stop(database: Queryable, { viewId, contactId }: ViewEmailsOf): Promise<void> {
    await sql`
      update saved_view_mails set frequency = 'off'
      where view_id = ${viewId} and contact_id = ${contactId}`.execute(database);
  },
};
