import { config } from '../../platform/config.ts';

const storageKey = 'mailcall.last-active';
/** The time of the last activity is stored at most once in this many milliseconds. */
const writeInterval = 5000;
/** How long before its end an idle session warns, in milliseconds; a fifth of the idle time when that is shorter. */
const maxWarning = 2 * 60 * 1000;

/** The last activity in this tab, for browsers without local storage. */
let ownTimestamp: number | null = null;

/** When somebody last did something in any tab, in milliseconds since 1970; null when it is not known. */
function lastActive(): number | null {
  try {
    const saved = Number(localStorage.getItem(storageKey) ?? Number.NaN);
    return Number.isFinite(saved) ? Math.max(saved, ownTimestamp ?? 0) : ownTimestamp;
  } catch {
    return ownTimestamp;
  }
}

/** Records that the person is active. */
export function noteActivity(): void {
  const now = Date.now();
  ownTimestamp = now;
  try {
    localStorage.setItem(storageKey, String(now));
  } catch {
    // without local storage only this tab knows it
  }
}

/** Whether the person was active after an instant, in milliseconds since 1970. */
export const wasActiveSince = (instant: number): boolean => (lastActive() ?? Date.now()) > instant;

/** How long until an idle session ends, in milliseconds; zero or less when its time is over. */
export function idleTimeLeft(): number {
  return (lastActive() ?? Date.now()) + config().signIn.idleTime * 1000 - Date.now();
}

/** Whether the session ends soon unless the person confirms that they are there. */
export function endsSoon(): boolean {
  return idleTimeLeft() <= Math.min(maxWarning, config().signIn.idleTime * 200);
}

const activityEvents = ['pointerdown', 'keydown', 'wheel', 'touchstart', 'input'] as const;

/**
 * Records what the person does on the page, until the returned function is called. Once the warning is displayed only its
 * button counts: somebody who passes a shared desk and bumps the mouse has not come back.
 */
export function watchActivity(): () => void {
  const record = () => {
    if (endsSoon() || Date.now() - (ownTimestamp ?? 0) < writeInterval) return;
    noteActivity();
  };
  for (const type of activityEvents)
    document.addEventListener(type, record, { passive: true, capture: true });
  return () => {
    for (const type of activityEvents) document.removeEventListener(type, record, { capture: true });
  };
}
