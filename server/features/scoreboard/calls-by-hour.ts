import type { callsPerDay } from '@mailcall/contract/scoreboard.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import type { HourRow } from './queries.ts';

const hoursOfDay = 24;

/** All 24 hours in order, the earliest counted call, and time zones by name. */
export function presentHours(rows: readonly HourRow[]): Omit<RouteReply<typeof callsPerDay>, 'meta'> {
  const hours = rows.filter((row) => row.hour !== null);
  const byHour = new Map(hours.map((row) => [row.hour, row]));
  const firsts = hours.flatMap((row) => (row.first ? [row.first.getTime()] : []));
  return {
    startDate: firsts.length > 0 ? new Date(Math.min(...firsts)).toISOString() : null,
    callsPerHour: Array.from({ length: hoursOfDay }, (_, hour) => ({
      hour,
      opportunity: byHour.get(hour)?.opportunity ?? 0,
      missed: byHour.get(hour)?.missed ?? 0,
      calls: byHour.get(hour)?.calls ?? 0,
      unscored: byHour.get(hour)?.unscored ?? 0,
    })),
    timeZones: rows.flatMap((row) => row.time_zone ?? []).sort(),
  };
}
