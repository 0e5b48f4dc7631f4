import type { DateRange } from '../scope/date-range.ts';

/** The lengths of the periods that calls are counted by over time. */
export const periodLengths = ['day', 'week', 'month'] as const;
export type PeriodLength = (typeof periodLengths)[number];

/** The most periods that a chart has: more would be thinner than a line. */
export const maxPeriods = 120;

/** The most days counted by days, and by weeks, when nobody chose a length. */
const usualDays = { day: 31, week: 190 } as const;

const aDay = 24 * 60 * 60 * 1000;

const asDay = (time: number) => new Date(time).toISOString().slice(0, 10);

/** A day so many days later, or earlier with a negative number. */
export const addDays = (day: string, days: number): string => asDay(Date.parse(day) + days * aDay);

/** How many days a range has, the first and the last one included. */
export const countDays = ({ startDate, endDate }: DateRange): number =>
  Math.round((Date.parse(endDate) - Date.parse(startDate)) / aDay) + 1;

/** The whole period that a day is in; weeks begin on Sunday, as those of the presets do. */
export function periodOf(day: string, length: PeriodLength): DateRange {
  if (length === 'day') return { startDate: day, endDate: day };
  const date = new Date(day);
  if (length === 'week') {
    const startDate = addDays(day, -date.getUTCDay());
    return { startDate, endDate: addDays(startDate, 6) };
  }
  // the day before the first one of the next month
  const next = new Date(date);
  next.setUTCDate(1);
  next.setUTCMonth(next.getUTCMonth() + 1);
  return { startDate: `${day.slice(0, 8)}01`, endDate: asDay(next.getTime() - aDay) };
}

/** The periods of a range, in order. The first and the last one have only their days within it. */
export function periodsOf({ startDate, endDate }: DateRange, length: PeriodLength): DateRange[] {
  const periods: DateRange[] = [];
  for (let day = startDate; day <= endDate; ) {
    const last = periodOf(day, length).endDate;
    periods.push({ startDate: day, endDate: last < endDate ? last : endDate });
    day = addDays(last, 1);
  }
  return periods;
}

/** An upper limit of the number of periods that a range has. */
const mostPeriods = (range: DateRange, length: PeriodLength) =>
  length === 'day' ? countDays(range) : Math.ceil(countDays(range) / (length === 'week' ? 7 : 28)) + 1;

/** The lengths that a range can be displayed by, shortest first: of periods that are not too many; months always are. */
export const lengthsFor = (range: DateRange): PeriodLength[] =>
  periodLengths.filter((length) => length === 'month' || mostPeriods(range, length) <= maxPeriods);

/** The length by which a range is displayed when nobody chose one that it can have. */
export function lengthFor(range: DateRange, chosen: string | undefined): PeriodLength {
  const days = countDays(range);
  const usual = days <= usualDays.day ? 'day' : days <= usualDays.week ? 'week' : 'month';
  return lengthsFor(range).find((length) => length === chosen) ?? usual;
}
