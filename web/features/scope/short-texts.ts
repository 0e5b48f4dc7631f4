import { formatDay } from '@mailcall/contract/time/date-format.ts';
import { daysAt } from '@mailcall/contract/time/days.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import type { Today } from '@mailcall/contract/scope/date-range.ts';
import { dateRangeOf, labeledDateRangeOf, type Scope } from '@mailcall/contract/scope/scope.ts';
import { dayInNumbers } from '../../ui/dates.ts';
import type { SelectionSummary } from '../accounts/index.ts';

export function shortAccounts({
  name,
  selected,
  total,
}: Pick<SelectionSummary, 'name' | 'selected' | 'total'>): string {
  if (selected < 2) return name;
  return selected === total ? 'All accounts' : `${thousands(selected)} accounts`;
}

const lastOfMonth = (day: string) => {
  const date = new Date(`${day}T00:00:00.000Z`);
  return (
    date.getUTCDate() === new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  );
};

const partsOf = (day: string) => {
  const [month = '', date = '', year = ''] = formatDay(day).replace(',', '').split(' ');
  return { month, date, year };
};

/** Shortest text: '2026', 'Nov 2026', 'Jul – Sep 2026', 'Oct 24 – Nov 22, 2026'. Unfinished periods keep their name. */
export function shortDates(scope: Scope, now: Today): string {
  if (scope.preset === 'all') return 'All Time';
  const whole = dateRangeOf(scope, now);
  const isMonths = whole.startDate.endsWith('-01') && lastOfMonth(whole.endDate);
  const { startDate, endDate } = isMonths ? whole : labeledDateRangeOf(scope, now);
  if (startDate === endDate) return formatDay(startDate);
  const [first, last] = [partsOf(startDate), partsOf(endDate)];
  if (first.year !== last.year)
    return isMonths
      ? `${first.month} ${first.year} – ${last.month} ${last.year}`
      : `${formatDay(startDate)} – ${formatDay(endDate)}`;
  if (!isMonths) return `${first.month} ${first.date} – ${formatDay(endDate)}`;
  if (first.month === last.month) return `${first.month} ${first.year}`;
  return first.month === 'Jan' && last.month === 'Dec'
    ? first.year
    : `${first.month} – ${last.month} ${first.year}`;
}

/** Footnote of a graph: day of the earliest call, `since`, within the dates. If offices' days differ, the older one: no call is earlier. */
export function footnoteText(
  since: string,
  dayZones: readonly string[],
  { startDate, endDate }: { startDate?: string | undefined; endDate?: string | undefined },
): string {
  const { startDate: day } = daysAt(new Date(since), dayZones);
  const first = startDate !== undefined && day < startDate ? startDate : day;
  const shown = endDate !== undefined && first > endDate ? endDate : first;
  return `The data used in this graph is derived from the calls we scored since ${dayInNumbers(shown)}`;
}
