import { z } from 'zod';

/** The date-range presets. */
export const datePresets = ['all', 'day', 'week', 'month', 'year', 'custom'] as const;
export const datePresetSchema = z.enum(datePresets, { error: `Use one of ${datePresets.join(', ')}.` });
export type DatePreset = z.infer<typeof datePresetSchema>;

/** The labels of the presets. */
export const datePresetLabels: Record<DatePreset, string> = {
  all: 'All Time',
  day: 'Day',
  week: 'Week',
  month: 'Month',
  year: 'Year',
  custom: 'Custom Date Range',
};

/** The first day of All Time. */
export const allTimeStart = '2018-01-01';

/** First and last day, both inclusive, as `YYYY-MM-DD`: of UTC, or of each office where the provider counts days so. */
export interface DateRange {
  startDate: string;
  endDate: string;
}

/** A range that includes every call, even one before All Time or one dated in the future by a clock that is ahead. */
export const unboundedDateRange: DateRange = { startDate: '0001-01-01', endDate: '9999-12-31' };

const dayOf = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);

/**
 * What today is: the UTC day of an instant, or the days that are under way at some offices, from the oldest to the newest, of
 * `daysAt`.
 */
export type Today = Date | DateRange;

/** The days of today. */
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

/**
 * The days of a preset. Day, Week, Month and Year are the current period, with weeks from Sunday; where it is not the same day at
 * all offices, they reach from the period of the oldest day to that of the newest, so that every office has its own. All Time
 * runs from January 1, 2018 to today.
 */
export function dateRangeOfPreset(preset: Exclude<DatePreset, 'custom'>, today: Today): DateRange {
  const { startDate, endDate } = daysOfToday(today);
  if (preset === 'all') return { startDate: allTimeStart, endDate };
  if (preset === 'day') return { startDate, endDate };
  const period = periodOf[preset];
  return { startDate: period(new Date(startDate)).startDate, endDate: period(new Date(endDate)).endDate };
}

/** The date range of two chosen days. Without an end it is one day; a reversed pair is put in order. */
export function customDateRange(start: string, end: string | undefined): DateRange {
  const last = end ?? start;
  return start <= last ? { startDate: start, endDate: last } : { startDate: last, endDate: start };
}

/** The first and last instant of a range of UTC days: 00:00:00.000 to 23:59:59.999. */
export function instantsOf(span: DateRange): { from: Date; to: Date } {
  return { from: new Date(`${span.startDate}T00:00:00.000Z`), to: new Date(`${span.endDate}T23:59:59.999Z`) };
}
