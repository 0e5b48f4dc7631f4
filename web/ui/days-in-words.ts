import type { DateRange } from '@mailcall/contract/scope/date-range.ts';
import { formatDay } from '@mailcall/contract/time/date-format.ts';
import { monthAndDay } from './dates.ts';

const sameYear = (a: string, b: string) => a.slice(0, 4) === b.slice(0, 4);
const sameMonth = (a: string, b: string) => a.slice(0, 7) === b.slice(0, 7);

/** 'Nov 3, 2026', 'Nov 1 – 7, 2026', 'Oct 30 – Nov 5, 2026' or 'Dec 30, 2025 – Jan 5, 2026'. */
export function daysInWords({ startDate, endDate }: DateRange): string {
  if (startDate === endDate) return formatDay(startDate);
  if (!sameYear(startDate, endDate)) return `${formatDay(startDate)} – ${formatDay(endDate)}`;
  const end = formatDay(endDate);
  return `${monthAndDay(startDate)} – ${sameMonth(startDate, endDate) ? end.slice(end.indexOf(' ') + 1) : end}`;
}
