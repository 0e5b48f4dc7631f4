import { config } from '../../platform/config.ts';

const storageKey = 'mailcall.last-active';
/** Writing the moment down once in so many milliseconds is enough. */
const writeInterval = 5000;
/** How long before its end an idle session warns, in milliseconds; a fifth of the idle time where that is short. */
const maxWarning = 2 * 60 * 1000;

/** The moment of this tab's own, for browsers that keep nothing. */
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

/** Notes that the person is there. */
export function noteActivity(): void {
  const now = Date.now();
  ownTimestamp = now;
  try {
    localStorage.setItem(storageKey, String(now));
  } catch {
    // kept in this tab alone
  }
}

/** Whether the person did something since a moment. */
export const wasActiveSince = (instant: number): boolean => (lastActive() ?? Date.now()) > instant;

/** How long until an idle session ends, in milliseconds; zero or less when its time is over. */
export function idleTimeLeft(): number {
  return (lastActive() ?? Date.now()) + config().signIn.idleTime * 1000 - Date.now();
}

/** Whether the session ends soon unless the person says that they are there. */
export function endsSoon(): boolean {
  return idleTimeLeft() <= Math.min(maxWarning, config().signIn.idleTime * 200);
}

const signs = ['pointerdown', 'keydown', 'wheel', 'touchstart', 'input'] as const;

/**
 * Notes what the person does on the page. Once the warning is there only its own button counts: who walks past a shared
 * desk and bumps the mouse has not come back. Answers how to stop it.
 */
export function watchActivity(): () => void {
  const note = () => {
    if (endsSoon() || Date.now() - (ownTimestamp ?? 0) < writeInterval) return;
    noteActivity();
  };
  for (const sign of signs) document.addEventListener(sign, note, { passive: true, capture: true });
  return () => {
    for (const sign of signs) document.removeEventListener(sign, note, { capture: true });
  };
}
