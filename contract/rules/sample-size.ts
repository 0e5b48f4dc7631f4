import { thousands } from './rates.ts';

/** The fewest calls of which a share is displayed without the note 'too few calls'. */
export const minRatedCalls = 5;

/** The fewest calls of which a share can be compared with others. Below, it is muted, with the numbers it is made of. */
export const minComparedCalls = 20;

/** How far a share of calls can be trusted: not at all, too few for a rate, too few to compare, or enough. */
export type SampleSize = 'none' | 'too few' | 'few' | 'enough';

/** How far a share of this many calls can be trusted. */
export function sampleSize(calls: number): SampleSize {
  if (calls <= 0) return 'none';
  if (calls < minRatedCalls) return 'too few';
  return calls < minComparedCalls ? 'few' : 'enough';
}

/** The numbers of a share: '7 of 7', or '9 for 7' where a call can be counted several times. */
export function shareText(part: number, total: number): string {
  return `${thousands(part)} ${part > total ? 'for' : 'of'} ${thousands(total)}`;
}
