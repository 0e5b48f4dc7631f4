import { percent, thousands } from '@mailcall/contract/rules/rates.ts';
import { isMostlyUnscored, sampleSize, unscoredText } from '@mailcall/contract/rules/sample-size.ts';
import { namesOfEquals, withMost } from '@mailcall/contract/rules/ties.ts';
import { hourText, weekdayNames, weekdayText } from '@mailcall/contract/time/week-hours.ts';
import type { CallsOfWeekHour, callsByWeekHour } from '@mailcall/contract/scoreboard.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { mostCallsText, mostMissedText, sumOfCalls } from './calls-by-hour.ts';

export type WeekMap = RouteReply<typeof callsByWeekHour>;

/** Hours shown even without calls, including the last. */
const officeDay = { first: 8, last: 17 } as const;

export interface WeekCell extends CallsOfWeekHour {
  /** Share of missed calls, whole percent; 0 without calls. */
  share: number;
  /** Calls relative to the busiest hour, 0 to 1. */
  heat: number;
}

export interface WeekGrid {
  hours: number[];
  /** By day, Sunday first, then by hour. */
  days: WeekCell[][];
}

/** Whole percent. */
const missedShare = ({ calls, missed }: Pick<CallsOfWeekHour, 'calls' | 'missed'>) => percent(missed, calls);

export function gridOf({ cells }: Pick<WeekMap, 'cells'>): WeekGrid {
  const first = Math.min(officeDay.first, ...cells.map(({ hour }) => hour));
  const last = Math.max(officeDay.last, ...cells.map(({ hour }) => hour));
  const busiest = Math.max(1, ...cells.map(({ calls }) => calls));
  const hours = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const byTime = new Map(cells.map((cell) => [`${cell.weekday} ${cell.hour}`, cell]));
  return {
    hours,
    days: weekdayNames.map((_, weekday) =>
      hours.map((hour) => {
        const cell = byTime.get(`${weekday} ${hour}`) ?? { weekday, hour, calls: 0, missed: 0, unscored: 0 };
        return { ...cell, share: missedShare(cell), heat: cell.calls / busiest };
      }),
    ),
  };
}

const cellTime = ({ weekday, hour }: Pick<CallsOfWeekHour, 'weekday' | 'hour'>) =>
  `${weekdayText(weekday)}, ${hourText(hour)}`;

/** The share of an hour's calls that were missed; null where it says nothing: of few calls, or most of them not scored yet. */
export function displayedShare(cell: CallsOfWeekHour): number | null {
  const size = sampleSize(cell.calls);
  if (isMostlyUnscored(cell)) return null;
  return size === 'few' || size === 'enough' ? missedShare(cell) : null;
}

export function cellText(cell: CallsOfWeekHour): string {
  if (cell.calls === 0) return `${cellTime(cell)}: no calls`;
  const calls = `${thousands(cell.calls)} ${cell.calls === 1 ? 'call' : 'calls'}`;
  const share = displayedShare(cell);
  const missed = `${thousands(cell.missed)} missed${share === null ? '' : ` (${share}%)`}`;
  const unscored = isMostlyUnscored(cell) ? `, ${thousands(cell.unscored)} not scored yet` : '';
  return `${cellTime(cell)}: ${calls}, ${missed}${unscored}`;
}

export function weekTotals({ cells }: Pick<WeekMap, 'cells'>): { calls: number; missed: number } {
  return cells.reduce(
    (sum, { calls, missed }) => ({ calls: sum.calls + calls, missed: sum.missed + missed }),
    { calls: 0, missed: 0 },
  );
}

const timesText = (cells: readonly CallsOfWeekHour[]) =>
  namesOfEquals(cells.map(cellTime), cells.length, ';');

export function weekPeakText({ cells }: Pick<WeekMap, 'cells'>): string | null {
  const busiest = withMost(cells, ({ calls }) => calls);
  const [first] = busiest;
  if (!first) return null;
  const peak = `Busiest on ${timesText(busiest)} (${mostCallsText(first.calls, busiest.length)})`;
  const total = sumOfCalls(cells);
  if (isMostlyUnscored(total)) return `${peak}. ${unscoredText(total)}`;
  const missed = withMost(cells, (cell) => cell.missed);
  return missed.length > 0
    ? `${peak}, most missed on ${timesText(missed)} (${mostMissedText(missed, ({ calls }) => calls)})`
    : `${peak}, none missed`;
}
