import { type InquiryFilter, inquiryFilters } from '@mailcall/contract/call-filters.ts';
import { type RawBuilder, sql } from 'kysely';
import { type CheckedScope, callInScope, idsOf } from '../scope/index.ts';
import { callTerms } from './call-terms.ts';
import { type Columns, type CombinationKind, combinationKinds } from './combinations.ts';
import { countColumns, everyCount, type HandlingCount, handlingCounts } from './handling-counts.ts';

/** Rows that a statement counts: calls of the record, or numbered combinations of the columnar copy. Both count alike. */
export interface RowSource {
  /** Columns of the kind, the number `n` of calls, and the `first` time. @param used fewer columns need fewer combinations */
  counted(kind: CombinationKind, scope: CheckedScope, used?: readonly string[]): RawBuilder<unknown>;
  /** `by_time` by hour of the week, and `by_office` by account, each by kind of call. */
  hours(scope: CheckedScope): RawBuilder<unknown>;
  /** `by_item` by kind and item, and `by_kind` with the `calls` that have such inquiries. */
  inquiries(scope: CheckedScope): RawBuilder<unknown>;
  /** Rows by account, handler, and whether staff answered. */
  handling(scope: CheckedScope): RawBuilder<unknown>;
}

const counting = sql`cast(count(*) as integer) as n, min(calls.call_date_time) as first`;

const bitOf = (kind: InquiryFilter) => sql.lit(2 ** inquiryFilters.indexOf(kind));

const countedBy = (columns: Columns, scope: CheckedScope, used?: readonly string[]) => {
  const all = Object.entries(columns).filter(([name]) => used?.includes(name) ?? true);
  return sql`
    select ${sql.join(all.map(([name, value]) => sql`${value} as ${sql.ref(name)}`))}, ${counting}
    from calls where ${callInScope(scope)} group by ${sql.join(all.map((_, at) => sql.lit(at + 1)))}`;
};

/** Citus refuses grouping sets and lateral joins, so no statement has them. */
export const callRows: RowSource = {
  counted: (kind, scope, used) => countedBy(combinationKinds[kind], scope, used),

  // calls are read once for both
  hours: (scope) => sql`
    by_time as (${countedBy({ account_id: sql.ref('calls.account_id'), ...combinationKinds.time }, scope)}),
    by_office as (
      select by_time.account_id, by_time.is_opportunity or by_time.is_missed as is_opportunity_or_missed, by_time.n
      from by_time)`,

  inquiries: (scope) => sql`
    requested as (
      select calls.kind, calls.item_id, calls.item_name, calls.call_number, calls.call_date_time
      from call_inquiries as calls
      where ${callInScope(scope)} and calls.inquiry_account_id = any(${idsOf('account', scope.accountIds)})),
    by_item as (
      select requested.kind, requested.item_id, max(requested.item_name) as name, cast(count(*) as integer) as n, min(requested.call_date_time) as first
      from requested group by requested.kind, requested.item_id),
    by_call as (
      select bit_or(case requested.kind ${sql.join(
        inquiryFilters.map((kind) => sql`when ${sql.lit(kind)} then ${bitOf(kind)}`),
        sql` `,
      )} end) as kinds
      from requested group by requested.call_number),
    by_kinds as (select by_call.kinds, count(*) as calls from by_call group by by_call.kinds),
    by_kind as (${sql.join(
      inquiryFilters.map(
        (kind) => sql`
          select ${sql.lit(kind)} as kind, sum(by_kinds.calls) filter (where by_kinds.kinds & ${bitOf(kind)} > 0) as calls from by_kinds`,
      ),
      sql` union all `,
    )})`,

  handling: (scope) => sql`
    select calls.account_id, calls.handler_id, ${callTerms.answered} as answered, ${countColumns}
    from calls where ${callInScope(scope)} group by calls.account_id, calls.handler_id, ${callTerms.answered}`,
};

