import * as duration from '../time/durations.ts';
import { maxSnoozeDays } from './callbacks.ts';
import { hoursAreKnown, type OfficeHours, type OpenTime, timesOn } from './office-hours.ts';
import { clockInZone, daysAfter, instantInZone } from '../time/office-time.ts';

const hour = duration.hours(1);
const day = 24 * hour;
const [noon, lateMorning, lateAfternoon] = [12 * 60, 10 * 60, 16 * 60];

const usualHours: readonly OpenTime[] = [1, 2, 3, 4, 5].map((weekday) => ({
  weekday,
  opens: 9 * 60,
  closes: 17 * 60,
}));
const orUsual = (hours: OfficeHours): OfficeHours =>
  hoursAreKnown(hours) ? hours : { ...hours, open: usualHours };

/** Minute nearest to `minutes`, without the last half hour, which would leave no time for the call. */
function within(time: OpenTime, minutes: number): number {
  const latest = Math.max(time.opens, time.closes - 30);
  return Math.min(Math.max(minutes, time.opens), latest);
}

const timesInOrder = (date: string, hours: OfficeHours) =>
  timesOn(date, hours).sort((one, other) => one.opens - other.opens);

function nearestOn(date: string, minutes: number, hours: OfficeHours): number | null {
  const [nearest] = timesInOrder(date, hours)
    .map((time) => within(time, minutes))
    .sort((one, other) => Math.abs(one - minutes) - Math.abs(other - minutes));
  return nearest ?? null;
}

/** Days from `date` on that have office hours, within the longest snooze. */
const openDaysFrom = (date: string, hours: OfficeHours): string[] =>
  Array.from({ length: maxSnoozeDays - 1 }, (_, ahead) => daysAfter(date, ahead)).filter(
    (one) => timesOn(one, hours).length > 0,
  );

/** Proposes another time of day: before noon the same afternoon, later the next morning with office hours. */
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

export const tryTimes = ['proposed', 'in-an-hour', 'two-business-days', 'a-week'] as const;
export type TryTime = (typeof tryTimes)[number];

export interface OfferedTry {
  time: TryTime;
  at: number;
}

/** The proposed time, in an hour, and the same time on later open days, within the longest snooze. */
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
