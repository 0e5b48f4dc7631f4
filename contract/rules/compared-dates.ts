import type { DateRange, Today } from '../scope/date-range.ts';
import { daysOfToday } from '../scope/date-range.ts';
import type { Comparison } from './comparisons.ts';
import { addDays, countDays, periodOf } from './periods.ts';

/** 52 weeks: the same weekdays. */
const yearOfWeeks = 364;

/** The calendar periods that a range can be the beginning or the whole of, longest first. */
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
 * The days before a range. A whole week, month, quarter or year is compared with the whole one before, though months differ in
 * length. One that is under way is compared with as many days from the start of the one before. All other dates, and those that are longer than
 * the period before, are compared with as many days directly before them.
 * @param asked the days of the request, which may not be over
 * @param over its days up to today
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

/**
 * The days that some dates are compared with; null where there is nothing to compare, because the dates have not begun. A period that is not
 * over is compared with one of as many days, so that no figure is low only because its period has just begun.
 */
export function comparedDays(asked: DateRange, today: Today, comparison: Comparison): DateRange | null {
  const newest = daysOfToday(today).endDate;
  if (asked.startDate > newest) return null;
  const over = { startDate: asked.startDate, endDate: asked.endDate < newest ? asked.endDate : newest };
  return comparison === 'before'
    ? daysBefore(asked, over)
    : { startDate: addDays(over.startDate, -yearOfWeeks), endDate: addDays(over.endDate, -yearOfWeeks) };
}
