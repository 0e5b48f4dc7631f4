import { type RawBuilder, sql } from 'kysely';
import { type CheckedScope, idsOf, staffName } from '../scope/index.ts';
import { callTerms } from './call-terms.ts';
import { everyCount, type HandlingCount } from './handling-counts.ts';
import type { RowSource } from './row-sources.ts';

export type HandlingCounts = Record<HandlingCount, number>;

/** A row without a handler has the calls whose answerer is unknown. */
export type StaffRow = HandlingCounts & {
  account_id: string;
  account_name: string;
  handler_id: string | null;
  handler_name: string | null;
  staff_type: string | null;
};

/** Calls that staff did not answer have no account if the answerer is not known. */
export type AnsweredRow = StaffRow & { answered: boolean };

/** Rows of other accounts are not read. */
export function staffStatement(scope: CheckedScope, rows: RowSource): RawBuilder<AnsweredRow> {
  const ids = idsOf('account', scope.accountIds);
  return sql<AnsweredRow>`
    select counted.*, accounts.name as account_name, ${staffName('staff')} as handler_name, staff.staff_type
    from (${rows.handling(scope)}) as counted
    left join accounts on accounts.id = counted.account_id and accounts.id = any(${ids})
    left join staff on staff.account_id = counted.account_id and staff.id = counted.handler_id and staff.account_id = any(${ids})`;
}

export const answeredByStaff = (rows: readonly AnsweredRow[]): AnsweredRow[] =>
  rows.filter((row) => row.answered);

export const sumOfCounts = (rows: readonly HandlingCounts[]): HandlingCounts =>
  Object.fromEntries(
    everyCount.map((count) => [count, rows.reduce((sum, row) => sum + row[count], 0)]),
  ) as HandlingCounts;

export interface PriceRow {
  price_answer: string;
  calls: number;
  appointment_calls: number;
  first: Date;
}

export const priceStatement = (scope: CheckedScope, rows: RowSource): RawBuilder<PriceRow> => sql<PriceRow>`
  with by_price as (${rows.counted('price', scope)})
  select names.value as price_answer, cast(sum(calls.n) as integer) as calls,
    cast(coalesce(sum(calls.n) filter (where ${callTerms.appointment}), 0) as integer) as appointment_calls,
    min(calls.first) as first
  from by_price as calls
  join dimension_values as names on names.dimension = 'priceAnswer' and names.code = calls.price_answer
  where ${callTerms.answered} group by names.value`;
