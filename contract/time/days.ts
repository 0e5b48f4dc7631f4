import type { DateRange } from '../scope/date-range.ts';
import { clockInZone } from './office-time.ts';

/** Set by the provider: UTC, or the zone of each office. */
export const dayModes = ['utc', 'office'] as const;
export type DayMode = (typeof dayModes)[number];

const utc = 'UTC';

const utcAlone: readonly string[] = [utc];

/** Lookups are slow, most of all for unknown zones. */
const known = new Map<string, boolean>();

function isKnownZone(timeZone: string): boolean {
  const before = known.get(timeZone);
  if (before !== undefined) return before;
  const isKnown = canTell(timeZone);
  known.set(timeZone, isKnown);
  return isKnown;
}

function canTell(timeZone: string): boolean {
  try {
    clockInZone(new Date(0), timeZone);
    return true;
  } catch {
    return false;
  }
}

/** Distinct and sorted. Only `UTC` in that mode or without accounts; unknown zones count as UTC. */
export function dayZones(mode: DayMode, officeZones: readonly string[]): readonly string[] {
  if (mode === 'utc' || officeZones.length === 0) return utcAlone;
  const distinct = [...new Set(officeZones)];
  return [...new Set(distinct.map((timeZone) => (isKnownZone(timeZone) ? timeZone : utc)))].sort();
}

/** Range from the earliest to the latest of the zones' current days, often a single day. Pass at least one zone. */
export function daysAt(instant: Date, zones: readonly string[]): DateRange {
  const utcDay = instant.toISOString().slice(0, 10);
  const days = zones.map((zone) => (zone === utc ? utcDay : clockInZone(instant, zone).day)).sort();
  return { startDate: days[0] ?? utcDay, endDate: days.at(-1) ?? utcDay };
}
