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

/** First and last day, both inclusive, as UTC days `YYYY-MM-DD`. */
export interface DateRange {
  startDate: string;
  endDate: string;
}

/** A range that includes every call, even one before All Time or one dated in the future by a clock that is ahead. */
export const unboundedDateRange: DateRange = { startDate: '0001-01-01', endDate: '9999-12-31' };

const dayOf = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);

/**
 * The days of a preset at a given time. Day, Week, Month and Year are the current UTC period, with weeks from Sunday.
 * All Time runs from January 1, 2018 to today.
 */
export function dateRangeOfPreset(preset: Exclude<DatePreset, 'custom'>, now: Date): DateRange {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const today = dayOf(year, month, day);
  switch (preset) {
    case 'all':
      return { startDate: allTimeStart, endDate: today };
    case 'day':
      return { startDate: today, endDate: today };
    case 'week':
      return {
        startDate: dayOf(year, month, day - now.getUTCDay()),
        endDate: dayOf(year, month, day - now.getUTCDay() + 6),
      };
    case 'month':
      return { startDate: dayOf(year, month, 1), endDate: dayOf(year, month + 1, 0) };
    case 'year':
      return { startDate: dayOf(year, 0, 1), endDate: dayOf(year, 11, 31) };
  }
}

/** The date range of two chosen days. Without an end it is one day; a reversed pair is put in order. */
export function customDateRange(start: string, end: string | undefined): DateRange {
  const last = end ?? start;
  return start <= last ? { startDate: start, endDate: last } : { startDate: last, endDate: start };
}

/** The first and last instant of a date range: 00:00:00.000 to 23:59:59.999 UTC. */
export function instantsOf(span: DateRange): { from: Date; to: Date } {
  return { from: new Date(`${span.startDate}T00:00:00.000Z`), to: new Date(`${span.endDate}T23:59:59.999Z`) };
}
