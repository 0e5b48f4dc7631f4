import { dimensions, dimensionsOfCombination } from '@mailcall/contract/figures/dimensions.ts';
import type { BreakdownKey, Summary } from '@mailcall/contract/scoreboard.ts';
import { hours } from '@mailcall/contract/time/durations.ts';
import { type RawBuilder, sql } from 'kysely';
import { type CheckedScope, callInScope, dayOfCall, idsOf } from '../scope/index.ts';
import { callTerms } from './call-terms.ts';
import type { CombinationKind } from './combinations.ts';
import type { RowSource } from './row-sources.ts';

/* `calls` is here a table of combinations, each with `n` calls of the scope; row-sources.ts makes it. */

const everyCall = sql`true`;
const sumOf = (condition: RawBuilder<unknown> = everyCall, amount: RawBuilder<unknown> = sql`calls.n`) =>
  sql`cast(coalesce(sum(${amount}) filter (where ${condition}), 0) as integer)`;
const appointmentsOf = (condition: RawBuilder<unknown>) =>
  sumOf(condition, sql`calls.n * calls.appointment_count`);

const tableOf = (kind: CombinationKind) => sql.ref(`by_${kind}`);

export type SummaryFigures = Omit<Summary, 'meta'>;

export interface SummaryRow extends SummaryFigures {
  /** Time within the hour in which the last 30 days start; null for the follow-ups of all later times. */
  time: Date | null;
}

const anHour = hours(1);

/** Rows differ only in follow-ups, so that the statement stays the same while the start of the last 30 days moves within an hour. */
export function summaryStatement(scope: CheckedScope, rows: RowSource): RawBuilder<SummaryRow> {
  const hour = Math.floor(scope.followUpsFrom.getTime() / anHour) * anHour;
  const fromHour = { ...scope, followUpsFrom: new Date(hour) };
  const counting = (condition: RawBuilder<unknown>) =>
    sql`cast(count(*) filter (where ${condition}) as integer)`;
  return sql<SummaryRow>`
    with ${tableOf('outcome')} as (${rows.counted('outcome', scope)})
    select ranged.*, recent.* from (
      select ${sumOf()} as all_calls_count,
        ${appointmentsOf(callTerms.answered)} as all_appointment_set_by_staff_count,
        ${sumOf(callTerms.opportunity)} as opportunity_calls_by_staff_count,
        ${sumOf(callTerms.opportunity)} as opportunity_calls_count,
        ${appointmentsOf(everyCall)} as appointment_calls_count,
        ${sumOf(callTerms.appointment)} as "calls_with_Appointments_count",
        ${sumOf(callTerms.missed)} as missed_calls_count,
        ${sumOf(callTerms.nonOpportunity)} as non_opportunity_calls_count,
        ${sumOf(sql`${callTerms.nonOpportunity} and ${callTerms.hasAudio}`)} as non_opportunity_with_audio_count,
        ${sumOf(callTerms.unscored)} as unscored_calls_count
      from ${tableOf('outcome')} as calls) as ranged
    left join (
      select case when calls.call_date_time < ${new Date(hour + anHour)} then calls.call_date_time end as time,
        ${counting(callTerms.followUp)} as followup_opportunity_calls_count,
        ${counting(callTerms.missedAndFollowUp)} as missed_and_followup_count
      from calls where ${callInScope(fromHour, 'last thirty days')} and ${callTerms.resolvable}
      group by 1) as recent on true`;
}

export interface BreakdownRow {
  part: BreakdownKey;
  name: string;
  media_type: string | null;
  /** 0, 1, or null if unknown: whether the source of a caller is wrong. */
  wrong: number | null;
  value: number;
  first: Date;
}

const breakdownPart = (
  part: BreakdownKey,
  kind: CombinationKind,
  column: string,
  { second = sql`cast(null as integer)`, condition = everyCall } = {},
) => sql`
  select ${sql.lit(part)} as part, ${sql.ref(`calls.${column}`)} as code, ${second} as second, ${sumOf()} as value,
    min(calls.first) as first
  from ${tableOf(kind)} as calls where ${sql.ref(`calls.${column}`)} is not null and ${condition}
  group by ${sql.ref(`calls.${column}`)}, ${second}`;

const columnsOf = (kind: 'outcome' | 'caller') =>
  dimensionsOfCombination(kind).map((name) => dimensions[name].column);

const breakdownParts = sql.join(
  [
    ...(['outcome', 'caller'] as const).flatMap((kind) =>
      dimensionsOfCombination(kind).map((name) =>
        breakdownPart(name as BreakdownKey, kind, dimensions[name].column),
      ),
    ),
    breakdownPart('campaignSource', 'source', 'campaign_type', {
      second: sql`cast(calls.media_type as integer)`,
      condition: sql`calls.is_scored`,
    }),
    breakdownPart('callerSource', 'source', 'caller_source', {
      second: sql`cast(calls.wrong_source_mentioned as integer)`,
    }),
  ],
  sql` union all `,
);

