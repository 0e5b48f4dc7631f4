import { logout } from '@mailcall/contract/identity.ts';
import { call } from '../../platform/api.ts';
import { clearSession, endReason, ownSession, subscribe } from '../../platform/session-store.ts';
import { idleTimeLeft, watchActivity } from './activity.ts';
import { renewWhenDue } from './renew-session.ts';

const second = 1000;

export function endIdleSession(): void {
  const session = ownSession();
  if (!session || idleTimeLeft() > 0) return;
  void call(logout, {}, { accessToken: session.accessToken }).catch(() => {});
  clearSession('expired');
}

/** Ends the session by a timer. A check each second covers timers missed during sleep. Returns how to stop. */
export function watchSessionExpiry(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = () => {
    if (!ownSession() && endReason() === 'expired') clearSession('expired');
    endIdleSession();
    void renewWhenDue();
  };
  const setTimer = () => {
    clearTimeout(timer);
    const session = ownSession();
    if (session) timer = setTimeout(check, session.expiresAt - Date.now());
  };
  setTimer();
  const clock = setInterval(check, second);
  const unsubscribe = subscribe(setTimer);
  const unwatch = watchActivity();
  return () => {
    clearTimeout(timer);
    clearInterval(clock);
    unsubscribe();
    unwatch();
  };
}
