import { logout } from '@mailcall/contract/identity.ts';
import { call } from '../../platform/api.ts';
import { clearSession, currentSession, endReason, subscribe } from '../../platform/session-store.ts';
import { idleTimeLeft, watchActivity } from './activity.ts';
import { renewWhenDue } from './renew-session.ts';

const second = 1000;

/** Ends a session whose person has been away for the idle time, here and on the server. */
export function endIdleSession(): void {
  if (!currentSession() || idleTimeLeft() > 0) return;
  // the request takes the token with it before it is cleared
  void call(logout).catch(() => {});
  clearSession('expired');
}

/**
 * Keeps the session's time: a timer at its expiry, and a clock each second for what timers miss while a computer sleeps, for renewal while the person is active, and for idleness. Answers how to stop it.
 */
export function watchSessionExpiry(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    if (!currentSession() && endReason() === 'expired') clearSession('expired');
    endIdleSession();
    void renewWhenDue();
  };
  const setTimer = () => {
    clearTimeout(timer);
    const session = currentSession();
    if (session) timer = setTimeout(look, session.expiresAt - Date.now());
  };
  setTimer();
  const clock = setInterval(look, second);
  const unsubscribe = subscribe(setTimer);
  const unwatch = watchActivity();
  return () => {
    clearTimeout(timer);
    clearInterval(clock);
    unsubscribe();
    unwatch();
  };
}
