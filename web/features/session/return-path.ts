import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { paths } from '../../paths.ts';
import { currentSession } from '../../platform/session-store.ts';

const storageKey = 'mailcall.return-path';

/** Remembers the page that was asked for without a session, in this tab. */
export function storeReturnPath(pathAndQuery: string): void {
  try {
    sessionStorage.setItem(storageKey, pathAndQuery);
  } catch {
    // without a store the way leads to the home page
  }
}

/** The remembered page, which is forgotten as it is taken; null without one. Only a path of this site counts. */
export function takeReturnPath(): string | null {
  const saved = sessionStorage.getItem(storageKey);
  clearReturnPath();
  return saved && /^\/(?![/\\])/.test(saved) ? saved : null;
}

/** The remembered page is not wanted any more. */
export function clearReturnPath(): void {
  sessionStorage.removeItem(storageKey);
}

/**
 * Leads on from the login or the code form after a sign-in: to the remembered page, else to the home page. The routes of
 * these screens do so themselves for a full session, in every tab; here it is done for a limited one, which they show.
 */
export function useArrival(): () => void {
  const { history } = useRouter();
  return useCallback(() => {
    if (currentSession()?.limited) history.replace(takeReturnPath() ?? paths.home);
  }, [history]);
}
