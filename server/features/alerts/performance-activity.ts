import { days } from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { deliveryDay, shipmentDay } from '../scope/index.ts';
import type { WriteContext } from './write-context.ts';

/** Days without calls and mailings after which the Performance Breakdown stops. */
const quietDays = 8 * 7;

/** Whether an account or sub-account had a call or mailing within eight weeks. */
export async function hasRecentActivity(
  transaction: Queryable,
  { account, now }: WriteContext,
): Promise<boolean> {
  const since = new Date(now.getTime() - days(quietDays));
  // separate, because a recursive query cannot be part of a distributed one
  const { rows: own } = await sql<{ id: string }>`
    with recursive own (id) as (
      select ${account.id}::text
      union
      select accounts.id from own join accounts on accounts.parent_id = own.id where not accounts.deleted)
    select id from own`.execute(transaction);
  const ids = own.map(({ id }) => id);
  const { rows: calls } = await sql`
    select 1 from calls where account_id = any(${ids}) and call_date_time > ${since} and not deleted limit 1`.execute(
    transaction,
  );
  if (calls.length > 0) return true;
  const { rows: mailings } = await sql`
    select 1 from campaigns where account_id = any(${ids}) and not deleted
      and greatest(delivery_week, ${deliveryDay}, ${shipmentDay}) > ${since}::date
    limit 1`.execute(transaction);
  return mailings.length > 0;
}
