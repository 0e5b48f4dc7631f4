import { instantInZone, daysAfter } from '@mailcall/contract/time/office-time.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { callTerms } from '../figures/index.ts';
import { dueMinutes } from './digest-days.ts';

/** Condition over `events` and `calls`: a person's score made the event untrue. Changes by the feed alone do not count. */
export const isCorrected: RawBuilder<SqlBool> = sql<SqlBool>`(calls.id is not null
  and not case events.alert_type
    when 'Missed Call Alert' then ${callTerms.missed}
    when 'New Opportunity Call Alert' then ${callTerms.opportunity}
    when 'First Opportunity Alert' then ${callTerms.opportunity}
    when 'New Appointment Call Alert' then ${callTerms.appointment}
    else true end
  and exists (
    select 1 from score_versions version where version.account_id = calls.account_id and version.call_id = calls.id
      and version.number > 0))`;

interface Due {
  frequency: 'Daily' | 'Weekly';
  /** Local day. */
  day: string;
}

/** Time since the last due message of this frequency. */
function periodOf({ frequency, day }: Due, timeZone: string) {
  const dueAt = (of: string) => instantInZone(of, dueMinutes, timeZone);
  return { from: dueAt(daysAfter(day, frequency === 'Daily' ? -1 : -7)), to: dueAt(day) };
}

/** Calls whose score people changed in the time of a daily or weekly message, unless they took the change back. */
export async function countCorrections(
  transaction: Queryable,
  accountIds: readonly string[],
  { due, timeZone }: { due: Due; timeZone: string },
): Promise<number> {
  const { from, to } = periodOf(due, timeZone);
  const { rows } = await sql<{ count: number }>`
    select count(distinct (version.account_id, version.call_id))::int as count from score_versions version
    where version.account_id = any(${[...accountIds]}::text[]) and version.made_at > ${from} and version.made_at <= ${to}
      and version.reason in ('correction', 'dispute', 'second pass')
      and not exists (
        select 1 from score_versions undone where undone.account_id = version.account_id
          and undone.call_id = version.call_id and undone.number = version.number + 1 and undone.reason = 'undone')
      and exists (
        select 1 from score_versions earlier where earlier.account_id = version.account_id
          and earlier.call_id = version.call_id and earlier.number < version.number)`.execute(transaction);
  return rows[0]?.count ?? 0;
}
