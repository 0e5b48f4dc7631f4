import type { DateRange } from '../scope/date-range.ts';
import { clockInZone } from './office-time.ts';

/**
 * Whose days a portal counts by: the days of UTC, or those of each office in its own time zone. The provider sets it for the
 * whole portal; every preset, filter, label and link follows it.
 */
export const dayModes = ['utc', 'office'] as const;
export type DayMode = (typeof dayModes)[number];

/** A name that every clock knows. */
const utc = 'UTC';

const utcAlone: readonly string[] = [utc];

/** Asking is slow, most of all for a zone that is not known. */
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

/**
 * The time zones by whose days some accounts are counted, each once and in order: `UTC` alone in that mode or without an account.
 * A zone that this program does not know counts as UTC.
 * @param officeZones IANA names
 */
export function dayZones(mode: DayMode, officeZones: readonly string[]): readonly string[] {
  if (mode === 'utc' || officeZones.length === 0) return utcAlone;
  const distinct = [...new Set(officeZones)];
  return [...new Set(distinct.map((timeZone) => (isKnownZone(timeZone) ? timeZone : utc)))].sort();
}

/**
 * The days that are under way at an instant by these zones: the oldest and the newest one, the same where it is the same day in
 * all of them.
 * @param zones at least one, from {@link dayZones}
 */
export function daysAt(instant: Date, zones: readonly string[]): DateRange {
  const utcDay = instant.toISOString().slice(0, 10);
  const days = zones.map((zone) => (zone === utc ? utcDay : clockInZone(instant, zone).day)).sort();
  return { startDate: days[0] ?? utcDay, endDate: days.at(-1) ?? utcDay };
}
