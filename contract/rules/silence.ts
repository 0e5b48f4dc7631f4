import { days } from '../time/durations.ts';

/** Calls are counted in the days before the last one. */
export const usualDays = 28;

/** A line without calls for longer is not used any more. */
export const longestSilenceDays = 60;

const shortestSilenceDays = 3;
const fewestCalls = 4;

/** Of calls at a steady rate, a gap is this many usual gaps long once in a hundred. */
const unlikelyGaps = Math.log(100);

/** Whether a line, or an office, is without calls for longer than its usual gaps explain. `calls`: in the 28 days until the last call. */
export function isSilent({ calls, lastCallAt }: { calls: number; lastCallAt: Date }, now: Date): boolean {
  const silence = now.getTime() - lastCallAt.getTime();
  if (calls < fewestCalls || silence > days(longestSilenceDays)) return false;
  return silence > Math.max(days(shortestSilenceDays), (days(usualDays) / calls) * unlikelyGaps);
}
