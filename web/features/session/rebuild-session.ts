import { queryClient } from '../../platform/query-client.ts';
import {
  clearSession,
  currentSession,
  validGrants,
  type Session,
  saveSession,
} from '../../platform/session-store.ts';
import { sessionOfToken } from './sign-in.ts';

/** Makes the session anew from its own token; null when it was replaced meanwhile. */
async function sessionAnew(before: Session): Promise<Session | null> {
  const session = await sessionOfToken(before.accessToken, {
    grants: validGrants(before.grants),
    limitedByRole: before.limitedByRole,
  });
  if (currentSession()?.accessToken !== before.accessToken) return null;
  return { ...session, limited: session.limited || before.limited };
}

/**
 * Reads the session again after the person changed something of it themselves.
 * @throws {CallFailed} when it cannot be read; the session is then as it was.
 */
export async function readSessionAgain(): Promise<void> {
  const before = currentSession();
  const session = before && (await sessionAnew(before));
  if (session) saveSession(session);
}

let rebuilding: Promise<void> | null = null;

/**
 * Makes the session anew from its own token after the server called it stale (409), once however many requests of this
 * tab met it. Figures asked for with the old one are asked again. A session that the server calls stale although
 * nothing changed is ended: rebuilding it would go on for ever.
 */
export function rebuildSession(afterwards: () => void): Promise<void> {
  rebuilding ??= (async () => {
    const before = currentSession();
    if (!before) return;
    try {
      const session = await sessionAnew(before);
      if (!session) return;
      if (session.sessionVersion === before.sessionVersion) return clearSession('refused');
      saveSession(session);
      afterwards();
      await queryClient.resetQueries();
    } catch {
      if (currentSession()?.accessToken === before.accessToken) clearSession('refused');
    }
  })().finally(() => {
    rebuilding = null;
  });
  return rebuilding;
}
