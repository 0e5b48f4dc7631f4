import { type RawBuilder, sql } from 'kysely';
import { callTerms } from '../figures/index.ts';
import { type CheckedScope, callInScope, type RangedScope, staffName } from '../scope/index.ts';
import { countColumns, type HandlingCount, handlingCounts } from './handling.ts';
import { type OfficeRow, type PriceRow, type StaffRow, staffTables } from './queries.ts';

/*
 * Every count of the Front Desk in one statement for all members of staff. In the columnar copy, what each combination of
 * answers counts for is found once for the few combinations, three counts in one number, and added up by member of staff.
 */

const everyCount = Object.keys(handlingCounts) as HandlingCount[];
const nothingCounted = Object.fromEntries(everyCount.map((name) => [name, 0])) as OfficeRow<HandlingCount>;
/** Counted from the calls themselves: a combination only says whether the time is known. */
const ofCalls = 'holdSeconds';

/** Bits of a count within a number: more than any sum of a count has. */
const bits = 31;
/** The counts that share a number, the first in its lowest bits. The last one is at most 1 for a call, which leaves a bit for it. */
const packs: readonly (readonly HandlingCount[])[] = (() => {
  const counts = everyCount.filter((name) => name !== ofCalls && name !== 'appointments');
  // appointments come first, of which a call may have several
  const inOrder: HandlingCount[] = ['appointments', ...counts];
  const size = 3;
  return Array.from({ length: Math.ceil(inOrder.length / size) }, (_, at) =>
    inOrder.slice(at * size, (at + 1) * size),
  );
})();

/** A literal, so that DuckDB calculates with it. */
const number = (value: bigint) => sql.raw(String(value));

/** Number that a combination of answers, as `calls`, adds to a count. */
function addedTo(name: HandlingCount): RawBuilder<unknown> {
  const counted: { condition: RawBuilder<unknown>; amount?: RawBuilder<number> } = handlingCounts[name];
  return sql`case when ${counted.condition} then cast(${counted.amount ?? sql`1`} as bigint) else 0 end`;
}

const packName = (at: number) => sql.ref(`pack_${at}`);

/** The counts of all calls that one member of staff has with one kind of answerer, or without a known answerer. */
export type StaffCounts = StaffRow<HandlingCount> & {
  /** Whether staff answered the calls. The others have no account if the answerer is not known. */
  answered: boolean;
};

/** All counts of the calls of a scope, by member of staff and by who answered. */
export function staffCountsQuery(scope: CheckedScope): RawBuilder<StaffCounts> {
  const packed = packs.map(
    (names, at) =>
      sql`${sql.join(
        names.map((name, place) => sql`${addedTo(name)} * ${number(2n ** BigInt(bits * place))}`),
        sql` + `,
      )} as ${packName(at)}`,
  );
  const sums = packs.map((_, at) => sql`sum(packed.${packName(at)}) as ${packName(at)}`);
  const largest = number(2n ** BigInt(bits) - 1n);
  const counts = packs.flatMap((names, at) =>
    names.map((name, place) => {
      const shifted = sql`(counted.${packName(at)} >> ${number(BigInt(bits * place))})`;
      return sql`cast(${shifted} & ${largest} as integer) as ${sql.ref(name)}`;
    }),
  );
  return sql<StaffCounts>`
    with packed as materialized (
      select calls.code, ${handlingCounts[ofCalls].condition} as on_hold, ${sql.join(packed)} from combinations as calls
      where calls.kind = 'handling'),
    counted as (
      select calls.staff_code as code, ${sql.join(sums)}, sum(calls.hold_seconds) filter (where packed.on_hold) as hold_seconds
      from calls join packed on packed.code = calls.handling_code where ${callInScope(scope)} group by calls.staff_code)
    select calls.account_id, calls.handler_id, ${callTerms.answered} as answered, ${sql.join(counts)},
      cast(coalesce(counted.hold_seconds, 0) as double precision) as ${sql.ref(ofCalls)},
      accounts.name as account_name, ${staffName('staff')} as handler_name, staff.staff_type
    from counted join combinations as calls on calls.kind = 'staff' and calls.code = counted.code
    left join accounts on accounts.id = calls.account_id
    left join staff on staff.account_id = calls.account_id and staff.id = calls.handler_id`;
}

/** The same in the record. */
export function staffCountsInRecordQuery(scope: RangedScope): RawBuilder<StaffCounts> {
  const by = sql`calls.account_id, calls.handler_id, ${callTerms.answered}`;
  return sql<StaffCounts>`
    select counted.*, accounts.name as account_name, ${staffName('staff')} as handler_name, staff.staff_type
    from (
      select calls.account_id, calls.handler_id, ${callTerms.answered} as answered, ${countColumns(everyCount)}
      from calls where ${callInScope(scope)} group by ${by}) as counted
    ${staffTables(scope)}`;
}

/** The rows of the members of staff who answered. */
export const staffPart = (rows: readonly StaffCounts[]): StaffCounts[] => rows.filter((row) => row.answered);

/** The calls of a scope that staff answered, by their answer about the price. */
export function sharedPriceQuery(scope: CheckedScope): RawBuilder<PriceRow> {
  const adding = (condition: RawBuilder<unknown>) =>
    sql`cast(coalesce(sum(counted.n) filter (where ${condition}), 0) as integer)`;
  return sql<PriceRow>`
    with counted as (
      select calls.price_code as code, count(*) as n, min(calls.call_date_time) as first
      from calls where ${callInScope(scope)} group by calls.price_code)
    select names.value as price_answer, ${adding(handlingCounts.calls.condition)} as calls,
      ${adding(handlingCounts.appointmentCalls.condition)} as appointment_calls, min(counted.first) as first
    from counted join combinations as calls on calls.kind = 'price' and calls.code = counted.code
    join dimension_values as names on names.dimension = 'priceAnswer' and names.code = calls.price_answer
    where ${callTerms.answered} group by names.value`;
}

/** All staff together: one row. */
export function officePart(rows: readonly StaffCounts[]): OfficeRow<HandlingCount>[] {
  const sums = { ...nothingCounted };
  for (const row of rows) for (const name of everyCount) sums[name] += row[name];
  return [sums];
}
