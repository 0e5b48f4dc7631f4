import type { CallsOfWeekHour, callsByWeekHour, callsPerDay } from '@mailcall/contract/scoreboard.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import type { HourRow } from '../figures/index.ts';
import { earliest } from './breakdowns.ts';

const hoursOfDay = 24;

/** Time zones by name, of offices with such calls; of all offices if none has any. */
function timeZones(rows: readonly HourRow[], counted: 'calls' | 'opportunity_or_missed'): string[] {
  const zones = rows.filter(({ time_zone }) => time_zone !== null);
  const used = zones.filter((zone) => zone[counted] > 0);
  return (used.length > 0 ? used : zones).flatMap(({ time_zone }) => time_zone ?? []).sort();
}

export function presentHours(rows: readonly HourRow[]): Omit<RouteReply<typeof callsPerDay>, 'meta'> {
  const hours = Array.from({ length: hoursOfDay }, (_, hour) => {
    const ofHour = rows.filter((row) => row.hour === hour);
    const sumOf = (name: 'opportunity' | 'missed' | 'calls' | 'unscored') =>
      ofHour.reduce((sum, row) => sum + row[name], 0);
    return {
      hour,
      opportunity: sumOf('opportunity'),
      missed: sumOf('missed'),
      calls: sumOf('calls'),
      unscored: sumOf('unscored'),
    };
  });
  return {
    startDate: earliest(rows.flatMap((row) => row.first_opportunity_or_missed ?? [])),
    callsPerHour: hours,
    timeZones: timeZones(rows, 'opportunity_or_missed'),
  };
}

export function presentWeekHours(rows: readonly HourRow[]): Omit<RouteReply<typeof callsByWeekHour>, 'meta'> {
  const cells = rows.flatMap(({ weekday, hour, calls, missed, unscored }): CallsOfWeekHour[] =>
    weekday === null || hour === null ? [] : [{ weekday, hour, calls, missed, unscored }],
  );
  return {
    cells: cells.sort((a, b) => a.weekday - b.weekday || a.hour - b.hour),
    startDate: earliest(rows.flatMap(({ first }) => first ?? [])),
    timeZones: timeZones(rows, 'calls'),
  };
}
