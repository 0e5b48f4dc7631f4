import { useRouter } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { paths } from '../../paths.ts';

const storageKey = 'mailcall.return-path';

/** Remembers the page that was asked for without a session, in this tab (spec 1 §2.2). */
export function keepReturnPath(pathAndQuery: string): void {
  try {
    sessionStorage.setItem(storageKey, pathAndQuery);
  } catch {
    // without a store the way leads to the home page
  }
}

/** The remembered page; null without one. Only a path of this site counts. */
export function returnPath(): string | null {
  const saved = sessionStorage.getItem(storageKey);
  return saved && /^\/(?![/\\])/.test(saved) ? saved : null;
}

/** The remembered page was reached, or is not wanted any more: it is used once. */
export function forgetReturnPath(): void {
  sessionStorage.removeItem(storageKey);
}

/** Goes, after a sign-in, where the person wanted to when they came to this screen, else to the home page. */
export function useArrival(): () => void {
  const router = useRouter();
  // a page that shows forgets the remembered path, and that may be before the form hears that it succeeded
  const [destination] = useState(() => returnPath() ?? paths.home);
  return useCallback(() => router.history.replace(destination), [router, destination]);
}
