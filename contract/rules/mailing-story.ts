import { addDays, countDays } from '../time/periods.ts';
import { perThousand } from './rates.ts';
import { minRatedCalls } from './sample-size.ts';

export const storyDays = 56;

export const maxEarlierMailings = 5;

/** The median of two would be their mean. */
export const minEarlierMailings = 3;

/** Calls per day, per week, or in total by the end of each week. */
export const storyPeriods = ['day', 'week', 'total'] as const;
export type StoryPeriod = (typeof storyPeriods)[number];

/** Days from the delivery day through yesterday: 0 to {@link storyDays}. */
export const wholeDaysSince = (deliveryDay: string, today: string): number =>
  Math.min(storyDays, Math.max(0, countDays({ startDate: deliveryDay, endDate: today }) - 1));

/** Null for an empty list. */
export function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const [lower, upper] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return ((lower ?? 0) + (upper ?? 0)) / 2;
}

/** Median of the earlier mailings; null if there are too few to compare. */
export const usualOf = (values: readonly number[]): number | null =>
  values.length < minEarlierMailings ? null : median(values);

export interface EarlierMailing {
  /** Calls per day since delivery, as many days as the later mailing has. */
  calls: readonly number[];
  quantity: number | null;
}

export interface StoryPoint {
  startDate: string;
  endDate: string;
  /** Days since delivery, from 0. */
  firstDay: number;
  lastDay: number;
  calls: number;
  opportunity: number;
  /** Median of earlier mailings in the same days, for a day of the average of the week around it; null if there are too few. */
  usual: number | null;
}

const sumOf = (values: readonly number[], first: number, last: number) =>
  values.slice(first, last + 1).reduce((sum, value) => sum + value, 0);

/** The last week has only finished days and is compared with as many. */
const weeksOf = (length: number): [first: number, last: number][] =>
  Array.from({ length: Math.ceil(length / 7) }, (_, week) => [week * 7, Math.min(length, week * 7 + 7) - 1]);

const daysOfPeriod: Record<StoryPeriod, (length: number) => [first: number, last: number][]> = {
  day: (length) => Array.from({ length }, (_, day) => [day, day]),
  week: weeksOf,
  total: (length) => weeksOf(length).map(([, last]) => [0, last]),
};

/** Days before and after a day: a whole week, because weekends would draw a zigzag. */
const daysAround = 3;

function usualDay(earlier: readonly EarlierMailing[], day: number, length: number): number | null {
  const [first, last] = [Math.max(0, day - daysAround), Math.min(length - 1, day + daysAround)];
  const usual = usualOf(earlier.map(({ calls }) => sumOf(calls, first, last) / (last - first + 1)));
  return usual === null ? null : Math.round(usual * 10) / 10;
}

export function storyPoints(
  {
    deliveryDay,
    days,
    earlier,
  }: {
    deliveryDay: string;
    days: readonly { calls: number; opportunity: number }[];
    earlier: readonly EarlierMailing[];
  },
  period: StoryPeriod,
): StoryPoint[] {
  const calls = days.map((day) => day.calls);
  const opportunity = days.map((day) => day.opportunity);
  return daysOfPeriod[period](days.length).map(([firstDay, lastDay]) => ({
    startDate: addDays(deliveryDay, firstDay),
    endDate: addDays(deliveryDay, lastDay),
    firstDay,
    lastDay,
    calls: sumOf(calls, firstDay, lastDay),
    opportunity: sumOf(opportunity, firstDay, lastDay),
    usual:
      period === 'day'
        ? usualDay(earlier, firstDay, days.length)
        : usualOf(earlier.map((mailing) => sumOf(mailing.calls, firstDay, lastDay))),
  }));
}

export interface UsualResponse {
  perThousand: number;
  calls: number;
}

/** Median response of earlier mailings with known pieces; null if there are too few. */
export function usualResponse(earlier: readonly EarlierMailing[]): UsualResponse | null {
  const known = earlier.flatMap(({ calls, quantity }) =>
    quantity === null || quantity === 0 ? [] : { calls: sumOf(calls, 0, calls.length), quantity },
  );
  const rate = usualOf(known.map((mailing) => perThousand(mailing.calls, mailing.quantity)));
  const calls = usualOf(known.map((mailing) => mailing.calls));
  return rate === null || calls === null ? null : { perThousand: rate, calls };
}

export type HalfOfCalls =
  /** Days since delivery, negative before it. */
  | { kind: 'known'; day: number }
  /** Fewer than {@link storyDays} days have passed; many calls may still come. */
  | { kind: 'too early' }
  | { kind: 'too few calls' };

/** `days`: calls by days since delivery, in any order. `wholeDays`: from {@link wholeDaysSince}. */
export function halfOfCalls(days: readonly { day: number; calls: number }[], wholeDays: number): HalfOfCalls {
  if (wholeDays < storyDays) return { kind: 'too early' };
  const total = days.reduce((sum, { calls }) => sum + calls, 0);
  if (total < minRatedCalls) return { kind: 'too few calls' };
  let come = 0;
  for (const { day, calls } of days.toSorted((a, b) => a.day - b.day)) {
    come += calls;
    if (come * 2 >= total) return { kind: 'known', day };
  }
  return { kind: 'too few calls' };
}
