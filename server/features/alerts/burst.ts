import { minutes } from '@mailcall/contract/time/durations.ts';

/** Maximum separate messages to a receiver and channel within {@link burstWindow}. */
export const maxInBurst = 5;
/** Milliseconds that further alerts are held, to be sent in one message. */
export const burstWindow = minutes(10);

export interface RecentMessages {
  /** Times of real-time messages within {@link burstWindow}; a message with several alerts counts once. */
  writtenAt: readonly Date[];
  keeps: boolean;
}

/** Whether a time is within {@link burstWindow}. Far future times come from a wrong clock. */
const isRecent = (at: Date, now: Date): boolean => Math.abs(now.getTime() - at.getTime()) < burstWindow;

/** Number of new alerts to send separately now; the others are held, and so are all after a held one. */
export function sentByThemselves(count: number, { writtenAt, keeps }: RecentMessages, now: Date): number {
  if (keeps) return 0;
  const recent = writtenAt.filter((at) => isRecent(at, now));
  return Math.min(count, Math.max(0, maxInBurst - recent.length));
}

/** Whether held alerts are due, ten minutes after the first. */
export const keptAreDue = (firstKeptAt: Date, now: Date): boolean => !isRecent(firstKeptAt, now);
