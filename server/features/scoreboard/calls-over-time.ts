import { days } from '@mailcall/contract/time/durations.ts';
import { type PeriodLength, periodOf } from '@mailcall/contract/time/periods.ts';
import type { CallsOfPeriod, callsOverTime } from '@mailcall/contract/scoreboard.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import type { DayRow } from '../figures/index.ts';
import { earliest } from './breakdowns.ts';

const aDay = days(1);

export function presentPeriods(
  rows: readonly DayRow[],
  length: PeriodLength,
): Omit<RouteReply<typeof callsOverTime>, 'meta'> {
  const periods = new Map<string, CallsOfPeriod>();
  for (const { day, calls, opportunity, missed, unscored, appointments, by_staff } of rows) {
    const { startDate } = periodOf(new Date(day * aDay).toISOString().slice(0, 10), length);
    const before = periods.get(startDate);
    periods.set(startDate, {
      startDate,
      calls: (before?.calls ?? 0) + calls,
      opportunity: (before?.opportunity ?? 0) + opportunity,
      missed: (before?.missed ?? 0) + missed,
      unscored: (before?.unscored ?? 0) + unscored,
      appointments: (before?.appointments ?? 0) + appointments,
      appointmentsByStaff: (before?.appointmentsByStaff ?? 0) + by_staff,
    });
  }
  return {
    periods: [...periods.values()].sort((a, b) => (a.startDate < b.startDate ? -1 : 1)),
    startDate: earliest(rows.map(({ first }) => first)),
  };
}
