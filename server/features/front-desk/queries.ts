import { type RawBuilder, sql } from 'kysely';
import { callTerms } from '../figures/index.ts';
import { type CheckedScope, callInScope, idsOf, type RangedScope, staffName } from '../scope/index.ts';
import { countColumns, type HandlingCount } from './handling.ts';

/*
 * Each query of the Front Desk is one SQL text that PostgreSQL, Citus and DuckDB all accept: one group by, no grouping
 * sets, no lateral joins. The rules of the contract derive rates and averages from these counts.
 */

/** Counts of the calls in scope, all staff together: one row. */
export type OfficeRow<Count extends HandlingCount> = Record<Count, number>;

/** Counts over all calls of a scope: one row. */
export function officeQuery<Count extends HandlingCount>(
  scope: CheckedScope,
  counts: readonly Count[],
): RawBuilder<OfficeRow<Count>> {
  return sql<OfficeRow<Count>>`select ${countColumns(counts)} from calls where ${callInScope(scope)}`;
}

/** Counts of the calls that one member of staff answered; without a handler, of the calls whose answerer is unknown. */
export type StaffRow<Count extends HandlingCount> = OfficeRow<Count> & {
  account_id: string;
  account_name: string;
  handler_id: string | null;
  /** Null when the answerer is unknown. */
  handler_name: string | null;
  staff_type: string | null;
};

/** The accounts and members of staff of the table `counted`. Rows of other accounts are not read, however many there are. */
export const staffTables = ({ accountIds }: RangedScope): RawBuilder<unknown> => sql`
  join accounts on accounts.id = counted.account_id and accounts.id = any(${idsOf('account', accountIds)})
  left join staff on staff.account_id = counted.account_id and staff.id = counted.handler_id
    and staff.account_id = any(${idsOf('account', accountIds)})`;

/** Counts of the calls that staff answered, by member of staff. */
export function staffQuery<Count extends HandlingCount>(
  scope: CheckedScope,
  counts: readonly Count[],
): RawBuilder<StaffRow<Count>> {
  return sql<StaffRow<Count>>`
    select counted.*, accounts.name as account_name, ${staffName('staff')} as handler_name, staff.staff_type
    from (
      select calls.account_id, calls.handler_id, ${countColumns(counts)}
      from calls where ${callInScope(scope)} and ${callTerms.answered}
      group by calls.account_id, calls.handler_id) as counted
    ${staffTables(scope)}`;
}

/** Calls with one answer to a question about the price. */
export interface PriceRow {
  price_answer: string;
  calls: number;
  appointment_calls: number;
  /** Earliest call among them. */
  first: Date;
}

/** Calls that staff answered, by their answer about the price; calls without this kind of answer are excluded. */
export function priceQuery(scope: CheckedScope): RawBuilder<PriceRow> {
  return sql<PriceRow>`
    select names.value as price_answer, counted.calls, counted."appointmentCalls" as appointment_calls, counted.first
    from (
      select calls.price_answer as code, ${countColumns(['calls', 'appointmentCalls'])},
        min(calls.call_date_time) as first
      from calls
      where ${callInScope(scope)} and ${callTerms.answered} and calls.price_answer is not null
      group by calls.price_answer) as counted
    join dimension_values as names on names.dimension = 'priceAnswer' and names.code = counted.code`;
}
