import { thousands } from './rates.ts';

/** Fewer calls get the note 'too few calls'. */
export const minRatedCalls = 5;

/** With fewer calls, a share is muted and shows its counts. */
export const minComparedCalls = 20;

export type SampleSize = 'none' | 'too few' | 'few' | 'enough';

export function sampleSize(calls: number): SampleSize {
  if (calls <= 0) return 'none';
  if (calls < minRatedCalls) return 'too few';
  return calls < minComparedCalls ? 'few' : 'enough';
}

export interface ScoredCalls {
  calls: number;
  unscored: number;
}

/** More than half are not scored yet. A rate of the others would mislead, so it is not shown. */
export const isMostlyUnscored = ({ calls, unscored }: ScoredCalls): boolean => 2 * unscored > calls;

export const unscoredText = ({ calls, unscored }: ScoredCalls): string =>
  `${thousands(unscored)} of ${thousands(calls)} ${calls === 1 ? 'call' : 'calls'} ${unscored === 1 ? 'is' : 'are'} not scored yet`;

/** '7 of 7', or '9 for 7' where a call can count several times. */
export function shareText(part: number, total: number): string {
  return `${thousands(part)} ${part > total ? 'for' : 'of'} ${thousands(total)}`;
}
