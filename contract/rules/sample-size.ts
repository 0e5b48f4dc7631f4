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

/** '7 of 7', or '9 for 7' if a call can count several times. */
export function shareText(part: number, total: number): string {
  return `${thousands(part)} ${part > total ? 'for' : 'of'} ${thousands(total)}`;
}
