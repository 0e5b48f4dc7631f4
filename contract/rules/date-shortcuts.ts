import { type DateRange, dayOf, daysOfToday, type Today } from '../scope/date-range.ts';

/** Only URLs have these names; requests contain the days as a custom range. */
export const dateShortcuts = ['last-month', 'last-30-days', 'last-quarter', 'last-year'] as const;
export type DateShortcut = (typeof dateShortcuts)[number];

export const dateShortcutLabels: Record<DateShortcut, string> = {
  'last-month': 'Last month',
  'last-30-days': 'Last 30 days',
  'last-quarter': 'Last quarter',
  'last-year': 'Last year',
};

/** Last 30 days include today. If offices have different days, the newest counts. */
export function dateRangeOfShortcut(shortcut: DateShortcut, today: Today): DateRange {
  const now = new Date(daysOfToday(today).endDate);
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const quarter = Math.floor(month / 3) * 3;
  switch (shortcut) {
    case 'last-month':
      return { startDate: dayOf(year, month - 1, 1), endDate: dayOf(year, month, 0) };
    case 'last-30-days':
      return { startDate: dayOf(year, month, day - 29), endDate: dayOf(year, month, day) };
    case 'last-quarter':
      return { startDate: dayOf(year, quarter - 3, 1), endDate: dayOf(year, quarter, 0) };
    case 'last-year':
      return { startDate: dayOf(year - 1, 0, 1), endDate: dayOf(year - 1, 11, 31) };
  }
}
