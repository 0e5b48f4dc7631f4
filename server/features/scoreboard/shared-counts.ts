import { dimensionsOfCombination } from '@mailcall/contract/figures/dimensions.ts';
import type { BreakdownKey } from '@mailcall/contract/scoreboard.ts';
import { type RawBuilder, sql } from 'kysely';
import { callTerms } from '../figures/index.ts';
import { type CheckedScope, callInScope, dimensionColumn, idsOf } from '../scope/index.ts';
import type { BreakdownFilters } from './breakdowns.ts';
import {
  type BreakdownRow,
  type HourRow,
  recentSummaryColumns,
  type SummaryRow,
  summaryColumns,
  type WeekHourRow,
} from './queries.ts';

/*
 * Overview counts in the columnar copy: one statement for all breakdowns of calls and the hours, one for inquiries. Counts
 * calls by combination numbers, then adds up the few combinations. The combinations replace `calls` and have its columns,
 * so the record's terms apply.
 */

const countedBy = (kind: string, scope: CheckedScope) => {
  const code = sql.ref(`calls.${kind}_code`);
  return sql`select ${code} as code, count(*) as n, min(calls.call_date_time) as first from calls where ${callInScope(scope)} group by ${code}`;
};

/** Counts with their combinations as `calls`. */
const combinationsOf = (kind: string) =>
  sql`${sql.ref(`by_${kind}`)} as counted join combinations as calls on calls.kind = ${sql.lit(kind)} and calls.code = counted.code`;

const adding = (amount: RawBuilder<unknown>, condition: RawBuilder<unknown>) =>
  sql`cast(coalesce(sum(counted.n * ${amount}) filter (where ${condition}), 0) as integer)`;
const sumOf = (condition: RawBuilder<unknown> = sql`true`) => adding(sql`1`, condition);

/** A value of a breakdown, an hour of the week, or a time zone of the offices. */
export interface CallPart {
  part: BreakdownKey | 'weekHour' | 'timeZone';
  code: number | null;
  /** Code of the media type, wrong source (0 or 1), or hour; null if unknown. */
  second: number | null;
  /** Calls; for a time zone above 0 if an office with calls has it. */
  value: number;
  missed: number | null;
  /** For a time zone above 0 if an office with opportunity or missed calls has it. */
  opportunity: number | null;
  /** Calls that are not scored yet, of an hour of the week. */
  unscored: number | null;
  /** Earliest call; of a time zone null. */
  first: Date | null;
  /** Earliest opportunity or missed call; null for a time zone. */
  first_by_hour: Date | null;
  name: string | null;
  second_name: string | null;
}

/** A null column. */
export const nothing = (type: string): RawBuilder<unknown> => sql`cast(null as ${sql.raw(type)})`;
export const noHour = sql`${nothing('integer')} as missed, ${nothing('integer')} as opportunity, ${nothing('integer')} as unscored`;

/** Breakdowns by one code of one kind of combinations: a row per value. */
function breakdownParts(kind: 'outcome' | 'caller'): RawBuilder<unknown> {
  const columns = dimensionsOfCombination(kind).map((part) => ({ part, column: dimensionColumn(part) }));
  const all = sql.join(columns.map(({ column }) => column));
  // a bit for each column outside the group, the last column lowest
  const groupOf = (at: number) => 2 ** columns.length - 1 - 2 ** (columns.length - 1 - at);
  const parts = columns.map(({ part }, at) => sql`when ${groupOf(at)} then ${sql.lit(part)}`);
  return sql`
    select case grouping(${all}) ${sql.join(parts, sql` `)} end as part, coalesce(${all}) as code, ${nothing('integer')} as second,
      ${sumOf()} as value, ${noHour}, min(counted.first) as first, ${nothing('timestamptz')} as first_by_hour
    from ${combinationsOf(kind)} group by grouping sets (${sql.join(columns.map(({ column }) => sql`(${column})`))})`;
}

