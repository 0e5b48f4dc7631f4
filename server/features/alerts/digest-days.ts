import { daysAt } from '@mailcall/contract/time/days.ts';
import { clockInZone, daysAfter, instantInZone } from '@mailcall/contract/time/office-time.ts';

/** Time of daily and weekly messages, in minutes since midnight in the account's time zone. */
export const dueMinutes = 8 * 60;
const monday = 1;

/** Last local day with due daily messages: today from 8:00, otherwise yesterday. */
export function lastDailyDay(now: Date, timeZone: string): string {
  const { day, minutes } = clockInZone(now, timeZone);
  return minutes >= dueMinutes ? day : daysAfter(day, -1);
}

/** Weekly messages of this Monday are due with the daily ones of `day`. */
export function lastMonday(day: string): string {
  const weekday = new Date(`${day}T00:00:00.000Z`).getUTCDay();
  return daysAfter(day, -((weekday + 7 - monday) % 7));
}

export const nextDueAt = (day: string, timeZone: string): Date =>
  instantInZone(daysAfter(day, 1), dueMinutes, timeZone);

export interface DigestDays {
  dailyDay: string;
  weeklyDay: string;
}

/** Days that a stored day may be ahead after a move of the time zone to the west; more come from a wrong clock. */
const furthestAhead = { daily: 1, weekly: 7 } as const;

const withoutWrongClock = (made: string, last: string, period: keyof typeof furthestAhead) =>
  made > daysAfter(last, furthestAhead[period]) ? last : made;

export interface DueDigests {
  daily: boolean;
  weekly: boolean;
  days: DigestDays;
  nextDueAt: Date;
}

/** Missed days become one message, and a move of the time zone causes no second one on a local day. */
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

/** Last day that had ended in all `zones` when the daily message was due. In UTC that is yesterday in the Americas. */
export function dayBefore(day: string, timeZone: string, zones: readonly string[]) {
  const due = instantInZone(day, dueMinutes, timeZone);
  const last = daysAfter(daysAt(due, zones).startDate, -1);
  return { startDate: last, endDate: last };
}

/** Last full week, Sunday to Saturday. */
export const weekBefore = (day: string) => ({ startDate: daysAfter(day, -8), endDate: daysAfter(day, -2) });
