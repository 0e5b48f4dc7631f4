import type { ViewAddress, ViewPath } from '@mailcall/contract/rules/view-address.ts';
import type { ViewMailFrequency } from '@mailcall/contract/rules/view-mails.ts';
import { viewMessages } from '@mailcall/contract/rules/saved-views.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { notFound } from '../../platform/http/problems.ts';
import { hasRight, type Viewer } from '../identity/index.ts';

/** A saved view as one person sees it. */
export interface StoredView {
  id: string;
  contactId: string;
  /** The office that it is shared with; of a view of one's own the one by whose clock it is mailed. */
  accountId: string;
  accountName: string;
  timeZone: string;
  isShared: boolean;
  name: string;
  path: ViewPath;
  address: ViewAddress;
  revision: number;
  /** Null for a person who has no right to the office any more. */
  ownerName: string | null;
  isStartPage: boolean;
  frequency: ViewMailFrequency;
  weekday: number;
}

/** The accounts whose shared views a person sees: a grant for a scoreboard shows none. */
export const officesOf = ({ accountIds, grantedIds }: Viewer): string[] =>
  [...accountIds].filter((id) => !grantedIds.has(id));

/** The condition that a person sees a row of `saved_views`: it is their own, or shared with an office of theirs. */
function isSeenBy(viewer: Viewer): RawBuilder<SqlBool> {
  return sql<SqlBool>`((saved_views.is_shared and saved_views.account_id = any(${officesOf(viewer)}))
    or (not saved_views.is_shared and saved_views.contact_id = ${viewer.contactId}))`;
}

/** Monday. */
const usualWeekday = 1;

/** Reads the views that a person sees and that meet a condition, by name. */
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

/**
 * A view that a person sees.
 * @throws {Problem} 404
 */
export async function readView(database: Queryable, viewer: Viewer, id: string): Promise<StoredView> {
  const [view] = await readViews(database, viewer, sql<SqlBool>`saved_views.id = ${id}`);
  if (!view) throw notFound(viewMessages.gone);
  return view;
}

/**
 * Locks a view that a person sees, until the transaction ends: of two who change it the second one waits and sees what the first did.
 * @throws {Problem} 404
 */
export async function lockView(transaction: Queryable, viewer: Viewer, id: string): Promise<StoredView> {
  await sql`select 1 from saved_views where id = ${id} for update`.execute(transaction);
  return readView(transaction, viewer, id);
}