/** The two breakdowns by two columns; campaigns count scored calls alone. */
const sourceParts = sql`
  select case when grouping(calls.campaign_type) = 0 then 'campaignSource' else 'callerSource' end as part,
    coalesce(calls.campaign_type, calls.caller_source) as code,
    coalesce(calls.media_type, cast(calls.wrong_source_mentioned as smallint)) as second,
    case when grouping(calls.campaign_type) = 0 then ${sumOf(sql`calls.is_scored`)} else ${sumOf()} end as value, ${noHour},
    case when grouping(calls.campaign_type) = 0 then min(counted.first) filter (where calls.is_scored) else min(counted.first) end as first,
    ${nothing('timestamptz')} as first_by_hour
  from ${combinationsOf('source')}
  group by grouping sets ((calls.campaign_type, calls.media_type), (calls.caller_source, calls.wrong_source_mentioned))`;

const hourParts = sql`
  select 'weekHour' as part, calls.local_weekday as code, calls.local_hour as second,
    ${sumOf()} as value, ${sumOf(sql`calls.is_missed`)} as missed, ${sumOf(sql`calls.is_opportunity`)} as opportunity,
    ${sumOf(sql`calls.is_unscored`)} as unscored, min(counted.first) as first,
    min(counted.first) filter (where calls.is_opportunity or calls.is_missed) as first_by_hour
  from ${combinationsOf('time')} group by calls.local_weekday, calls.local_hour`;

/** All breakdowns of a scope's calls, hours of the week and office time zones. */
export function callPartsQuery(scope: CheckedScope): RawBuilder<CallPart> {
  return sql<CallPart>`
    with ${sql.join(
      ['outcome', 'caller', 'source', 'time'].map(
        (kind) => sql`${sql.ref(`by_${kind}`)} as (${countedBy(kind, scope)})`,
      ),
    )},
    by_office as (select calls.office_code as code, count(*) as n from calls where ${callInScope(scope)} group by calls.office_code)
    select counted.*, names.value as name, media.value as second_name
    from (${breakdownParts('outcome')} union all ${breakdownParts('caller')} union all ${sourceParts}) as counted
    join dimension_values as names on names.code = counted.code
      and names.dimension = case counted.part when 'campaignSource' then 'campaignType' else counted.part end
    left join dimension_values as media on media.code = counted.second
      and counted.part = 'campaignSource' and media.dimension = 'mediaType'
    union all
    select hours.*, ${nothing('varchar')}, ${nothing('varchar')} from (${hourParts}) as hours
    union all
    select 'timeZone', null, null, cast(count(counted.n) as integer), null,
      cast(count(counted.n) filter (where calls.is_opportunity_or_missed) as integer), null, null, null, accounts.time_zone, null
    from accounts
    left join (${combinationsOf('office')}) on calls.account_id = accounts.id
    where accounts.id = any(${idsOf('account', scope.accountIds)})
    group by accounts.time_zone`;
}

export function breakdownPart(
  parts: readonly CallPart[],
  key: BreakdownKey,
  { wrongSourceMentioned }: BreakdownFilters,
): BreakdownRow[] {
  const counted = new Map<string, BreakdownRow>();
  for (const { part, value, first, name, second, second_name } of parts) {
    if (part !== key || first === null || name === null) continue;
    if (
      key === 'callerSource' &&
      wrongSourceMentioned !== undefined &&
      second !== Number(wrongSourceMentioned)
    )
      continue;
    const media = key === 'campaignSource' ? second_name : null;
    const row = {
      value,
      first,
      name,
      id: null,
      campaign_type: key === 'campaignSource' ? name : null,
      media_type: media,
      calls: null,
    };
    const id = JSON.stringify([name, media]);
    const before = counted.get(id);
    counted.set(
      id,
      before ? { ...row, value: before.value + value, first: earlier(before.first, first) } : row,
    );
  }
  return [...counted.values()];
}

const earlier = (one: Date, other: Date) => (one < other ? one : other);

/** Time zones of offices with counted calls, or of all offices without any. */
function timeZones(parts: readonly CallPart[], countOf: (part: CallPart) => number | null): string[] {
  const zones = parts.filter(({ part }) => part === 'timeZone');
  const counted = zones.filter((zone) => (countOf(zone) ?? 0) > 0);
  return (counted.length > 0 ? counted : zones).flatMap(({ name }) => name ?? []);
}

