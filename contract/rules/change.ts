import { holdTimeText } from './grades.ts';
import { percent, thousands } from './rates.ts';
import { minComparedCalls } from './sample-size.ts';

/** Whether more of a figure is good, bad, or neither. */
export type Direction = 'more is good' | 'more is bad' | 'neither';

/** A change as it is displayed. */
export interface Change {
  /** With its sign, in words: '+12%, more than 8,020' or '-3 points, less than 57%'. */
  text: string;
  /** What it is: better, worse, or neither. */
  tone: 'good' | 'bad' | 'even';
}

/** What a figure is: a count, a rate in whole percent, or a duration in seconds. */
export type ChangeKind = 'count' | 'percent' | 'seconds';

/** A figure of one of two periods, and how many calls or appointments it is of. */
export interface Compared {
  value: number;
  of: number;
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

/** More, and less, of a figure. */
const wordsOf: Record<ChangeKind, readonly [string, string]> = {
  count: ['more', 'fewer'],
  percent: ['more', 'less'],
  seconds: ['longer', 'shorter'],
};

/**
 * How a figure has changed; null unless both sides are of 20 or more, because fewer change by chance.
 * @param kind `count`: in percent of what it was; `percent`: a rate in whole percent, in points; `seconds`: a duration
 */
export function changeOf(
  now: Compared,
  before: Compared,
  { kind, direction }: { kind: ChangeKind; direction: Direction },
): Change | null {
  if (now.of < minComparedCalls || before.of < minComparedCalls) return null;
  const difference =
    kind === 'seconds' ? Math.round(now.value) - Math.round(before.value) : now.value - before.value;
  const was = textOf[kind](before.value);
  if (difference === 0) return { text: `the same, ${was}`, tone: 'even' };
  const tone = toneOf(difference, direction);
  const size = Math.abs(difference);
  const sign = difference > 0 ? '+' : '-';
  const words = `${wordsOf[kind][difference > 0 ? 0 : 1]} than ${was}`;
  if (kind === 'percent')
    return { text: `${sign}${size} ${size === 1 ? 'point' : 'points'}, ${words}`, tone };
  if (kind === 'seconds') return { text: `${sign}${holdTimeText(size)}, ${words}`, tone };
  const share = percent(size, before.value);
  return { text: share === 0 ? `under 1% ${words}` : `${sign}${thousands(share)}%, ${words}`, tone };
}
