import { type FoundMailing, maxFound } from '@mailcall/contract/search.ts';
import { type SqlBool, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { dayText } from '../../platform/sql-terms.ts';
import {
  inSearchText,
  inText,
  type SearchedText,
  type SearchWanted,
  textMatches,
} from '../../platform/text-search.ts';

interface FoundRecord {
  id: string;
  name: string;
  order_number: string;
  label: string | null;
  account_id: string;
  account_name: string;
  delivery_week: string | null;
}

/** Order numbers are in the search text unless the office named the mailing; searching them separately takes longer. */
const inOrderNumber: SearchedText = (word) =>
  sql<SqlBool>`case when campaigns.friendly_name is null then false else ${inText(sql`campaigns.name`)(word)} end`;

/** Newest week of delivery first. */
export async function findMailings(
  database: Queryable,
  accountIds: readonly string[],
  wanted: SearchWanted,
): Promise<FoundMailing[]> {
  const condition =
    'ids' in wanted
      ? sql`campaigns.id = any(${[...wanted.ids]})`
      : textMatches(wanted.query, [inSearchText(sql`campaigns.search_text`), inOrderNumber]);
  if (!condition || accountIds.length === 0) return [];
  const { rows } = await sql<FoundRecord>`
    select campaigns.id, coalesce(campaigns.friendly_name, campaigns.name) as name, campaigns.name as order_number, campaigns.label,
      campaigns.account_id, accounts.name as account_name, ${dayText('campaigns.delivery_week')} as delivery_week
    from campaigns join accounts on accounts.id = campaigns.account_id
    where campaigns.account_id = any(${[...accountIds]}) and not campaigns.deleted and ${condition}
    order by campaigns.delivery_week desc nulls last, campaigns.id limit ${maxFound}`.execute(database);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    orderNumber: row.order_number,
    label: row.label,
    accountId: row.account_id,
    accountName: row.account_name,
    deliveryWeek: row.delivery_week,
  }));
}
