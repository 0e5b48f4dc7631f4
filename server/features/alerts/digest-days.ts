import { daysAt } from '@mailcall/contract/rules/days.ts';
import { clockInZone, daysAfter, instantInZone } from '@mailcall/contract/rules/office-time.ts';

/** When daily and weekly messages are due, in minutes since midnight in the account's time zone. */
const dueMinutes = 8 * 60;
const monday = 1;

/** The last local day whose daily messages are due: today from 8:00 on, else yesterday. */
export function lastDailyDay(now: Date, timeZone: string): string {
  const { day, minutes } = clockInZone(now, timeZone);
  return minutes >= dueMinutes ? day : daysAfter(day, -1);
}

/** The last Monday on or before a day: whose weekly messages are due when that day's daily ones are. */
export function lastMonday(day: string): string {
  const weekday = new Date(`${day}T00:00:00.000Z`).getUTCDay();
  return daysAfter(day, -((weekday + 7 - monday) % 7));
}

/** When the daily messages after those of a day are due. */
export const nextDueAt = (day: string, timeZone: string): Date =>
  instantInZone(daysAfter(day, 1), dueMinutes, timeZone);

/** The local days for which messages were made last. */
export interface DigestDays {
  dailyDay: string;
  /** A Monday. */
  weeklyDay: string;
}

/** Days that a stored day can be after the last one due, when the time zone has moved west. More come from a wrong clock. */
const furthestAhead = { daily: 1, weekly: 7 } as const;

/** The stored day, or the last one due when a clock that was ahead has stored one that is far from coming. */
const withoutWrongClock = (made: string, last: string, period: keyof typeof furthestAhead) =>
  made > daysAfter(last, furthestAhead[period]) ? last : made;

/** What is due, and the days and the next time that follow. */
export interface DueDigests {
  daily: boolean;
  weekly: boolean;
  days: DigestDays;
  nextDueAt: Date;
}

/**
 * What is due since the last messages. Several days without messages make one; a time zone that moves west makes no
 * second one on the same local day. After a clock that was ahead the days go on from the last one due.
 */
export function dueDigests(made: DigestDays, now: Date, timeZone: string): DueDigests {
  const dailyDay = lastDailyDay(now, timeZone);
  const weeklyDay = lastMonday(dailyDay);
  const madeDaily = withoutWrongClock(made.dailyDay, dailyDay, 'daily');
  const madeWeekly = withoutWrongClock(made.weeklyDay, weeklyDay, 'weekly');
  const daily = dailyDay > madeDaily;
  const weekly = weeklyDay > madeWeekly;
  const days = {
    dailyDay: daily ? dailyDay : madeDaily,
    weeklyDay: weekly ? weeklyDay : madeWeekly,
  };
  return { daily, weekly, days, nextDueAt: nextDueAt(days.dailyDay, timeZone) };
}

/**
 * The days of a daily Performance Breakdown: the last day that was over everywhere when it was due. By UTC that is yesterday in
 * the Americas; by the days of the office it is yesterday unless an office is so far west that its own yesterday was not over.
 * @param zones by whose days its calls are counted, of `dayZones`
 */
export function dayBefore(day: string, timeZone: string, zones: readonly string[]) {
  const due = instantInZone(day, dueMinutes, timeZone);
  const last = daysAfter(daysAt(due, zones).startDate, -1);
  return { startDate: last, endDate: last };
}

/** The days of a weekly Performance Breakdown: the last full week, Sunday to Saturday. */
export const weekBefore = (day: string) => ({ startDate: daysAfter(day, -8), endDate: daysAfter(day, -2) });
