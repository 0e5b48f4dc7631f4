import { clockInZone, daysAfter, instantInZone } from '../time/office-time.ts';

export const viewMailFrequencies = ['off', 'weekly', 'monthly'] as const;
export type ViewMailFrequency = (typeof viewMailFrequencies)[number];

export interface ViewMail {
  frequency: Exclude<ViewMailFrequency, 'off'>;
  /** 0 (Sunday) to 6, for weekly mails. */
  weekday: number;
}

/** 8:00 in the office's time zone. */
const dueMinutes = 8 * 60;

/** Last local day on which a mail was due: the weekday, or the first of the month, from 8:00. */
export function lastMailDay({ frequency, weekday }: ViewMail, now: Date, timeZone: string): string {
  const { day, minutes } = clockInZone(now, timeZone);
  const last = minutes >= dueMinutes ? day : daysAfter(day, -1);
  if (frequency === 'monthly') return `${last.slice(0, 8)}01`;
  return daysAfter(last, -((new Date(last).getUTCDay() + 7 - weekday) % 7));
}

function followingDay({ frequency }: ViewMail, day: string): string {
  if (frequency === 'weekly') return daysAfter(day, 7);
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}

export interface DueViewMail {
  isDue: boolean;
  /** Local day of the last mail, including the due one. */
  lastDay: string;
  nextDueAt: Date;
}

/** Missed mails become one; a zone moving west causes no second. A `lastDay` after the next mail comes from a wrong clock: ignored. */
export function dueViewMail(mail: ViewMail, lastDay: string, now: Date, timeZone: string): DueViewMail {
  const last = lastMailDay(mail, now, timeZone);
  const isDue = last > lastDay;
  const day = isDue || lastDay > followingDay(mail, last) ? last : lastDay;
  return { isDue, lastDay: day, nextDueAt: instantInZone(followingDay(mail, day), dueMinutes, timeZone) };
}
