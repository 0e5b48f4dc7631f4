import { percent, thousands } from '@mailcall/contract/rules/rates.ts';
import { sampleSize } from '@mailcall/contract/rules/sample-size.ts';
import { hourText, weekdayText } from '@mailcall/contract/rules/week-hours.ts';
import { weekdayNames } from '@mailcall/contract/rules/weekdays.ts';
import type { CallsOfWeekHour, callsByWeekHour } from '@mailcall/contract/scoreboard.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';

export type WeekMap = RouteReply<typeof callsByWeekHour>;

/** Hours shown even without calls, including the last. */
const officeDay = { first: 8, last: 17 } as const;

/** A cell: an hour of a weekday, even without calls. */
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
        const cell = byTime.get(`${weekday} ${hour}`) ?? { weekday, hour, calls: 0, missed: 0 };
        return { ...cell, share: missedShare(cell), heat: cell.calls / busiest };
      }),
    ),
  };
}

/** 'Monday, 9 AM'. */
const cellTime = ({ weekday, hour }: Pick<CallsOfWeekHour, 'weekday' | 'hour'>) =>
  `${weekdayText(weekday)}, ${hourText(hour)}`;

/** Share of missed calls in an hour; null for too few calls. */
export function displayedShare(cell: Pick<CallsOfWeekHour, 'calls' | 'missed'>): number | null {
  const size = sampleSize(cell.calls);
  return size === 'few' || size === 'enough' ? missedShare(cell) : null;
}

/** 'Monday, 9 AM: 34 calls, 6 missed (18%)'; without the share for few calls. */
export function cellText(cell: CallsOfWeekHour): string {
  if (cell.calls === 0) return `${cellTime(cell)}: no calls`;
  const calls = `${thousands(cell.calls)} ${cell.calls === 1 ? 'call' : 'calls'}`;
  const share = displayedShare(cell);
  return `${cellTime(cell)}: ${calls}, ${thousands(cell.missed)} missed${share === null ? '' : ` (${share}%)`}`;
}

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

/** Summary: the busiest hour of the week and the one with most missed calls; null without calls. */
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
