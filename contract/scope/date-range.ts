import { z } from 'zod';

/** The date-range presets. */
export const datePresets = ['all', 'day', 'week', 'month', 'year', 'custom'] as const;
export const datePresetSchema = z.enum(datePresets, { error: `Use one of ${datePresets.join(', ')}.` });
export type DatePreset = z.infer<typeof datePresetSchema>;

/** What the presets are called. */
export const datePresetLabels: Record<DatePreset, string> = {
  all: 'All Time',
  day: 'Day',
  week: 'Week',
  month: 'Month',
  year: 'Year',
  custom: 'Custom Date Range',
};

/** The first day of the product's records: All Time starts here. */
export const beginningOfTime = '2018-01-01';

/** First and last day, both included, as UTC days `YYYY-MM-DD`. */
export interface DateSpan {
  startDate: string;
  endDate: string;
}

/** The longest span: it leaves no call out, not one before All Time nor one that a clock ahead of ours dates tomorrow. */
export const unboundedSpan: DateSpan = { startDate: '0001-01-01', endDate: '9999-12-31' };

const dayOf = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);

/**
 * The days of a preset at a moment: Day, Week, Month and Year are the whole current UTC period, weeks from Sunday;
 * All Time runs from the start of 2018 to today. Custom spans are given, not computed.
 */
export function spanOfPreset(preset: Exclude<DatePreset, 'custom'>, now: Date): DateSpan {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const today = dayOf(year, month, day);
  switch (preset) {
    case 'all':
      return { startDate: beginningOfTime, endDate: today };
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

/** The days of a custom choice: with only a start the end equals it; a reversed pair is put in order. */
export function spanOfChoice(start: string, end: string | undefined): DateSpan {
  const last = end ?? start;
  return start <= last ? { startDate: start, endDate: last } : { startDate: last, endDate: start };
}

/** The first and last instant of a span: 00:00:00.000 to 23:59:59.999 UTC. */
export function instantsOf(span: DateSpan): { from: Date; to: Date } {
  return { from: new Date(`${span.startDate}T00:00:00.000Z`), to: new Date(`${span.endDate}T23:59:59.999Z`) };
}
