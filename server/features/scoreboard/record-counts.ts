import { inquiryFilters } from '@mailcall/contract/call-filters.ts';
import type { BreakdownKey } from '@mailcall/contract/scoreboard.ts';
import { type RawBuilder, sql } from 'kysely';
import { type CheckedScope, callInScope, callTerms, idsOf } from '../scope/index.ts';
import { counting } from './queries.ts';
import { breakdownColumns, type CallPart, type InquiryPart, nothing } from './shared-counts.ts';

/*
 * The counts of the Overview as the record has them for the requests of one screen: calls are counted by combinations of some
 * columns, of which there are few, and those are added up for each breakdown. The rows are those that the columnar copy has.
 */

const counted = sql`cast(count(*) as integer) as n, min(calls.call_date_time) as first`;

/** Rows of a breakdown, from the combinations in `counted`. */
const partOf = (
  part: string,
  code: RawBuilder<unknown>,
  second: RawBuilder<unknown> = nothing('integer'),
) => sql`
  select ${sql.lit(part)} as part, ${code} as code, ${second} as second, cast(sum(counted.n) as integer) as value, min(counted.first) as first
  from counted where ${code} is not null group by ${code}, ${second}`;

/** Breakdowns of the calls in a scope by some columns, with the names of their values. */
const breakdownParts = (
  scope: CheckedScope,
  columns: readonly string[],
  parts: readonly RawBuilder<unknown>[],
): RawBuilder<CallPart> => {
  const all = sql.join(columns.map((name) => sql.ref(`calls.${name}`)));
  return sql<CallPart>`
    with counted as (select ${all}, ${counted} from calls where ${callInScope(scope)} group by ${all})
    select parts.part, parts.code, parts.second, parts.value, ${nothing('integer')} as missed, ${nothing('integer')} as opportunity,
      parts.first, ${nothing('timestamptz')} as first_by_hour, names.value as name, media.value as second_name
    from (${sql.join(parts, sql` union all `)}) as parts
    join dimension_values as names on names.code = parts.code
      and names.dimension = case parts.part when 'campaignSource' then 'campaignType' else parts.part end
    left join dimension_values as media on media.code = parts.second
      and parts.part = 'campaignSource' and media.dimension = 'mediaType'`;
};

/** The breakdowns by one column each, of one kind. */
const oneColumnParts = (kind: keyof typeof breakdownColumns) => (scope: CheckedScope) => {
  const parts = Object.entries(breakdownColumns[kind]);
  return breakdownParts(
    scope,
    parts.map(([, column]) => column),
    parts.map(([part, column]) => partOf(part, sql.ref(`counted.${column}`))),
  );
};

/** The two breakdowns by two columns. */
const sourceParts = (scope: CheckedScope) =>
  breakdownParts(
    scope,
    ['campaign_type', 'media_type', 'caller_source', 'wrong_source_mentioned'],
    [
      partOf('campaignSource', sql`counted.campaign_type`, sql`cast(counted.media_type as integer)`),
      partOf(
        'callerSource',
        sql`counted.caller_source`,
        sql`cast(counted.wrong_source_mentioned as integer)`,
      ),
    ],
  );

const [outcomeParts, callerParts] = [oneColumnParts('outcome'), oneColumnParts('caller')];

/** One query for a breakdown of calls and those with which it is counted. */
export function breakdownPartsQuery(key: BreakdownKey): (scope: CheckedScope) => RawBuilder<CallPart> {
  if (key in breakdownColumns.outcome) return outcomeParts;
  return key in breakdownColumns.caller ? callerParts : sourceParts;
}

const sumOf = (column: string) => sql`cast(sum(${sql.ref(`counted.${column}`)}) as integer)`;

/** The calls of a scope by the hour of the week, and the time zones of its offices. */
export function hourPartsQuery(scope: CheckedScope): RawBuilder<CallPart> {
  const byHour = sql`(${callTerms.opportunity} or ${callTerms.missed})`;
  return sql<CallPart>`
    with counted as (
      select calls.account_id, calls.local_weekday, calls.local_hour, ${counted}, ${counting(callTerms.missed)} as missed,
        ${counting(callTerms.opportunity)} as opportunity, min(calls.call_date_time) filter (where ${byHour}) as first_by_hour
      from calls where ${callInScope(scope)} group by calls.account_id, calls.local_weekday, calls.local_hour)
    select 'weekHour' as part, counted.local_weekday as code, counted.local_hour as second, ${sumOf('n')} as value,
      ${sumOf('missed')} as missed, ${sumOf('opportunity')} as opportunity, min(counted.first) as first,
      min(counted.first_by_hour) as first_by_hour, ${nothing('text')} as name, ${nothing('text')} as second_name
    from counted group by counted.local_weekday, counted.local_hour
    union all
    select 'timeZone', null, null, cast(count(counted.n) as integer), null, cast(count(counted.first_by_hour) as integer), null, null,
      accounts.time_zone, null
    from accounts left join counted on counted.account_id = accounts.id
    where accounts.id = any(${idsOf('account', scope.accountIds)}) group by accounts.time_zone`;
}

/** All breakdowns of the inquiries on the calls of a scope, by their items. */
export function inquiryPartsInRecordQuery(scope: CheckedScope): RawBuilder<InquiryPart> {
  return sql<InquiryPart>`
    with requested as (
      select calls.kind, calls.item_id, calls.item_name, calls.call_number, calls.call_date_time
      from call_inquiries as calls
      where ${callInScope(scope)} and calls.inquiry_account_id = any(${idsOf('account', scope.accountIds)})),
    by_call as (
      select requested.call_number, ${sql.join(inquiryFilters.map((kind) => sql`max(case when requested.kind = ${sql.lit(kind)} then 1 else 0 end) as ${sql.ref(kind)}`))}
      from requested group by requested.call_number),
    calls_by_kind as (${sql.join(
      inquiryFilters.map(
        (kind) =>
          sql`select ${sql.lit(kind)} as kind, cast(sum(${sql.ref(kind)}) as integer) as calls from by_call`,
      ),
      sql` union all `,
    )})
    select counted.kind as part, counted.value, counted.first, counted.name, counted.item_id as id,
      ${nothing('text')} as campaign_type, ${nothing('text')} as media_type, calls_by_kind.calls
    from (
      select requested.kind, requested.item_id, cast(count(*) as integer) as value, min(requested.call_date_time) as first,
        max(requested.item_name) as name
      from requested group by requested.kind, requested.item_id) as counted
    join calls_by_kind on calls_by_kind.kind = counted.kind`;
}
