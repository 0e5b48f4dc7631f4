import { config } from '../../platform/config.ts';
import { minutes } from '@mailcall/contract/time/durations.ts';

const storageKey = 'mailcall.last-active';
/** Minimum milliseconds between stored activity times. */
const writeInterval = 5000;
/** Milliseconds of warning before an idle session ends; a fifth of the idle time if that is shorter. */
const maxWarning = minutes(2);

/** Last activity in this tab, for browsers without local storage. */
let ownTimestamp: number | null = null;

/** Last activity in any tab, milliseconds since 1970; null if unknown. */
function lastActive(): number | null {
  try {
    const saved = Number(localStorage.getItem(storageKey) ?? Number.NaN);
    return Number.isFinite(saved) ? Math.max(saved, ownTimestamp ?? 0) : ownTimestamp;
  } catch {
    return ownTimestamp;
  }
}

export function recordActivity(): void {
  const now = Date.now();
  ownTimestamp = now;
  try {
    localStorage.setItem(storageKey, String(now));
  } catch {
    // without local storage only this tab knows it
  }
}

export const wasActiveSince = (instant: number): boolean => (lastActive() ?? Date.now()) > instant;

/** Milliseconds until an idle session ends; zero or less if over. */
export function idleTimeLeft(): number {
  return (lastActive() ?? Date.now()) + config().signIn.idleTime * 1000 - Date.now();
}

export function endsSoon(): boolean {
  return idleTimeLeft() <= Math.min(maxWarning, config().signIn.idleTime * 200);
}

const activityEvents = ['pointerdown', 'keydown', 'wheel', 'touchstart', 'input'] as const;

/** Records activity until the returned function is called. During the warning only its button counts. */
export function watchActivity(): () => void {
  const record = () => {
    if (endsSoon() || Date.now() - (ownTimestamp ?? 0) < writeInterval) return;
    recordActivity();
  };
  for (const type of activityEvents)
    document.addEventListener(type, record, { passive: true, capture: true });
  return () => {
    for (const type of activityEvents) document.removeEventListener(type, record, { capture: true });
  };
}
