import type { OpenTime } from './office-hours.ts';
import { weekdayNames } from './weekdays.ts';

/** The most times of a day in which an office is open. */
export const maxTimesOfDay = 4;

/** Whether a day has more times than that. */
export const hasTooManyTimes = (times: readonly OpenTime[]): boolean =>
  weekdayNames.some((_, day) => times.filter(({ weekday }) => weekday === day).length > maxTimesOfDay);

/** What is written for a day on which an office is closed. */
export const closedDay = 'closed';

/** A time of a day in which an office is open, in minutes since midnight. */
export type DayTime = Pick<OpenTime, 'opens' | 'closes'>;

/** Minutes since midnight as 'HH:MM'. */
export const clockText = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** Reads 'HH:MM' as minutes since midnight, up to 24:00; null when it is no time. */
export function minutesOfClock(text: string): number | null {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})$/.exec(text) ?? [];
  if (hours === undefined || minutes === undefined || Number(minutes) > 59) return null;
  const read = Number(hours) * 60 + Number(minutes);
  return read > 24 * 60 ? null : read;
}

/** The hours of a day as text: '08:00-12:00;13:00-17:00', or 'closed'. */
export const dayHoursText = (times: readonly DayTime[]): string =>
  times
    .toSorted((one, other) => one.opens - other.opens)
    .map(({ opens, closes }) => `${clockText(opens)}-${clockText(closes)}`)
    .join(';') || closedDay;

function readTime(text: string): DayTime | null {
  const [opens, closes] = text.split('-').map((part) => minutesOfClock(part.trim()));
  return opens === undefined || opens === null || closes === undefined || closes === null || opens >= closes
    ? null
    : { opens, closes };
}

/** Reads the hours of a day; null when the text is none, or its times overlap or are too many. */
export function readDayHours(text: string): DayTime[] | null {
  if (text === closedDay) return [];
  const parts = text.split(';');
  const times = parts.flatMap((part) => readTime(part.trim()) ?? []).sort((a, b) => a.opens - b.opens);
  if (times.length < parts.length || times.length > maxTimesOfDay) return null;
  const overlap = times.some(({ opens }, place) => place > 0 && opens < (times[place - 1]?.closes ?? 0));
  return overlap ? null : times;
}
