import { holdTimeText } from './grades.ts';
import { percent, thousands } from './rates.ts';
import { minComparedCalls } from './sample-size.ts';

export type Direction = 'more is good' | 'more is bad' | 'neither';

export interface Change {
  /** Sign and words: '+12%, more than 8,020' or '-3 points, less than 57%'. */
  text: string;
  tone: 'good' | 'bad' | 'even';
}

/** Unit of a figure: a count, a rate in whole percent, or seconds. */
export type ChangeKind = 'count' | 'percent' | 'seconds';

/** Figure of a period with its number of calls or appointments. */
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

const wordsOf: Record<ChangeKind, readonly [string, string]> = {
  count: ['more', 'fewer'],
  percent: ['more', 'less'],
  seconds: ['longer', 'shorter'],
};

/**
 * Change of a figure; null unless both periods have at least 20, because smaller samples vary by chance.
 * @param kind `count`: change in percent; `percent`: in points; `seconds`: a duration
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
