import { type PeriodLength, periodOf } from '@mailcall/contract/rules/periods.ts';
import type { CallsOfPeriod, callsOverTime } from '@mailcall/contract/scoreboard.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { type RawBuilder, sql } from 'kysely';
import { callTerms } from '../figures/index.ts';
import { type CheckedScope, callInScope, dayOfCall } from '../scope/index.ts';
import { counting } from './queries.ts';

export interface DayRow {
  /** Days since January 1, 1970. */
  day: number;
  calls: number;
  opportunity: number;
  missed: number;
  unscored: number;
  /** Counted appointments on them. */
  appointments: number;
  first: Date;
}

/** Calls of a scope by day, whatever the periods displayed. */
export function dayQuery(scope: CheckedScope): RawBuilder<DayRow> {
  const day = dayOfCall(scope);
  return sql<DayRow>`
    select ${day} as day, cast(count(*) as integer) as calls, ${counting(callTerms.opportunity)} as opportunity,
      ${counting(callTerms.missed)} as missed, ${counting(callTerms.unscored)} as unscored,
      cast(sum(calls.appointment_count) as integer) as appointments,
      min(calls.call_date_time) as first
    from calls where ${callInScope(scope)} group by ${day}`;
}

const aDay = 24 * 60 * 60 * 1000;

/** Calls by period in order, and the earliest call. */
export function presentPeriods(
  rows: readonly DayRow[],
  length: PeriodLength,
): Omit<RouteReply<typeof callsOverTime>, 'meta'> {
  const periods = new Map<string, CallsOfPeriod>();
  for (const { day, calls, opportunity, missed, unscored, appointments } of rows) {
    const { startDate } = periodOf(new Date(day * aDay).toISOString().slice(0, 10), length);
    const before = periods.get(startDate);
    periods.set(startDate, {
      startDate,
      calls: (before?.calls ?? 0) + calls,
      opportunity: (before?.opportunity ?? 0) + opportunity,
      missed: (before?.missed ?? 0) + missed,
      unscored: (before?.unscored ?? 0) + unscored,
      appointments: (before?.appointments ?? 0) + appointments,
    });
  }
  const firsts = rows.map(({ first }) => first.getTime());
  return {
    periods: [...periods.values()].sort((a, b) => (a.startDate < b.startDate ? -1 : 1)),
    startDate: firsts.length > 0 ? new Date(Math.min(...firsts)).toISOString() : null,
  };
}
