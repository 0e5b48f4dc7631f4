import { type QueryExecutorProvider, sql } from 'kysely';
import { dayText } from '../../platform/day-text.ts';
import { type MailingState, mailingStateColumn } from './mailing-step.ts';

/** A mailing that nobody else can change until the transaction ends. */
export interface LockedMailing {
  id: string;
  account_id: string;
  account_name: string;
  time_zone: string;
  name: string;
  delivery_week: string | null;
  state: MailingState;
}

/**
 * Locks mailings of some accounts with all of their designs until the transaction ends, so that the next step of each stays
 * what it is. Campaigns come before designs and both in the order of their ids, as in imports: two transactions that wait
 * for one another would end one of them. Mailings that are not there are left out.
 */
export async function lockMailings(
  transaction: QueryExecutorProvider,
  accountIds: ReadonlySet<string>,
  ids: readonly string[],
): Promise<LockedMailing[]> {
  if (ids.length === 0) return [];
  const accounts = [...accountIds];
  const campaigns = [...new Set(ids)];
  await sql`
    select id from campaigns where account_id = any(${accounts}) and id = any(${campaigns}) and not deleted
    order by id for update`.execute(transaction);
  await sql`
    select id from designs where account_id = any(${accounts}) and campaign_ids && ${campaigns}::text[] and not deleted
    order by id for update`.execute(transaction);
  // read once the locks are held: what was waited for is seen
  const { rows } = await sql<LockedMailing>`
    select campaigns.id, campaigns.account_id, accounts.name as account_name, accounts.time_zone,
      coalesce(campaigns.friendly_name, campaigns.name) as name,
      ${dayText('campaigns.delivery_week')} as delivery_week, ${mailingStateColumn} as state
    from campaigns join accounts on accounts.id = campaigns.account_id
    where campaigns.account_id = any(${accounts}) and campaigns.id = any(${campaigns}) and not campaigns.deleted
    order by campaigns.id`.execute(transaction);
  return rows;
}
