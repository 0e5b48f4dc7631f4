import type { AnyRouter } from '@tanstack/react-router';
import { currentSession, subscribe } from '../platform/session-store.ts';

/** Whose session it is, and how much it gives; null for nobody. */
function sessionIdentity(): string | null {
  const session = currentSession();
  return session && `${session.contactId} ${session.limited}`;
}

/**
 * Has the routes check again who can open them when the session changes, in this tab or another. It begins before the routes check
 * first: a session can also end while the page is being loaded.
 */
export function watchSession(router: Pick<AnyRouter, 'invalidate'>): void {
  let before = sessionIdentity();
  subscribe(() => {
    const now = sessionIdentity();
    if (now !== before) void router.invalidate();
    before = now;
  });
}
