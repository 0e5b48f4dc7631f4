import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import type { WriteContext } from './write-context.ts';

/** Days without calls and mail after which an account gets no Performance Breakdown. */
const quietDays = 8 * 7;

/** Whether an account or one of its sub-accounts had a call or a mailing within eight weeks. */
export async function hasRecentActivity(
  transaction: Queryable,
  { account, now }: WriteContext,
): Promise<boolean> {
  const since = new Date(now.getTime() - quietDays * 24 * 60 * 60 * 1000);
  const { rows } = await sql`
    with recursive own (id) as (
      select ${account.id}::text
      union
      select accounts.id from own join accounts on accounts.parent_id = own.id where not accounts.deleted)
    select from own where
      exists (
        select from calls where calls.account_id = own.id and calls.call_date_time > ${since} and not calls.deleted)
      or exists (
        select from campaigns where campaigns.account_id = own.id and not campaigns.deleted
          and greatest(campaigns.delivery_week, campaigns.delivery_date, campaigns.shipment_date) > ${since}::date)
    limit 1`.execute(transaction);
  return rows.length > 0;
}
