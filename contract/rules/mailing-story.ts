import { addDays, countDays } from './periods.ts';
import { perThousand } from './rates.ts';
import { minRatedCalls } from './sample-size.ts';

/** How many days from delivery on the calls of a mailing are compared: eight weeks. */
export const storyDays = 56;

/** A mailing is compared with at most so many earlier ones. */
export const maxEarlierMailings = 5;

/** The fewest earlier mailings whose median is shown: a median of two would be their mean. */
export const minEarlierMailings = 3;

/** How the calls of a mailing are shown: those of each day, of each week, or all up to the end of each week. */
export const storyPeriods = ['day', 'week', 'total'] as const;
export type StoryPeriod = (typeof storyPeriods)[number];

/**
 * How many whole days have passed since a mailing was delivered, the day of delivery included and today not; at most
 * {@link storyDays}, and 0 up to the day of delivery.
 */
export const wholeDaysSince = (deliveryDay: string, today: string): number =>
  Math.min(storyDays, Math.max(0, countDays({ startDate: deliveryDay, endDate: today }) - 1));

/** The middle one of some values, the mean of the two middle ones where their number is even; null without values. */
export function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const [lower, upper] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return ((lower ?? 0) + (upper ?? 0)) / 2;
}

/** The median of earlier mailings; null for fewer than {@link minEarlierMailings}. */
export const usualOf = (values: readonly number[]): number | null =>
  values.length < minEarlierMailings ? null : median(values);

/** A mailing that was delivered before another one of its type and office. */
export interface EarlierMailing {
  /** Calls of each day from its own delivery on, as many days as the later mailing has. */
  calls: readonly number[];
  /** Pieces; null when not known. */
  quantity: number | null;
}

/** The calls of one period of a mailing. */
export interface StoryPoint {
  /** `YYYY-MM-DD`, the first and the last day of the period. */
  startDate: string;
  endDate: string;
  /** The same as days since delivery, from 0. */
  firstDay: number;
  lastDay: number;
  calls: number;
  opportunity: number;
  /** The median of the calls that earlier mailings had in the same days of theirs; null when there are too few. */
  usual: number | null;
}

const sumOf = (values: readonly number[], first: number, last: number) =>
  values.slice(first, last + 1).reduce((sum, value) => sum + value, 0);

/** The weeks of some days. The last one has only the days that are over, and is compared with as many. */
const weeksOf = (length: number): [first: number, last: number][] =>
  Array.from({ length: Math.ceil(length / 7) }, (_, week) => [week * 7, Math.min(length, week * 7 + 7) - 1]);

const daysOfPeriod: Record<StoryPeriod, (length: number) => [first: number, last: number][]> = {
  day: (length) => Array.from({ length }, (_, day) => [day, day]),
  week: weeksOf,
  total: (length) => weeksOf(length).map(([, last]) => [0, last]),
};

/** The calls of a mailing by period, beside the median of earlier mailings in the same days since their delivery. */
export function storyPoints(
  {
    deliveryDay,
    days,
    earlier,
  }: {
    deliveryDay: string;
    /** Each day from delivery on that is over. */
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
    usual: usualOf(earlier.map((mailing) => sumOf(mailing.calls, firstDay, lastDay))),
  }));
}

/** Calls per thousand pieces, and how many calls that is of. */
export interface UsualResponse {
  perThousand: number;
  calls: number;
}

/**
 * The median of the calls per thousand pieces of earlier mailings whose pieces are known, and of the calls of the same mailings; null when
 * these are too few.
 */
export function usualResponse(earlier: readonly EarlierMailing[]): UsualResponse | null {
  const known = earlier.flatMap(({ calls, quantity }) =>
    quantity === null || quantity === 0 ? [] : { calls: sumOf(calls, 0, calls.length), quantity },
  );
  const rate = usualOf(known.map((mailing) => perThousand(mailing.calls, mailing.quantity)));
  const calls = usualOf(known.map((mailing) => mailing.calls));
  return rate === null || calls === null ? null : { perThousand: rate, calls };
}

/** When half of the calls of a mailing had come. */
export type HalfOfCalls =
  /** `day`: days since delivery, negative before it. */
  | { kind: 'known'; day: number }
  /** Fewer than {@link storyDays} days have passed, so that many calls may be still to come. */
  | { kind: 'too early' }
  | { kind: 'too few calls' };

/**
 * The day by which half of all calls of a mailing had come, whenever they came.
 * @param days how many calls came on which day since delivery, in any order
 * @param wholeDays from {@link wholeDaysSince}
 */
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
