import { type DateRange, daysOfToday, type Today } from '../scope/date-range.ts';
import type { Comparison } from '../scope/scope.ts';
import { addDays, countDays, periodOf } from '../time/periods.ts';

/** 52 weeks keep the weekdays. */
const yearOfWeeks = 364;

/** Longest first. */
const yearOf = (day: string): DateRange => ({
  startDate: `${day.slice(0, 4)}-01-01`,
  endDate: `${day.slice(0, 4)}-12-31`,
});
function quarterOf(day: string): DateRange {
  const first = Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3;
  const month = (at: number) => `${day.slice(0, 5)}${String(at + 1).padStart(2, '0')}-01`;
  return { startDate: month(first), endDate: periodOf(month(first + 2), 'month').endDate };
}
const calendarPeriods = [
  yearOf,
  quarterOf,
  (day: string) => periodOf(day, 'month'),
  (day: string) => periodOf(day, 'week'),
];

/**
 * Whole periods are compared with the previous one, unfinished ones with as many days from its start; other dates, and unfinished periods
 * longer than the previous one, with as many days directly before. `asked` may be in the future; `over` has its days up to today.
 */
function daysBefore(asked: DateRange, over: DateRange): DateRange {
  const directly = {
    startDate: addDays(over.startDate, -countDays(over)),
    endDate: addDays(over.startDate, -1),
  };
  const period = calendarPeriods.find((periodAt) => {
    const { startDate, endDate } = periodAt(asked.startDate);
    return startDate === asked.startDate && endDate === asked.endDate;
  });
  if (!period) return directly;
  const before = period(addDays(asked.startDate, -1));
  if (over.endDate === asked.endDate) return before;
  const endDate = addDays(before.startDate, countDays(over) - 1);
  return endDate <= before.endDate ? { startDate: before.startDate, endDate } : directly;
}

/** Null for future dates. */
export function comparedDays(asked: DateRange, today: Today, comparison: Comparison): DateRange | null {
  const newest = daysOfToday(today).endDate;
  if (asked.startDate > newest) return null;
  const over = { startDate: asked.startDate, endDate: asked.endDate < newest ? asked.endDate : newest };
  return comparison === 'before'
    ? daysBefore(asked, over)
    : { startDate: addDays(over.startDate, -yearOfWeeks), endDate: addDays(over.endDate, -yearOfWeeks) };
}
