import type { AnyRouter } from '@tanstack/react-router';
import { currentSession, subscribe } from '../platform/session-store.ts';

function sessionIdentity(): string | null {
  const session = currentSession();
  return session && `${session.contactId} ${session.limited}`;
}

/** Rechecks access when the session changes in any tab. Start first, because it can end while the page loads. */
export function watchSession(router: Pick<AnyRouter, 'invalidate'>): void {
  let before = sessionIdentity();
  subscribe(() => {
    const now = sessionIdentity();
    if (now !== before) void router.invalidate();
    before = now;
  });
}
