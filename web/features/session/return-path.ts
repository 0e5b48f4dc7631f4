import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { paths } from '../../paths.ts';
import { currentSession } from '../../platform/session-store.ts';
import { awaitedStep } from './second-step.ts';

const storageKey = 'mailcall.return-path';

/** Remembers the page that was requested without a session, in this tab. */
export function storeReturnPath(pathAndQuery: string): void {
  try {
    sessionStorage.setItem(storageKey, pathAndQuery);
  } catch {
    // without storage the sign-in leads to the home page
  }
}

/** Returns the remembered page and forgets it; null without one. Only a path of this site is valid. */
export function takeReturnPath(): string | null {
  const saved = sessionStorage.getItem(storageKey);
  clearReturnPath();
  return saved && /^\/(?![/\\])/.test(saved) ? saved : null;
}

/** Forgets the remembered page. */
export function clearReturnPath(): void {
  sessionStorage.removeItem(storageKey);
}

/**
 * Continues from the login or the code form after a sign-in: to its second step if it needs one, else to the remembered page, else to the home page. For a full
 * session the routes of these screens do so themselves, in every tab; a limited session stays on them without this.
 */
export function useArrival(): () => void {
  const { history } = useRouter();
  return useCallback(() => {
    if (awaitedStep()) history.push(paths.secondStep);
    else if (currentSession()?.limited) history.replace(takeReturnPath() ?? paths.home);
  }, [history]);
}
