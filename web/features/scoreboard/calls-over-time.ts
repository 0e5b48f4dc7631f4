import type { Mailing } from '@mailcall/contract/mailings.ts';
import { formatDay } from '@mailcall/contract/time/date-format.ts';
import { type PeriodLength, periodOf, periodsOf } from '@mailcall/contract/time/periods.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { isMostlyUnscored, unscoredText } from '@mailcall/contract/rules/sample-size.ts';
import { namesOfEquals, withMost } from '@mailcall/contract/rules/ties.ts';
import type { CallsOfPeriod, callsOverTime } from '@mailcall/contract/scoreboard.ts';
import { allTimeStart, type DateRange } from '@mailcall/contract/scope/date-range.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { monthAndDay } from '../../ui/dates.ts';
import { daysInWords } from '../../ui/days-in-words.ts';
import { mostCallsText, mostMissedText, sumOfCalls } from './calls-by-hour.ts';

export type OverTime = RouteReply<typeof callsOverTime>;

/** A period of the chart, even without calls, with its days within the dates. */
export interface Period extends DateRange, Omit<CallsOfPeriod, 'startDate' | 'appointmentsByStaff'> {
  /** Neither opportunity nor missed. */
  other: number;
  /** 'Nov 3, 2026', 'Nov 1 – 7, 2026' or 'Nov 2026', with 'so far' while unfinished. */
  name: string;
  /** Short name for an axis: 'Nov 1' or 'Nov 2026'. */
  label: string;
}

/** Dates of a scope up to today, or up to the last call if later. */
export function datesUpTo(dates: DateRange, today: string): DateRange {
  const { startDate, endDate } = dates;
  const end = today < endDate ? today : endDate;
  return { startDate, endDate: end < startDate ? endDate : end };
}

/** Days of the chart: up to today; for All Time, since the first call. */
export function displayedDays(
  { periods }: Pick<OverTime, 'periods'>,
  dates: DateRange,
  today: string,
): DateRange {
  const { startDate, endDate } = datesUpTo(dates, today);
  const [first, last] = [periods[0]?.startDate ?? startDate, periods.at(-1)?.startDate ?? endDate];
  return {
    startDate: startDate === allTimeStart && first > startDate ? first : startDate,
    // a call may be dated in the future
    endDate: last > endDate ? dates.endDate : endDate,
  };
}

const monthText = (day: string) => formatDay(day).replace(/ \d+,/, '');

export function periodsIn(
  { periods }: Pick<OverTime, 'periods'>,
  days: DateRange,
  { length, today }: { length: PeriodLength; today: string },
): Period[] {
  const counted = new Map(periods.map((period) => [period.startDate, period]));
  return periodsOf(days, length).map((within) => {
    const whole = periodOf(within.startDate, length);
    const {
      calls = 0,
      opportunity = 0,
      missed = 0,
      unscored = 0,
      appointments = 0,
    } = counted.get(whole.startDate) ?? {};
    const isWhole = whole.startDate === within.startDate && whole.endDate === within.endDate;
    const text = length === 'month' && isWhole ? monthText(within.startDate) : daysInWords(within);
    const isUnderWay = length !== 'day' && within.endDate === today && whole.endDate > today;
    return {
      ...within,
      calls,
      opportunity,
      missed,
      unscored,
      appointments,
      other: calls - opportunity - missed,
      name: isUnderWay ? `${text}, so far` : text,
      label: length === 'month' ? monthText(within.startDate) : monthAndDay(within.startDate),
    };
  });
}

const periodsText = (periods: readonly Period[]) =>
  namesOfEquals(
    periods.map(({ name }) => name),
    periods.length,
    ';',
  );

export function mostText(periods: readonly Period[]): string | null {
  const busiest = withMost(periods, ({ calls }) => calls);
  const [first] = busiest;
  if (!first) return null;
  const most = `Most calls: ${periodsText(busiest)} (${mostCallsText(first.calls, busiest.length)})`;
  const total = sumOfCalls(periods);
  if (isMostlyUnscored(total)) return `${most}. ${unscoredText(total)}`;
  const missed = withMost(periods, (period) => period.missed);
  return missed.length > 0
    ? `${most}. Most missed: ${periodsText(missed)} (${mostMissedText(missed, ({ calls }) => calls)})`
    : `${most}. None missed`;
}

export const totalOf = (
  periods: readonly Period[],
  part: 'calls' | 'opportunity' | 'missed' | 'other' | 'appointments',
): number => periods.reduce((sum, period) => sum + period[part], 0);

export const periodsAsCsv = (periods: readonly Period[]): string =>
  [
    'From,To,All calls,Opportunity calls,Missed calls,Other calls,Appointments',
    ...periods.map(({ startDate, endDate, calls, opportunity, missed, other, appointments }) =>
      [startDate, endDate, calls, opportunity, missed, other, appointments].join(','),
    ),
    '',
  ].join('\r\n');

/** A marker: delivered mailings, at the period in which their first week begins. */
export interface Mark {
  index: number;
  mailings: Mailing[];
}

/** Markers of delivered mailings in order. Periods less than `apart` apart share one. */
export function marksOf(mailings: readonly Mailing[], periods: readonly DateRange[], apart: number): Mark[] {
  const marks: Mark[] = [];
  const weeks = mailings.flatMap((mailing) => {
    const { deliveryWeek: week } = mailing;
    const index = periods.findIndex(
      ({ startDate, endDate }) => week !== null && week >= startDate && week <= endDate,
    );
    return index < 0 ? [] : [{ index, mailing }];
  });
  for (const { index, mailing } of weeks.sort((a, b) => a.index - b.index)) {
    const last = marks.at(-1);
    if (last && (index === last.index || index - last.index < apart)) last.mailings.push(mailing);
    else marks.push({ index, mailings: [mailing] });
  }
  return marks;
}

export const markText = (names: readonly string[]): string =>
  names.length === 1 ? `Delivered: ${names[0]}` : `${thousands(names.length)} delivered mailings`;
