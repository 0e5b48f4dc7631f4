import { holdTimeText } from './grades.ts';
import { percent, thousands } from './rates.ts';
import { isMostlyUnscored, minComparedCalls, type ScoredCalls } from './sample-size.ts';

export type Direction = 'more is good' | 'more is bad' | 'neither';

export interface Change {
  /** '+12%, more than 8,020' or '-3 points, less than 57%'. */
  text: string;
  /** '▲ 12% vs 8,020' or '▼ 3 points vs 57%'. */
  short: string;
  tone: 'good' | 'bad' | 'even';
}

/** Why figures are not compared; shown as a dash. */
export interface NoChange {
  text: string;
  short: '–';
  tone: null;
}

export type ChangeKind = 'count' | 'percent' | 'seconds';

export interface Compared {
  value: number;
  of: number;
  /** Present if only scored calls can be in the figure. */
  over?: ScoredCalls;
}

export interface ComparisonRule {
  /** `count` changes in percent, `percent` in points; `seconds` are durations. */
  kind: ChangeKind;
  direction: Direction;
  /** Base of a rate, in the plural: 'opportunities'. Absent for counts. */
  noun?: string;
}

const toneOf = (difference: number, direction: Direction): Change['tone'] =>
  difference === 0 || direction === 'neither'
    ? 'even'
    : difference > 0 === (direction === 'more is good')
      ? 'good'
      : 'bad';

const textOf: Record<ChangeKind, (value: number) => string> = {
  count: thousands,
  percent: (value) => `${value}%`,
  seconds: holdTimeText,
};

const wordsOf: Record<ChangeKind, readonly [string, string]> = {
  count: ['more', 'fewer'],
  percent: ['more', 'less'],
  seconds: ['longer', 'shorter'],
};

function problemOf({ of, over }: Compared, when: 'now' | 'before', noun: string | undefined): string | null {
  if (over && isMostlyUnscored(over)) return `most calls ${when} are not scored yet`;
  if (of >= minComparedCalls) return null;
  const words = noun === undefined ? '' : ` ${of === 1 ? singular(noun) : noun}`;
  return of === 0 ? `no${noun === undefined ? 'ne' : words} ${when}` : `only ${of}${words} ${when}`;
}

const singular = (noun: string) => noun.replace(/ies$/, 'y').replace(/s$/, '');

/** Such as 'Not compared: only 12 before'; null if the sides are compared. */
function whyNotCompared(now: Compared, before: Compared, noun: string | undefined): string | null {
  const problems = [problemOf(now, 'now', noun), problemOf(before, 'before', noun)].filter(
    (problem) => problem !== null,
  );
  return problems.length === 0 ? null : `Not compared: ${problems.join(', ')}`;
}

/** Change of a figure or, without a tone, why it is not compared: a side has fewer than 20 calls, or most are not scored yet. */
export function comparisonOf(now: Compared, before: Compared, rule: ComparisonRule): Change | NoChange {
  const why = whyNotCompared(now, before, rule.noun);
  return why === null ? changeBetween(now, before, rule) : { text: why, short: '–', tone: null };
}

/** Null unless both sides have at least 20 calls, because fewer change by chance, and most are scored. */
export const changeOf = (now: Compared, before: Compared, rule: ComparisonRule): Change | null =>
  whyNotCompared(now, before, undefined) === null ? changeBetween(now, before, rule) : null;

function changeBetween(now: Compared, before: Compared, { kind, direction }: ComparisonRule): Change {
  const difference =
    kind === 'seconds' ? Math.round(now.value) - Math.round(before.value) : now.value - before.value;
  const was = textOf[kind](before.value);
  if (difference === 0) return { text: `the same, ${was}`, short: `= ${was}`, tone: 'even' };
  const isMore = difference > 0;
  const size = sizeText[kind](Math.abs(difference), before.value);
  const words = `${wordsOf[kind][isMore ? 0 : 1]} than ${was}`;
  return {
    text: size === underOne ? `${size} ${words}` : `${isMore ? '+' : '-'}${size}, ${words}`,
    short: `${isMore ? '▲' : '▼'} ${size} vs ${was}`,
    tone: toneOf(difference, direction),
  };
}

const underOne = 'under 1%';

const sizeText: Record<ChangeKind, (size: number, before: number) => string> = {
  count(size, before) {
    const share = percent(size, before);
    return share === 0 ? underOne : `${thousands(share)}%`;
  },
  percent: (size) => `${size} ${size === 1 ? 'point' : 'points'}`,
  seconds: holdTimeText,
};
