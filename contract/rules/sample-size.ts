import { thousands } from './rates.ts';

/** Minimum calls for a share without the note 'too few calls'. */
export const minRatedCalls = 5;

/** Minimum calls for comparing a share; below, it is muted and shows its counts. */
export const minComparedCalls = 20;

/** Reliability of a share: no calls, too few for a rate, too few to compare, or enough. */
export type SampleSize = 'none' | 'too few' | 'few' | 'enough';

export function sampleSize(calls: number): SampleSize {
  if (calls <= 0) return 'none';
  if (calls < minRatedCalls) return 'too few';
  return calls < minComparedCalls ? 'few' : 'enough';
}

/** Some calls, and how many of them are not scored yet. */
export interface ScoredCalls {
  calls: number;
  unscored: number;
}

/** Whether more than half of some calls are not scored yet. A rate of the others would mislead: it is not shown. */
export const isMostlyUnscored = ({ calls, unscored }: ScoredCalls): boolean => 2 * unscored > calls;

/** How many of some calls are not scored yet: '204 of 285 calls are not scored yet'. */
export const unscoredText = ({ calls, unscored }: ScoredCalls): string =>
  `${thousands(unscored)} of ${thousands(calls)} ${calls === 1 ? 'call' : 'calls'} ${unscored === 1 ? 'is' : 'are'} not scored yet`;

/** The numbers of a share: '7 of 7', or '9 for 7' where a call can be counted several times. */
export function shareText(part: number, total: number): string {
  return `${thousands(part)} ${part > total ? 'for' : 'of'} ${thousands(total)}`;
}
