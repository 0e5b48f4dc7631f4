import { percent, thousands } from '@mailcall/contract/rules/rates.ts';
import { sampleSize } from '@mailcall/contract/rules/sample-size.ts';
import { hourText, weekdayText } from '@mailcall/contract/rules/week-hours.ts';
import { weekdayNames } from '@mailcall/contract/rules/weekdays.ts';
import type { CallsOfWeekHour, callsByWeekHour } from '@mailcall/contract/scoreboard.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';

/** The answer of the heat map. */
export type WeekMap = RouteReply<typeof callsByWeekHour>;

/** The hours of an ordinary office day, which are displayed even without calls; the last one is included. */
const officeDay = { first: 8, last: 17 } as const;

/** A cell of the heat map: an hour of a day of the week, with or without calls. */
export interface WeekCell extends CallsOfWeekHour {
  /** Share of its calls that were missed, whole percent; 0 without calls. */
  share: number;
  /** How busy it is relative to the busiest hour of the week, 0 to 1. */
  heat: number;
}

/** The map as a grid: the days, and every hour from the first to the last that has a call. */
export interface WeekGrid {
  hours: number[];
  /** By day, Sunday first, then by hour. */
  days: WeekCell[][];
}

/** The share of calls that were missed, whole percent. */
const missedShare = ({ calls, missed }: Pick<CallsOfWeekHour, 'calls' | 'missed'>) => percent(missed, calls);

/** Lays the cells of an answer out as a grid. */
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
        const cell = byTime.get(`${weekday} ${hour}`) ?? { weekday, hour, calls: 0, missed: 0 };
        return { ...cell, share: missedShare(cell), heat: cell.calls / busiest };
      }),
    ),
  };
}

/** The time of a cell: 'Monday, 9 AM'. */
const cellTime = ({ weekday, hour }: Pick<CallsOfWeekHour, 'weekday' | 'hour'>) =>
  `${weekdayText(weekday)}, ${hourText(hour)}`;

/** The share of an hour's calls that were missed; null for so few calls that it says nothing. */
export function displayedShare(cell: Pick<CallsOfWeekHour, 'calls' | 'missed'>): number | null {
  const size = sampleSize(cell.calls);
  return size === 'few' || size === 'enough' ? missedShare(cell) : null;
}

/** A cell as a text: 'Monday, 9 AM: 34 calls, 6 missed (18%)'; for few calls without the share. */
export function cellText(cell: CallsOfWeekHour): string {
  if (cell.calls === 0) return `${cellTime(cell)}: no calls`;
  const calls = `${thousands(cell.calls)} ${cell.calls === 1 ? 'call' : 'calls'}`;
  const share = displayedShare(cell);
  return `${cellTime(cell)}: ${calls}, ${thousands(cell.missed)} missed${share === null ? '' : ` (${share}%)`}`;
}

/** The total calls and missed calls of the map. */
export function weekTotals({ cells }: Pick<WeekMap, 'cells'>): { calls: number; missed: number } {
  return cells.reduce(
    (sum, { calls, missed }) => ({ calls: sum.calls + calls, missed: sum.missed + missed }),
    { calls: 0, missed: 0 },
  );
}

const cellWithMost = (cells: readonly CallsOfWeekHour[], part: 'calls' | 'missed') =>
  cells.reduce<CallsOfWeekHour | null>(
    (best, cell) => (cell[part] > (best?.[part] ?? 0) ? cell : best),
    null,
  );

/** A summary of the map: the busiest hour of the week and the one with the most missed calls; null without calls. */
export function weekPeakText({ cells }: Pick<WeekMap, 'cells'>): string | null {
  const busiest = cellWithMost(cells, 'calls');
  if (!busiest) return null;
  const calls = `${thousands(busiest.calls)} ${busiest.calls === 1 ? 'call' : 'calls'}`;
  const peak = `Busiest on ${cellTime(busiest)} (${calls})`;
  const missed = cellWithMost(cells, 'missed');
  return missed
    ? `${peak}, most missed on ${cellTime(missed)} (${thousands(missed.missed)} of ${thousands(missed.calls)})`
    : `${peak}, none missed`;
}
