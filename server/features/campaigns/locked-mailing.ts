import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { anyOf, dayText } from '../../platform/sql-terms.ts';
import { lockInAccounts } from '../scope/index.ts';
import { type MailingState, mailingStateColumn } from './mailing-step.ts';

export interface LockedMailing {
  id: string;
  account_id: string;
  time_zone: string;
  name: string;
  order_number: string;
  label: string | null;
  delivery_week: string | null;
  state: MailingState;
}

/** Includes all of their designs. To avoid deadlocks, locks campaigns before designs, both in order of account and id, as imports do. */
export async function lockMailings(
  transaction: Queryable,
  accountIds: ReadonlySet<string>,
  ids: readonly string[],
): Promise<LockedMailing[]> {
  if (ids.length === 0) return [];
  const campaigns = [...new Set(ids)];
  await lockInAccounts(transaction, 'campaigns', accountIds, sql`id = ${anyOf(campaigns)} and not deleted`);
  await lockInAccounts(
    transaction,
    'designs',
    accountIds,
    sql`campaign_ids && ${campaigns}::text[] and not deleted`,
  );
  // read after locking, to see the changes of other transactions
  return transaction
    .selectFrom('campaigns')
    .innerJoin('accounts', 'accounts.id', 'campaigns.account_id')
    .select(({ fn }) => [
      'campaigns.id',
      'campaigns.account_id',
      'accounts.time_zone',
      fn.coalesce('campaigns.friendly_name', 'campaigns.name').as('name'),
      'campaigns.name as order_number',
      'campaigns.label',
      dayText('campaigns.delivery_week').as('delivery_week'),
      mailingStateColumn.as('state'),
    ])
    .where('campaigns.account_id', '=', anyOf(accountIds))
    .where('campaigns.id', '=', anyOf(campaigns))
    .where('campaigns.deleted', '=', false)
    .orderBy('campaigns.id')
    .execute();
}
