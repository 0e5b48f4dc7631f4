import type { AccountLabels } from '@mailcall/contract/rules/wording.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { callTerms } from '../figures/index.ts';
import { accountsWithRows } from '../scope/index.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { notFound } from '../../platform/http/problems.ts';

/** Calls of other viewers are answered like calls that do not exist. */
export const noCall = (id: string) => notFound(messages.callNotFound(id));

export interface LockedCall {
  accountId: string;
  callId: string;
  callDateTime: Date;
  timeZone: string;
  resolveDate: Date | null;
  /** Missed or needing a follow-up, and not resolved. */
  due: boolean;
  callerPhoneNumber: string | null;
  labels: AccountLabels;
}

/** Waits for other changes to the call and reads its state after them. @throws {Problem} 404 if it does not exist. */
export async function lockCall(
  transaction: Queryable,
  accountIds: ReadonlySet<string>,
  id: string,
): Promise<LockedCall> {
  const [accountId] = await accountsWithRows(
    transaction,
    'calls',
    accountIds,
    sql`id = ${id} and not deleted`,
  );
  if (accountId === undefined) throw noCall(id);
  const { rows } = await sql<LockedCall>`
    select calls.account_id as "accountId", calls.id as "callId", calls.call_date_time as "callDateTime", accounts.time_zone as "timeZone",
      calls.resolve_date as "resolveDate", ${callTerms.resolvable} as due,
      calls.caller_phone_number as "callerPhoneNumber",
      json_build_object('industry', accounts.industry, 'clientLabel', accounts.client_label,
        'businessLabel', accounts.business_label) as labels
    from calls join accounts on accounts.id = calls.account_id
    where calls.id = ${id} and calls.account_id = ${accountId} and not calls.deleted
    for update of calls`.execute(transaction);
  const [found] = rows;
  if (!found) throw noCall(id);
  return found;
}
