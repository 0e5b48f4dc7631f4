import { z } from 'zod';

export const datePresets = ['all', 'day', 'week', 'month', 'year', 'custom'] as const;
export const datePresetSchema = z.enum(datePresets, { error: `Use one of ${datePresets.join(', ')}.` });
export type DatePreset = z.infer<typeof datePresetSchema>;

export const datePresetLabels: Record<DatePreset, string> = {
  all: 'All Time',
  day: 'Day',
  week: 'Week',
  month: 'Month',
  year: 'Year',
  custom: 'Custom Date Range',
};

export const allTimeStart = '2018-01-01';

/** `YYYY-MM-DD`, inclusive, in UTC or in each office's time zone, as the provider chose. */
export interface DateRange {
  startDate: string;
  endDate: string;
}

/** Includes every call, even before All Time or from a fast clock. */
export const unboundedDateRange: DateRange = { startDate: '0001-01-01', endDate: '9999-12-31' };

/** `month` is 0 for January; months and days outside of their range lead to other months. */
export const dayOf = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);

/** Today: an instant, whose UTC day counts, or the oldest and newest of the offices' days (`daysAt`). */
export type Today = Date | DateRange;

/** The range of the offices' current days, or the UTC day of a `Date`. */
export function daysOfToday(today: Today): DateRange {
  if (!(today instanceof Date)) return today;
  const day = today.toISOString().slice(0, 10);
  return { startDate: day, endDate: day };
}

const yearOf = (date: Date): DateRange => ({
  startDate: dayOf(date.getUTCFullYear(), 0, 1),
  endDate: dayOf(date.getUTCFullYear(), 11, 31),
});
const monthOf = (date: Date): DateRange => ({
  startDate: dayOf(date.getUTCFullYear(), date.getUTCMonth(), 1),
  endDate: dayOf(date.getUTCFullYear(), date.getUTCMonth() + 1, 0),
});
function weekOf(date: Date): DateRange {
  const [year, month, sunday] = [
    date.getUTCFullYear(),
    date.getUTCMonth(),
    date.getUTCDate() - date.getUTCDay(),
  ];
  return { startDate: dayOf(year, month, sunday), endDate: dayOf(year, month, sunday + 6) };
}
const periodOf = { week: weekOf, month: monthOf, year: yearOf };

/** The current day, week (from Sunday), month or year, over the days of all offices; All Time is January 1, 2018 to today. */
export function dateRangeOfPreset(preset: Exclude<DatePreset, 'custom'>, today: Today): DateRange {
  const { startDate, endDate } = daysOfToday(today);
  if (preset === 'all') return { startDate: allTimeStart, endDate };
  if (preset === 'day') return { startDate, endDate };
  const period = periodOf[preset];
  return { startDate: period(new Date(startDate)).startDate, endDate: period(new Date(endDate)).endDate };
}

/** Without an end it is one day; a reversed pair is swapped. */
export function customDateRange(start: string, end: string | undefined): DateRange {
  const last = end ?? start;
  return start <= last ? { startDate: start, endDate: last } : { startDate: last, endDate: start };
}

/** 00:00:00.000 to 23:59:59.999, UTC. */
export function instantsOf(span: DateRange): { from: Date; to: Date } {
  return { from: new Date(`${span.startDate}T00:00:00.000Z`), to: new Date(`${span.endDate}T23:59:59.999Z`) };
}
