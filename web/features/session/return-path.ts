import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { paths } from '../../paths.ts';
import { currentSession } from '../../platform/session-store.ts';
import { awaitedStep } from './second-step.ts';

const storageKey = 'mailcall.return-path';

export function storeReturnPath(pathAndQuery: string): void {
  try {
    sessionStorage.setItem(storageKey, pathAndQuery);
  } catch {
    // without storage the sign-in leads to the home page
  }
}

/** Returns and removes the stored page; null without one. Accepts only paths of this site. */
export function takeReturnPath(): string | null {
  const saved = sessionStorage.getItem(storageKey);
  clearReturnPath();
  return saved && /^\/(?![/\\])/.test(saved) ? saved : null;
}

export function clearReturnPath(): void {
  sessionStorage.removeItem(storageKey);
}

/** Navigates after sign-in. The routes do so only in full sessions; a limited one would stay without this. */
export function useArrival(): () => void {
  const { history } = useRouter();
  return useCallback(() => {
    if (awaitedStep()) history.push(paths.secondStep);
    else if (currentSession()?.limited) history.replace(takeReturnPath() ?? paths.home);
  }, [history]);
}
