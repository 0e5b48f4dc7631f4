import { maxSnoozeDays } from './callbacks.ts';
import { hoursAreKnown, type OfficeHours, type OpenTime, timesOn } from './office-hours.ts';
import { clockInZone, daysAfter, instantInZone } from './office-time.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;
const [noon, lateMorning, lateAfternoon] = [12 * 60, 10 * 60, 16 * 60];

/** The hours that most offices have, for a proposal where they are not known: 9 am to 5 pm, Monday to Friday. */
const usualHours: readonly OpenTime[] = [1, 2, 3, 4, 5].map((weekday) => ({
  weekday,
  opens: 9 * 60,
  closes: 17 * 60,
}));
const orUsual = (hours: OfficeHours): OfficeHours =>
  hoursAreKnown(hours) ? hours : { ...hours, open: usualHours };

/** The minute of the open time nearest to another one; a call in the last half hour would be a hurry. */
function within(time: OpenTime, minutes: number): number {
  const latest = Math.max(time.opens, time.closes - 30);
  return Math.min(Math.max(minutes, time.opens), latest);
}

const timesInOrder = (date: string, hours: OfficeHours) =>
  timesOn(date, hours).sort((one, other) => one.opens - other.opens);

/** The minute nearest to another one at which the office is open on a day; null when it is closed. */
function nearestOn(date: string, minutes: number, hours: OfficeHours): number | null {
  const [nearest] = timesInOrder(date, hours)
    .map((time) => within(time, minutes))
    .sort((one, other) => Math.abs(one - minutes) - Math.abs(other - minutes));
  return nearest ?? null;
}

/** The days from one on, on which the office is open: fewer ahead than those for which a caller can be snoozed. */
const openDaysFrom = (date: string, hours: OfficeHours): string[] =>
  Array.from({ length: maxSnoozeDays - 1 }, (_, ahead) => daysAfter(date, ahead)).filter(
    (one) => timesOn(one, hours).length > 0,
  );

/**
 * When to try again to reach somebody: at another time of day than now. Before noon it is the afternoon of the same day, later the next
 * morning on which the office is open.
 */
export function nextTry(now: number, given: OfficeHours): number {
  const hours = orUsual(given);
  const { timeZone } = hours;
  const { day: today, minutes } = clockInZone(new Date(now), timeZone);
  const tonight = timesInOrder(today, hours).at(-1);
  if (minutes < noon && tonight) {
    const at = instantInZone(today, within(tonight, lateAfternoon), timeZone).getTime();
    if (at > now + hour) return at;
  }
  const [date] = openDaysFrom(daysAfter(today, 1), hours);
  const [morning] = date === undefined ? [] : timesInOrder(date, hours);
  return date === undefined || !morning
    ? now + day
    : instantInZone(date, within(morning, lateMorning), timeZone).getTime();
}

/** The times that are offered to try again. */
export const tryTimes = ['proposed', 'in-an-hour', 'two-business-days', 'a-week'] as const;
export type TryTime = (typeof tryTimes)[number];

/** A time at which a caller can be tried again. */
export interface OfferedTry {
  time: TryTime;
  /** UTC. */
  at: number;
}

/**
 * The times that are offered to try again: the proposed one, in an hour, and at the same time of day later, on days on which the office
 * is open. Those for which a caller cannot be snoozed are missing.
 */
export function offeredTries(now: number, given: OfficeHours): OfferedTry[] {
  const hours = orUsual(given);
  const proposed = nextTry(now, hours);
  const { day: date, minutes } = clockInZone(new Date(proposed), hours.timeZone);
  const later = (time: TryTime, on: string | undefined): OfferedTry[] => {
    const at = on === undefined ? null : nearestOn(on, minutes, hours);
    return on === undefined || at === null
      ? []
      : [{ time, at: instantInZone(on, at, hours.timeZone).getTime() }];
  };
  const [, secondDay] = openDaysFrom(daysAfter(date, 1), hours);
  const [weekLater] = openDaysFrom(daysAfter(date, 7), hours);
  const offered: OfferedTry[] = [
    { time: 'proposed', at: proposed },
    { time: 'in-an-hour', at: now + hour },
    ...later('two-business-days', secondDay),
    ...(weekLater === secondDay ? [] : later('a-week', weekLater)),
  ];
  return offered.filter(({ at }) => at <= now + maxSnoozeDays * day);
}
