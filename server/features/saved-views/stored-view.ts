import type { ViewAddress, ViewPath } from '@mailcall/contract/rules/view-address.ts';
import type { ViewMailFrequency } from '@mailcall/contract/rules/view-mails.ts';
import { viewMessages } from '@mailcall/contract/rules/saved-views.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { notFound } from '../../platform/http/problems.ts';
import { hasRight, type Viewer } from '../identity/index.ts';

export interface StoredView {
  id: string;
  contactId: string;
  /** Office that the view is shared with; for a view of one's own the office by whose clock it is mailed. */
  accountId: string;
  accountName: string;
  timeZone: string;
  isShared: boolean;
  name: string;
  path: ViewPath;
  address: ViewAddress;
  revision: number;
  /** Null if the owner has no right to the office any more. */
  ownerName: string | null;
  isStartPage: boolean;
  frequency: ViewMailFrequency;
  weekday: number;
}

/** A scoreboard grant shows no shared views. */
export const officesOf = ({ accountIds, grantedIds }: Viewer): string[] =>
  [...accountIds].filter((id) => !grantedIds.has(id));

function isSeenBy(viewer: Viewer): RawBuilder<SqlBool> {
  return sql<SqlBool>`((saved_views.is_shared and saved_views.account_id = any(${officesOf(viewer)}))
    or (not saved_views.is_shared and saved_views.contact_id = ${viewer.contactId}))`;
}

const usualWeekday = 1;

export async function readViews(
  database: Queryable,
  viewer: Viewer,
  condition: RawBuilder<SqlBool> = sql<SqlBool>`true`,
): Promise<StoredView[]> {
  const { rows } = await sql<StoredView>`
    select saved_views.id, saved_views.contact_id as "contactId", saved_views.account_id as "accountId",
      coalesce(accounts.name, '') as "accountName", coalesce(accounts.time_zone, 'UTC') as "timeZone",
      saved_views.is_shared as "isShared", saved_views.name, saved_views.path, saved_views.address, saved_views.revision,
      case when not owners.deleted and (saved_views.contact_id = ${viewer.contactId}
          or ${hasRight({ contactId: 'saved_views.contact_id', accountId: 'saved_views.account_id' })})
        then owners.name end as "ownerName",
      start_pages.view_id is not null as "isStartPage",
      coalesce(mails.frequency, 'off') as frequency, coalesce(mails.weekday, ${usualWeekday}::integer) as weekday
    from saved_views
    left join accounts on accounts.id = saved_views.account_id
    left join contacts as owners on owners.id = saved_views.contact_id
    left join start_pages on start_pages.view_id = saved_views.id and start_pages.contact_id = ${viewer.contactId}
    left join saved_view_mails as mails on mails.view_id = saved_views.id and mails.contact_id = ${viewer.contactId}
    where ${isSeenBy(viewer)} and ${condition}
    order by lower(saved_views.name), saved_views.name, saved_views.id`.execute(database);
  return rows;
}

/** @throws {Problem} 404 */
export async function readView(database: Queryable, viewer: Viewer, id: string): Promise<StoredView> {
  const [view] = await readViews(database, viewer, sql<SqlBool>`saved_views.id = ${id}`);
  if (!view) throw notFound(viewMessages.gone);
  return view;
}

/** Reads after locking, so that a concurrent change waits and is seen. @throws {Problem} 404 */
export async function lockView(transaction: Queryable, viewer: Viewer, id: string): Promise<StoredView> {
  await sql`select 1 from saved_views where id = ${id} for update`.execute(transaction);
  return readView(transaction, viewer, id);
}
