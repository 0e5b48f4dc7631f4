/** Messages to one receiver by one channel that go out each by itself, within the {@link burstWindow}. */
export const maxInBurst = 5;
/** Milliseconds for which further alerts are kept, to go out as one message. */
export const burstWindow = 10 * 60 * 1000;

/** What one receiver was sent lately by one channel. */
export interface RecentMessages {
  /** When real-time messages were written within the last {@link burstWindow}; one message of several alerts counts once. */
  writtenAt: readonly Date[];
  /** Whether alerts are kept. */
  keeps: boolean;
}

/** Whether a time is less than a {@link burstWindow} ago. Times further ahead come from a clock that was wrong. */
const isRecent = (at: Date, now: Date): boolean => Math.abs(now.getTime() - at.getTime()) < burstWindow;

/** How many of so many new alerts go out by themselves now; the others are kept. After a kept one all are kept. */
export function sentByThemselves(count: number, { writtenAt, keeps }: RecentMessages, now: Date): number {
  if (keeps) return 0;
  const recent = writtenAt.filter((at) => isRecent(at, now));
  return Math.min(count, Math.max(0, maxInBurst - recent.length));
}

/** Whether the kept alerts are due: ten minutes after the first of them. */
export const keptAreDue = (firstKeptAt: Date, now: Date): boolean => !isRecent(firstKeptAt, now);
