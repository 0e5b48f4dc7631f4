import { type InquiryFilter, inquiryFilters } from '@mailcall/contract/call-filters.ts';
import { dimensions, dimensionsOfCombination } from '@mailcall/contract/figures/dimensions.ts';
import { type RawBuilder, sql } from 'kysely';
import { callTerms } from '../figures/index.ts';
import { callInScope, idsOf, type RangedScope } from '../scope/index.ts';
import { counting } from './queries.ts';
import { type CallPart, type InquiryPart, noHour, nothing } from './shared-counts.ts';

/*
 * Overview counts in the record for a screen's requests: counts calls by combinations of a few columns, then adds them up
 * per breakdown. Rows are the same as in the columnar copy.
 */

const counted = sql`cast(count(*) as integer) as n, min(calls.call_date_time) as first`;
const refs = (table: string, columns: readonly string[]) =>
  sql.join(columns.map((name) => sql.ref(`${table}.${name}`)));

const countedBy = (columns: readonly string[], scope: RangedScope) => {
  const all = refs('calls', columns);
  return sql`select ${all}, ${counted} from calls where ${callInScope(scope)} group by ${all}`;
};

const partOf = (
  part: string,
  kind: string,
  {
    code,
    second = nothing('integer'),
    condition = sql`true`,
  }: { code: string; second?: RawBuilder<unknown>; condition?: RawBuilder<unknown> },
) => {
  const column = sql.ref(`counted.${code}`);
  return sql`
    select ${sql.lit(part)} as part, ${column} as code, ${second} as second, cast(sum(counted.n) as integer) as value,
      ${noHour}, min(counted.first) as first, ${nothing('timestamptz')} as first_by_hour
    from ${sql.ref(`by_${kind}`)} as counted where ${column} is not null and ${condition} group by ${column}, ${second}`;
};

const oneColumnParts = (kind: 'outcome' | 'caller') =>
  dimensionsOfCombination(kind).map((part) => partOf(part, kind, { code: dimensions[part].column }));

const columnsOf = (kind: 'outcome' | 'caller') =>
  dimensionsOfCombination(kind).map((name) => dimensions[name].column);

const sourceColumns = [
  'campaign_type',
  'media_type',
  'caller_source',
  'wrong_source_mentioned',
  'answered_by',
];

const breakdownParts = sql.join(
  [
    ...oneColumnParts('outcome'),
    ...oneColumnParts('caller'),
    partOf('campaignSource', 'source', {
      code: 'campaign_type',
      second: sql`cast(counted.media_type as integer)`,
      // scored calls alone
      condition: sql`counted.answered_by is not null`,
    }),
    partOf('callerSource', 'source', {
      code: 'caller_source',
      second: sql`cast(counted.wrong_source_mentioned as integer)`,
    }),
  ],
  sql` union all `,
);

const sumOf = (column: string) => sql`cast(sum(${sql.ref(`counted.${column}`)}) as integer)`;

function countedByTime(scope: RangedScope): RawBuilder<unknown> {
  const byHour = sql`(${callTerms.opportunity} or ${callTerms.missed})`;
  const [only, ...others] = scope.accountIds;
  // calls of a single account need no comparison by its id
  const [account, group] =
    others.length === 0
      ? [sql`cast(${only} as text)`, sql``]
      : [sql`calls.account_id`, sql`calls.account_id, `];
  return sql`
    select ${account} as account_id, calls.local_weekday, calls.local_hour, ${counted}, ${counting(callTerms.missed)} as missed,
      ${counting(callTerms.opportunity)} as opportunity, ${counting(callTerms.unscored)} as unscored,
      min(calls.call_date_time) filter (where ${byHour}) as first_by_hour
    from calls where ${callInScope(scope)} group by ${group}calls.local_weekday, calls.local_hour`;
}

/** All breakdowns in one statement. Browsers send few requests at a time, so the first answers the later ones. */
export function callPartsInRecordQuery(scope: RangedScope): RawBuilder<CallPart> {
  return sql<CallPart>`
    with by_outcome as (${countedBy(columnsOf('outcome'), scope)}),
    by_caller as (${countedBy(columnsOf('caller'), scope)}),
    by_source as (${countedBy(sourceColumns, scope)}),
    by_time as (${countedByTime(scope)})
    select parts.*, names.value as name, media.value as second_name
    from (${breakdownParts}) as parts
    join dimension_values as names on names.code = parts.code
      and names.dimension = case parts.part when 'campaignSource' then 'campaignType' else parts.part end
    left join dimension_values as media on media.code = parts.second
      and parts.part = 'campaignSource' and media.dimension = 'mediaType'
    union all
    select 'weekHour', counted.local_weekday, counted.local_hour, ${sumOf('n')}, ${sumOf('missed')}, ${sumOf('opportunity')},
      ${sumOf('unscored')}, min(counted.first), min(counted.first_by_hour), null, null
    from by_time as counted group by counted.local_weekday, counted.local_hour
    union all
    select 'timeZone', null, null, cast(count(counted.n) as integer), null, cast(count(counted.first_by_hour) as integer), null, null, null,
      accounts.time_zone, null
    from accounts left join by_time as counted on counted.account_id = accounts.id
    where accounts.id = any(${idsOf('account', scope.accountIds)}) group by accounts.time_zone`;
}

const bitOf = (kind: InquiryFilter) => sql.lit(2 ** inquiryFilters.indexOf(kind));

/** All breakdowns of a scope's inquiries by item. */
export function inquiryPartsInRecordQuery(scope: RangedScope): RawBuilder<InquiryPart> {
  return sql<InquiryPart>`
    with requested as (
      select calls.kind, calls.item_id, calls.item_name, calls.call_number, calls.call_date_time
      from call_inquiries as calls
      where ${callInScope(scope)} and calls.inquiry_account_id = any(${idsOf('account', scope.accountIds)})),
    by_call as (
      select bit_or(case requested.kind ${sql.join(
        inquiryFilters.map((kind) => sql`when ${sql.lit(kind)} then ${bitOf(kind)}`),
        sql` `,
      )} end) as kinds
      from requested group by requested.call_number),
    by_kinds as (select by_call.kinds, count(*) as calls from by_call group by by_call.kinds),
    calls_by_kind as (${sql.join(
      inquiryFilters.map(
        (kind) => sql`
          select ${sql.lit(kind)} as kind, cast(sum(by_kinds.calls) filter (where by_kinds.kinds & ${bitOf(kind)} > 0) as integer) as calls
          from by_kinds`,
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