export const breakdownsStatement = (
  scope: CheckedScope,
  rows: RowSource,
): RawBuilder<BreakdownRow> => sql<BreakdownRow>`
  with ${tableOf('outcome')} as (${rows.counted('outcome', scope, columnsOf('outcome'))}),
    ${tableOf('caller')} as (${rows.counted('caller', scope)}), ${tableOf('source')} as (${rows.counted('source', scope)})
  select parts.part, parts.value, parts.first, names.value as name, media.value as media_type,
    case when parts.part = 'callerSource' then parts.second end as wrong
  from (${breakdownParts}) as parts
  join dimension_values as names on names.code = parts.code
    and names.dimension = case parts.part when 'campaignSource' then 'campaignType' else parts.part end
  left join dimension_values as media on media.code = parts.second
    and parts.part = 'campaignSource' and media.dimension = 'mediaType'`;

/** An hour of the week, or a time zone of offices. */
export interface HourRow {
  /** 0 (Sunday) to 6; null for a time zone. */
  weekday: number | null;
  /** 0 to 23; null for a time zone. */
  hour: number | null;
  time_zone: string | null;
  /** Above 0 if an office with calls has the time zone. */
  calls: number;
  /** Above 0 if an office with such calls has the time zone. */
  opportunity_or_missed: number;
  opportunity: number;
  missed: number;
  unscored: number;
  first: Date | null;
  first_opportunity_or_missed: Date | null;
}

export const hoursStatement = (scope: CheckedScope, rows: RowSource): RawBuilder<HourRow> => sql<HourRow>`
  with ${rows.hours(scope)}
  select calls.local_weekday as weekday, calls.local_hour as hour, cast(null as text) as time_zone, ${sumOf()} as calls,
    ${sumOf(sql`calls.is_opportunity or calls.is_missed`)} as opportunity_or_missed,
    ${sumOf(sql`calls.is_opportunity`)} as opportunity, ${sumOf(sql`calls.is_missed`)} as missed,
    ${sumOf(sql`calls.is_unscored`)} as unscored, min(calls.first) as first,
    min(calls.first) filter (where calls.is_opportunity or calls.is_missed) as first_opportunity_or_missed
  from ${tableOf('time')} as calls group by calls.local_weekday, calls.local_hour
  union all
  select null, null, accounts.time_zone, cast(count(calls.n) as integer),
    cast(count(calls.n) filter (where calls.is_opportunity_or_missed) as integer), 0, 0, 0, null, null
  from accounts left join ${tableOf('office')} as calls on calls.account_id = accounts.id
  where accounts.id = any(${idsOf('account', scope.accountIds)}) group by accounts.time_zone`;

export interface InquiryRow {
  part: BreakdownKey;
  id: string;
  name: string;
  value: number;
  first: Date;
  /** Distinct calls of the whole breakdown; each may have several inquiries. */
  calls: number;
}

export const inquiriesStatement = (
  scope: CheckedScope,
  rows: RowSource,
): RawBuilder<InquiryRow> => sql<InquiryRow>`
  with ${rows.inquiries(scope)}
  select by_item.kind as part, by_item.item_id as id, by_item.name, cast(by_item.n as integer) as value, by_item.first,
    cast(by_kind.calls as integer) as calls
  from by_item join by_kind on by_kind.kind = by_item.kind`;

export interface DayRow {
  /** Days since January 1, 1970 */
  day: number;
  calls: number;
  opportunity: number;
  missed: number;
  unscored: number;
  appointments: number;
  /** Appointments on calls that staff answered */
  by_staff: number;
  first: Date;
}

/** Days have too many combinations to be numbered. */
export function dayStatement(scope: CheckedScope): RawBuilder<DayRow> {
  const day = dayOfCall(scope);
  const counting = (condition: RawBuilder<unknown>) =>
    sql`cast(count(*) filter (where ${condition}) as integer)`;
  return sql<DayRow>`
    select ${day} as day, cast(count(*) as integer) as calls, ${counting(callTerms.opportunity)} as opportunity,
      ${counting(callTerms.missed)} as missed, ${counting(callTerms.unscored)} as unscored,
      cast(sum(calls.appointment_count) as integer) as appointments,
      cast(coalesce(sum(calls.appointment_count) filter (where ${callTerms.answered}), 0) as integer) as by_staff, min(calls.call_date_time) as first
    from calls where ${callInScope(scope)} group by ${day}`;
}
