import type { CallsOfWeekHour, callsByWeekHour } from '@mailcall/contract/scoreboard.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import type { WeekHourRow } from './queries.ts';

/** Hours of the week with calls in order, the earliest counted call, and time zones by name. */
export function presentWeekHours(
  rows: readonly WeekHourRow[],
): Omit<RouteReply<typeof callsByWeekHour>, 'meta'> {
  const cells = rows.flatMap(({ weekday, hour, calls, missed, unscored }): CallsOfWeekHour[] =>
    weekday === null || hour === null
      ? []
      : [{ weekday, hour, calls: calls ?? 0, missed: missed ?? 0, unscored: unscored ?? 0 }],
  );
  const firsts = rows.flatMap(({ first }) => (first ? [first.getTime()] : []));
  return {
    cells: cells.sort((a, b) => a.weekday - b.weekday || a.hour - b.hour),
    startDate: firsts.length > 0 ? new Date(Math.min(...firsts)).toISOString() : null,
    timeZones: rows.flatMap((row) => row.time_zone ?? []).sort(),
  };
}