/** Counted from the calls: a combination only says whether the time is known. */
const ofCalls = 'holdSeconds';
/** More bits than any sum of a count has. */
const bits = 31;
/** Counts that share a number, lowest bits first. The last is at most 1 per call, which leaves a bit for it; so appointments come first. */
const packs: readonly (readonly HandlingCount[])[] = (() => {
  const counts = everyCount.filter((name) => name !== ofCalls && name !== 'appointments');
  const inOrder: HandlingCount[] = ['appointments', ...counts];
  const size = 3;
  return Array.from({ length: Math.ceil(inOrder.length / size) }, (_, at) =>
    inOrder.slice(at * size, (at + 1) * size),
  );
})();
const packName = (at: number) => sql.ref(`pack_${at}`);

/** A literal, so that DuckDB calculates with it. */
const number = (value: bigint) => sql.raw(String(value));

function addedTo(name: HandlingCount): RawBuilder<unknown> {
  const counted: { condition: RawBuilder<unknown>; amount?: RawBuilder<number> } = handlingCounts[name];
  return sql`case when ${counted.condition} then cast(${counted.amount ?? sql`1`} as bigint) else 0 end`;
}

const packed = packs.map(
  (names, at) =>
    sql`${sql.join(
      names.map((name, place) => sql`${addedTo(name)} * ${number(2n ** BigInt(bits * place))}`),
      sql` + `,
    )} as ${packName(at)}`,
);
const sums = packs.map((_, at) => sql`sum(packed.${packName(at)}) as ${packName(at)}`);
const unpacked = packs.flatMap((names, at) =>
  names.map((name, place) => {
    const shifted = sql`(counted.${packName(at)} >> ${number(BigInt(bits * place))})`;
    return sql`cast(${shifted} & ${number(2n ** BigInt(bits) - 1n)} as integer) as ${sql.ref(name)}`;
  }),
);

/** Counts calls by number; finds once what a combination counts for. */
export const combinationRows: RowSource = {
  counted(kind, scope) {
    const code = sql.ref(`calls.${kind}_code`);
    const columns = Object.keys(combinationKinds[kind]).map((name) => sql.ref(`calls.${name}`));
    return sql`
      select ${sql.join(columns)}, counted.n, counted.first
      from (select ${code} as code, ${counting} from calls where ${callInScope(scope)} group by ${code}) as counted
      join combinations as calls on calls.kind = ${sql.lit(kind)} and calls.code = counted.code`;
  },

  hours: (scope) => sql`
    by_time as (${combinationRows.counted('time', scope)}), by_office as (${combinationRows.counted('office', scope)})`,

  inquiries: (scope) => sql`
    counted as (
      select calls.item_code as code, ${counting}, count(*) filter (where calls.is_first) as calls
      from call_inquiries as calls where ${callInScope(scope)} group by calls.item_code),
    by_item as (
      select items.kind, items.item_id, max(items.item_name) as name, sum(counted.n) as n, min(counted.first) as first,
        sum(counted.calls) as calls
      from counted join items on items.code = counted.code group by items.kind, items.item_id),
    by_kind as (select by_item.kind, sum(by_item.calls) as calls from by_item group by by_item.kind)`,

  handling: (scope) => sql`
    with packed as materialized (
      select calls.code, ${handlingCounts[ofCalls].condition} as on_hold, ${sql.join(packed)}
      from combinations as calls where calls.kind = 'handling'),
    counted as (
      select calls.staff_code as code, ${sql.join(sums)}, sum(calls.hold_seconds) filter (where packed.on_hold) as hold_seconds
      from calls join packed on packed.code = calls.handling_code where ${callInScope(scope)} group by calls.staff_code)
    select calls.account_id, calls.handler_id, ${callTerms.answered} as answered, ${sql.join(unpacked)},
      cast(coalesce(counted.hold_seconds, 0) as double precision) as ${sql.ref(ofCalls)}
    from counted join combinations as calls on calls.kind = 'staff' and calls.code = counted.code`,
};