export function hourPart(parts: readonly CallPart[]): HourRow[] {
  const hours = new Map<number, HourRow>();
  for (const { part, second: hour, value, missed, opportunity, unscored, first_by_hour } of parts) {
    if (part !== 'weekHour' || hour === null) continue;
    const before = hours.get(hour);
    const firsts = [before?.first, first_by_hour].filter((first) => first instanceof Date);
    hours.set(hour, {
      hour,
      opportunity: (before?.opportunity ?? 0) + (opportunity ?? 0),
      missed: (before?.missed ?? 0) + (missed ?? 0),
      calls: (before?.calls ?? 0) + value,
      unscored: (before?.unscored ?? 0) + (unscored ?? 0),
      first: firsts.length > 0 ? firsts.reduce(earlier) : null,
      time_zone: null,
    });
  }
  const none = { hour: null, opportunity: null, missed: null, calls: null, unscored: null, first: null };
  const zones = timeZones(parts, ({ opportunity }) => opportunity);
  return [...hours.values(), ...zones.map((time_zone) => ({ ...none, time_zone }))];
}

export function weekHourPart(parts: readonly CallPart[]): WeekHourRow[] {
  const none = { weekday: null, hour: null, calls: null, missed: null, unscored: null, first: null };
  const zones = timeZones(parts, ({ value }) => value);
  return [
    ...parts.flatMap(({ part, code, second, value, missed, unscored, first }) =>
      part === 'weekHour'
        ? [{ weekday: code, hour: second, calls: value, missed, unscored, first, time_zone: null }]
        : [],
    ),
    ...zones.map((time_zone) => ({ ...none, time_zone })),
  ];
}

export interface InquiryPart extends BreakdownRow {
  part: BreakdownKey;
}

export function inquiryPartsQuery(scope: CheckedScope): RawBuilder<InquiryPart> {
  return sql<InquiryPart>`
    with counted as (
      select calls.item_code as code, count(*) as n, count(*) filter (where calls.is_first) as calls, min(calls.call_date_time) as first
      from call_inquiries as calls where ${callInScope(scope)} group by calls.item_code)
    select items.kind as part, cast(sum(counted.n) as integer) as value, min(counted.first) as first, max(items.item_name) as name,
      items.item_id as id, ${nothing('varchar')} as campaign_type, ${nothing('varchar')} as media_type,
      cast(sum(sum(counted.calls)) over (partition by items.kind) as integer) as calls
    from counted join items on items.code = counted.code group by items.kind, items.item_id`;
}

/** Summary counts with the follow-ups of one time or, without a time, of later ones. */
export interface CountedSummary extends SummaryRow {
  /** Time of the follow-ups within the hour in which the last 30 days start; null for all later ones. */
  time: Date | null;
}

const anHour = 60 * 60 * 1000;

/** Summary counts in rows that differ only in follow-ups, so that the statement stays the same for an hour. */
export function countedSummaryQuery(scope: CheckedScope): RawBuilder<CountedSummary> {
  const hour = Math.floor(scope.followUpsFrom.getTime() / anHour) * anHour;
  const fromHour = { ...scope, followUpsFrom: new Date(hour) };
  return sql<CountedSummary>`
    with by_outcome as (${countedBy('outcome', scope)}),
    recent as (
      select case when calls.call_date_time < ${new Date(hour + anHour)} then calls.call_date_time end as time,
        ${recentSummaryColumns}
      from calls where ${callInScope(fromHour, 'last thirty days')} and ${callTerms.missedAndFollowUp}
      group by time)
    select ranged.*, recent.* from (
      select ${summaryColumns({ counting: sumOf, adding })} from ${combinationsOf('outcome')}) as ranged
    left join recent on true`;
}

/** Summary row for a scope's last 30 days. */
export function summaryPart(rows: readonly CountedSummary[], { followUpsFrom }: CheckedScope): SummaryRow[] {
  const [first] = rows;
  if (!first) return [];
  const recent = rows.filter(({ time }) => time === null || time >= followUpsFrom);
  // without follow-ups the row has no counts of them
  const add = (name: 'followup_opportunity_calls_count' | 'missed_and_followup_count') =>
    recent.reduce((sum, row) => sum + (row[name] ?? 0), 0);
  return [
    {
      ...first,
      followup_opportunity_calls_count: add('followup_opportunity_calls_count'),
      missed_and_followup_count: add('missed_and_followup_count'),
    },
  ];
}
