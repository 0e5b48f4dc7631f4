import { clockInZone, daysAfter, instantInZone } from './office-time.ts';

/** How often a person gets the link to a view by mail. */
export const viewMailFrequencies = ['off', 'weekly', 'monthly'] as const;
export type ViewMailFrequency = (typeof viewMailFrequencies)[number];

/** When the link to a view is mailed. */
export interface ViewMail {
  frequency: Exclude<ViewMailFrequency, 'off'>;
  /** 0 (Sunday) to 6; of weekly mails. */
  weekday: number;
}

/** When mails are due, in minutes since midnight in the office's time zone: 8:00. */
const dueMinutes = 8 * 60;

/** The last local day on which a mail was due: the weekday, or the first of the month, from 8:00 on. */
export function lastMailDay({ frequency, weekday }: ViewMail, now: Date, timeZone: string): string {
  const { day, minutes } = clockInZone(now, timeZone);
  const last = minutes >= dueMinutes ? day : daysAfter(day, -1);
  if (frequency === 'monthly') return `${last.slice(0, 8)}01`;
  return daysAfter(last, -((new Date(last).getUTCDay() + 7 - weekday) % 7));
}

/** The local day of the mail after that of a day. */
function followingDay({ frequency }: ViewMail, day: string): string {
  if (frequency === 'weekly') return daysAfter(day, 7);
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}

/** What is due of a view's mails, and what follows. */
export interface DueViewMail {
  isDue: boolean;
  /** The local day of the last mail, after the one that is due. */
  lastDay: string;
  /** When the next one is due. */
  nextDueAt: Date;
}

/**
 * Whether the mail of a view is due since the last one. Several that were missed are one; a time zone that moves west makes no second
 * one of the same day. A last day that is further ahead than the next mail comes from a clock that was wrong: the days go on from now.
 * @param lastDay the local day of the last mail, `YYYY-MM-DD`
 */
export function dueViewMail(mail: ViewMail, lastDay: string, now: Date, timeZone: string): DueViewMail {
  const last = lastMailDay(mail, now, timeZone);
  const isDue = last > lastDay;
  const day = isDue || lastDay > followingDay(mail, last) ? last : lastDay;
  return { isDue, lastDay: day, nextDueAt: instantInZone(followingDay(mail, day), dueMinutes, timeZone) };
}
