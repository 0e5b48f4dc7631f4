import type { OpenTime } from '../rules/office-hours.ts';
import { weekdayNames } from './week-hours.ts';

export const maxTimesOfDay = 4;

export const hasTooManyTimes = (times: readonly OpenTime[]): boolean =>
  weekdayNames.some((_, day) => times.filter(({ weekday }) => weekday === day).length > maxTimesOfDay);

export const closedDay = 'closed';

export type DayTime = Pick<OpenTime, 'opens' | 'closes'>;

/** 'HH:MM'. */
export const clockText = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** From 'HH:MM', up to 24:00; null if invalid. */
export function minutesOfClock(text: string): number | null {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})$/.exec(text) ?? [];
  if (hours === undefined || minutes === undefined || Number(minutes) > 59) return null;
  const read = Number(hours) * 60 + Number(minutes);
  return read > 24 * 60 ? null : read;
}

/** '08:00-12:00;13:00-17:00', or 'closed'. */
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

/** Reads a cell such as `08:00-12:00;13:00-17:00`, or the word for a closed day; null if invalid. */
export function readDayHours(text: string): DayTime[] | null {
  if (text === closedDay) return [];
  const parts = text.split(';');
  const times = parts.flatMap((part) => readTime(part.trim()) ?? []).sort((a, b) => a.opens - b.opens);
  if (times.length < parts.length || times.length > maxTimesOfDay) return null;
  const overlap = times.some(({ opens }, place) => place > 0 && opens < (times[place - 1]?.closes ?? 0));
  return overlap ? null : times;
}
