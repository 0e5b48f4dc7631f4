import type { DateRange } from '../scope/date-range.ts';
import * as duration from './durations.ts';

export const periodLengths = ['day', 'week', 'month'] as const;
export type PeriodLength = (typeof periodLengths)[number];

/** More periods would be thinner than a line. */
export const maxPeriods = 120;

/** Longer ranges are shown by week, then by month. */
const usualDays = { day: 31, week: 190 } as const;

const aDay = duration.days(1);

const asDay = (time: number) => new Date(time).toISOString().slice(0, 10);

export const addDays = (day: string, days: number): string => asDay(Date.parse(day) + days * aDay);

export const countDays = ({ startDate, endDate }: DateRange): number =>
  Math.round((Date.parse(endDate) - Date.parse(startDate)) / aDay) + 1;

/** Weeks begin on Sunday, as in the presets. */
export function periodOf(day: string, length: PeriodLength): DateRange {
  if (length === 'day') return { startDate: day, endDate: day };
  const date = new Date(day);
  if (length === 'week') {
    const startDate = addDays(day, -date.getUTCDay());
    return { startDate, endDate: addDays(startDate, 6) };
  }
  // day before the next month
  const next = new Date(date);
  next.setUTCDate(1);
  next.setUTCMonth(next.getUTCMonth() + 1);
  return { startDate: `${day.slice(0, 8)}01`, endDate: asDay(next.getTime() - aDay) };
}

/** In order; the first and last period have only the days in range. */
export function periodsOf({ startDate, endDate }: DateRange, length: PeriodLength): DateRange[] {
  const periods: DateRange[] = [];
  for (let day = startDate; day <= endDate; ) {
    const last = periodOf(day, length).endDate;
    periods.push({ startDate: day, endDate: last < endDate ? last : endDate });
    day = addDays(last, 1);
  }
  return periods;
}

const mostPeriods = (range: DateRange, length: PeriodLength) =>
  length === 'day' ? countDays(range) : Math.ceil(countDays(range) / (length === 'week' ? 7 : 28)) + 1;

/** Shortest first, by {@link maxPeriods}; months are always possible. */
export const lengthsFor = (range: DateRange): PeriodLength[] =>
  periodLengths.filter((length) => length === 'month' || mostPeriods(range, length) <= maxPeriods);

/** The chosen length if the range offers it, otherwise the usual one for the number of days. */
export function lengthFor(range: DateRange, chosen: string | undefined): PeriodLength {
  const days = countDays(range);
  const usual = days <= usualDays.day ? 'day' : days <= usualDays.week ? 'week' : 'month';
  return lengthsFor(range).find((length) => length === chosen) ?? usual;
}
