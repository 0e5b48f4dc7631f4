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

/**
 * How a figure has changed; null unless both sides are of 20 or more, because fewer change by chance.
 * @param kind `count`: in percent of what it was; `percent`: a rate in whole percent, in points
 */
export function changeOf(
  now: Compared,
  before: Compared,
  { kind, direction }: { kind: 'count' | 'percent'; direction: Direction },
): Change | null {
  if (now.of < minComparedCalls || before.of < minComparedCalls) return null;
  const difference = now.value - before.value;
  const text = (value: number) => (kind === 'count' ? thousands(value) : `${value}%`);
  if (difference === 0) return { text: `the same, ${text(before.value)}`, tone: 'even' };
  const tone = toneOf(difference, direction);
  const size = Math.abs(difference);
  const [sign, word] = difference > 0 ? ['+', 'more'] : ['-', kind === 'count' ? 'fewer' : 'less'];
  const words = `${word} than ${text(before.value)}`;
  if (kind === 'percent')
    return { text: `${sign}${size} ${size === 1 ? 'point' : 'points'}, ${words}`, tone };
  const share = percent(size, before.value);
  return { text: share === 0 ? `under 1% ${words}` : `${sign}${thousands(share)}%, ${words}`, tone };
}
