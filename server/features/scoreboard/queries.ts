import type { InquiryFilter } from '@mailcall/contract/call-filters.ts';
import type { DimensionName } from '@mailcall/contract/figures/dimensions.ts';
import { type RawBuilder, sql } from 'kysely';
import { callTerms } from '../figures/index.ts';
import { type CheckedScope, callInScope, dimensionColumn, idsOf } from '../scope/index.ts';

/*
 * Each scoreboard query is one SQL text that PostgreSQL, Citus and DuckDB accept: one group by over codes, without grouping
 * sets or lateral joins; values replace codes after counting. A query depends only on its scope.
 */

export const counting = (condition: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`cast(count(*) filter (where ${condition}) as integer)`;
const adding = (amount: RawBuilder<unknown>, condition: RawBuilder<unknown>) =>
  sql`cast(coalesce(sum(${amount}) filter (where ${condition}), 0) as integer)`;

export interface SummaryRow {
  all_calls_count: number;
  all_appointment_set_by_staff_count: number;
  opportunity_calls_by_staff_count: number;
  opportunity_calls_count: number;
  appointment_calls_count: number;
  calls_with_Appointments_count: number;
  missed_calls_count: number;
  non_opportunity_calls_count: number;
  non_opportunity_with_audio_count: number;
  followup_opportunity_calls_count: number;
  missed_and_followup_count: number;
  unscored_calls_count: number;
}

interface Counting {
  counting: (condition: RawBuilder<unknown>) => RawBuilder<unknown>;
  adding: (amount: RawBuilder<unknown>, condition: RawBuilder<unknown>) => RawBuilder<unknown>;
}

/** Summary columns for the scope's dates. */
export const summaryColumns = ({ counting: count, adding: add }: Counting): RawBuilder<unknown> => sql`
  ${count(sql`true`)} as all_calls_count,
  ${add(sql`calls.appointment_count`, callTerms.answered)} as all_appointment_set_by_staff_count,
  ${count(sql`${callTerms.answered} and ${callTerms.opportunity}`)} as opportunity_calls_by_staff_count,
  ${count(callTerms.opportunity)} as opportunity_calls_count,
  ${add(sql`calls.appointment_count`, sql`true`)} as appointment_calls_count,
  ${count(callTerms.appointment)} as "calls_with_Appointments_count",
  ${count(callTerms.missed)} as missed_calls_count,
  ${count(callTerms.nonOpportunity)} as non_opportunity_calls_count,
  ${count(sql`${callTerms.nonOpportunity} and ${callTerms.hasAudio}`)} as non_opportunity_with_audio_count,
  ${count(callTerms.unscored)} as unscored_calls_count`;

/** Summary columns of follow-ups: the last 30 days, whatever the range. */
export const recentSummaryColumns: RawBuilder<unknown> = sql`
  ${counting(callTerms.followUp)} as followup_opportunity_calls_count,
  ${counting(callTerms.missedAndFollowUp)} as missed_and_followup_count`;

export function summaryQuery(scope: CheckedScope): RawBuilder<SummaryRow> {
  return sql<SummaryRow>`
    select ranged.*, recent.* from (select ${summaryColumns({ counting, adding })} from calls where ${callInScope(scope)}) as ranged
    cross join (select ${recentSummaryColumns} from calls where ${callInScope(scope, 'last thirty days')}) as recent`;
}

export interface BreakdownRow {
  value: number;
  first: Date;
  name: string;
  /** Item id; only for inquiries. */
  id: string | null;
  campaign_type: string | null;
  media_type: string | null;
  /** Distinct calls of the whole breakdown; null if equal to the sum of values. */
  calls: number | null;
}

const noCondition = sql`true`;

/** Calls of a scope by a text dimension, without calls that have no value. */
export function dimensionQuery(
  scope: CheckedScope,
  dimension: DimensionName,
  condition: RawBuilder<unknown> = noCondition,
): RawBuilder<BreakdownRow> {
  const column = dimensionColumn(dimension);
  return sql<BreakdownRow>`
    select counted.value, counted.first, names.value as name,
      cast(null as text) as id, cast(null as text) as campaign_type, cast(null as text) as media_type, cast(null as integer) as calls
    from (
      select ${column} as code, cast(count(*) as integer) as value, min(calls.call_date_time) as first
      from calls where ${callInScope(scope)} and ${column} is not null and ${condition}
      group by ${column}) as counted
    join dimension_values as names on names.dimension = ${dimension} and names.code = counted.code`;
}

/** Scored calls of a scope by their campaign's type together with its media type. */
export function campaignSourceQuery(scope: CheckedScope): RawBuilder<BreakdownRow> {
  return sql<BreakdownRow>`
    select counted.value, counted.first, types.value as name,
      cast(null as text) as id, types.value as campaign_type, media.value as media_type, cast(null as integer) as calls
    from (
      select calls.campaign_type, calls.media_type, cast(count(*) as integer) as value, min(calls.call_date_time) as first
      from calls where ${callInScope(scope)} and calls.campaign_type is not null and not ${callTerms.unscored}
      group by calls.campaign_type, calls.media_type) as counted
    join dimension_values as types on types.dimension = 'campaignType' and types.code = counted.campaign_type
    left join dimension_values as media on media.dimension = 'mediaType' and media.code = counted.media_type`;
}

/** Inquiries of one kind by item; a call may have several. */
export function inquiryQuery(scope: CheckedScope, kind: InquiryFilter): RawBuilder<BreakdownRow> {
  return sql<BreakdownRow>`
    with requested as (
      select calls.item_id, calls.item_name, calls.call_number, calls.call_date_time
      from call_inquiries as calls
      where ${callInScope(scope)} and calls.inquiry_account_id = any(${idsOf('account', scope.accountIds)}) and calls.kind = ${kind})
    select cast(count(*) as integer) as value, min(requested.call_date_time) as first, max(requested.item_name) as name,
      requested.item_id as id, cast(null as text) as campaign_type, cast(null as text) as media_type,
      (select cast(count(*) as integer) from (select requested.call_number from requested group by requested.call_number) as distinct_calls) as calls
    from requested group by requested.item_id`;
}

/** Calls of an hour, or a time zone of their accounts. */
export interface HourRow {
  /** 0 to 23; null for time zones. */
  hour: number | null;
  opportunity: number | null;
  missed: number | null;
  /** All calls. */
  calls: number | null;
  unscored: number | null;
  first: Date | null;
  time_zone: string | null;
}

/** Calls by the local hour of their own account, the first opportunity or missed call, and the time zones of the accounts with such calls; without any, of all selected ones. */
export function hourQuery(scope: CheckedScope): RawBuilder<HourRow> {
  return sql<HourRow>`
    with counted as (
      select calls.account_id, calls.local_hour, ${counting(callTerms.opportunity)} as opportunity, ${counting(callTerms.missed)} as missed,
        cast(count(*) as integer) as calls, ${counting(callTerms.unscored)} as unscored,
        min(calls.call_date_time) filter (where ${callTerms.opportunity} or ${callTerms.missed}) as first
      from calls where ${callInScope(scope)}
      group by calls.account_id, calls.local_hour)
    select counted.local_hour as hour, cast(sum(counted.opportunity) as integer) as opportunity,
      cast(sum(counted.missed) as integer) as missed, cast(sum(counted.calls) as integer) as calls,
      cast(sum(counted.unscored) as integer) as unscored, min(counted.first) as first, cast(null as text) as time_zone
    from counted group by counted.local_hour
    union all
    select distinct cast(null as smallint), cast(null as integer), cast(null as integer), cast(null as integer),
      cast(null as integer), cast(null as timestamptz), accounts.time_zone
    from accounts where accounts.id = any(${idsOf('account', scope.accountIds)})
      and (accounts.id in (select counted.account_id from counted where counted.first is not null)
        or not exists (select 1 from counted where counted.first is not null))`;
}

/** Calls of an hour of a weekday, or a time zone of their accounts. */
export interface WeekHourRow {
  /** 0 (Sunday) to 6; null for time zones. */
  weekday: number | null;
  /** 0 to 23; null for time zones. */
  hour: number | null;
  calls: number | null;
  missed: number | null;
  unscored: number | null;
  first: Date | null;
  time_zone: string | null;
}

/** All and missed calls by local weekday and hour, with time zones; without calls, the time zones of all accounts. */
export function weekHourQuery(scope: CheckedScope): RawBuilder<WeekHourRow> {
  return sql<WeekHourRow>`
    with counted as (
      select calls.account_id, calls.local_weekday, calls.local_hour, cast(count(*) as integer) as calls,
        ${counting(callTerms.missed)} as missed, ${counting(callTerms.unscored)} as unscored, min(calls.call_date_time) as first
      from calls where ${callInScope(scope)}
      group by calls.account_id, calls.local_weekday, calls.local_hour)
    select counted.local_weekday as weekday, counted.local_hour as hour, cast(sum(counted.calls) as integer) as calls,
      cast(sum(counted.missed) as integer) as missed, cast(sum(counted.unscored) as integer) as unscored,
      min(counted.first) as first, cast(null as text) as time_zone
    from counted group by counted.local_weekday, counted.local_hour
    union all
    select distinct cast(null as smallint), cast(null as smallint), cast(null as integer), cast(null as integer),
      cast(null as integer), cast(null as timestamptz), accounts.time_zone
    from accounts where accounts.id = any(${idsOf('account', scope.accountIds)})
      and (accounts.id in (select counted.account_id from counted) or not exists (select 1 from counted))`;
}
