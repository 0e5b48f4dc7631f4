import { figuresText } from '@mailcall/contract/rules/period-figures.ts';
import { counted, percent, thousands } from '@mailcall/contract/rules/rates.ts';
import {
  isMostlyUnscored,
  minComparedCalls,
  minRatedCalls,
  unscoredText as unscoredOf,
} from '@mailcall/contract/rules/sample-size.ts';
import type { Performance, PeriodFigures } from './types.ts';

const hoursOfDay = 24;
const maxHours = 3;

/** 'noon', '8 am'. */
const hourText = (hour: number) => {
  if (hour % hoursOfDay === 0) return 'midnight';
  return hour === 12 ? 'noon' : `${hour % 12 || 12} ${hour < 12 ? 'am' : 'pm'}`;
};

/** 'at noon', 'between 8 and 9 am', 'between 11 am and 2 pm'. */
function hoursText(first: number, hours: number): string {
  if (first === 12 && hours === 1) return 'at noon';
  const [start, end] = [hourText(first), hourText(first + hours)];
  const [digits, half] = start.split(' ');
  return half !== undefined && end.endsWith(` ${half}`)
    ? `between ${digits} and ${end}`
    : `between ${start} and ${end}`;
}

/** Null if no part of the day has more than half of the missed calls, or with too few calls. */
export function mostMissedHours(missedByHour: readonly number[]): string | null {
  const total = missedByHour.reduce((sum, count) => sum + count, 0);
  if (total < minRatedCalls) return null;
  for (let hours = 1; hours <= maxHours; hours += 1) {
    let best = { first: 0, count: 0 };
    for (let first = 0; first + hours <= hoursOfDay; first += 1) {
      const count = missedByHour.slice(first, first + hours).reduce((sum, value) => sum + value, 0);
      if (count > best.count) best = { first, count };
    }
    if (2 * best.count > total) return hoursText(best.first, hours);
  }
  return null;
}

/** '61 calls, 48 booked, 9 missed, most of them at noon.' */
export function headline({ figures, missedByHour }: Pick<Performance, 'figures' | 'missedByHour'>): string {
  // if most calls are unscored, the missed ones say little about the day
  const hours = isMostlyUnscored(figures) ? null : mostMissedHours(missedByHour);
  return `${figuresText(figures)}${hours === null ? '' : `, most of them ${hours}`}.`;
}

/** '7 more calls (+13%)', without the share if there are too few to compare. @param isRated whether a share can be given at all */
function changeOf(now: number, before: number, noun: string, isRated = true): string {
  if (now === before) return `same number${noun === ' calls' ? ' of calls' : noun}`;
  const isMore = now > before;
  const share = percent(Math.abs(now - before), before);
  const shareText =
    !isRated || Math.min(now, before) < minComparedCalls || share === 0
      ? ''
      : ` (${isMore ? '+' : '-'}${share}%)`;
  return `${thousands(Math.abs(now - before))} ${isMore ? 'more' : 'fewer'}${noun}${shareText}`;
}

/** @param earlier name of the previous period, such as 'the week before' */
export function changeText({ figures, before }: Performance, earlier: string): string {
  if (before.calls === 0) {
    const start = `${earlier.charAt(0).toUpperCase()}${earlier.slice(1)} had no calls`;
    return figures.calls === 0 ? `${start} either.` : `${start}.`;
  }
  if (figures.calls > 0 && figures.calls < minRatedCalls)
    return `Only ${counted(figures.calls, 'call')}: too few to compare with ${earlier}, which had ${thousands(before.calls)}.`;
  if (figures.calls > 0 && before.calls < minRatedCalls)
    return `${earlier.charAt(0).toUpperCase()}${earlier.slice(1)} had only ${counted(before.calls, 'call')}: too few to compare with.`;
  const calls = changeOf(figures.calls, before.calls, ' calls');
  if (figures.calls === 0) return `Compared with ${earlier}: ${calls}.`;
  const isRated = !isMostlyUnscored(figures) && !isMostlyUnscored(before);
  const booked = changeOf(figures.booked, before.booked, ' booked', isRated);
  const missed = changeOf(figures.missed, before.missed, ' missed', isRated);
  return `Compared with ${earlier}: ${calls}, ${booked}, ${missed}.`;
}

export const resultText = ({ calls, booked }: { calls: number; booked: number }): string =>
  `${counted(calls, 'call')}, ${thousands(booked)} booked`;

export function missedText({ figures, openMissed }: Performance, client: string): string {
  const { missed } = figures;
  const all = missed === 1 ? 'The missed call is' : `All ${thousands(missed)} missed calls are`;
  if (openMissed === 0) return `${all} resolved.`;
  const open =
    openMissed === missed
      ? `${all} still open.`
      : `${thousands(openMissed)} of ${thousands(missed)} missed calls ${openMissed === 1 ? 'is' : 'are'} still open.`;
  return `${open} ${openMissed === 1 ? 'This' : 'Each'} caller may be a new ${client}.`;
}

/** Null if most calls have a score. */
export const unscoredText = (figures: PeriodFigures): string | null =>
  isMostlyUnscored(figures)
    ? `${unscoredOf(figures)}: the other figures can still rise.`
    : someUnscoredText(figures);

const someUnscoredText = ({ unscored }: PeriodFigures): string | null =>
  unscored === 0
    ? null
    : `${unscored === 1 ? 'One of these calls is' : `${thousands(unscored)} of these calls are`} not scored yet: the other figures can still rise.`;
