import { addScoreboardGrant } from '@mailcall/contract/identity.ts';
import { CallFailed, call } from '../../platform/api.ts';
import { queryClient } from '../../platform/query-client.ts';
import {
  clearSession,
  currentSession,
  validGrants,
  type Session,
  saveSession,
} from '../../platform/session-store.ts';
import { sessionOfToken } from './sign-in.ts';

/** Refreshes the session by its own token; null if it was replaced meanwhile. */
async function rebuiltSession(before: Session): Promise<Session | null> {
  const session = await sessionOfToken(before.accessToken, {
    grants: validGrants(before.grants),
    limitedByRole: before.limitedByRole,
    guest: before.guest,
  });
  if (currentSession()?.accessToken !== before.accessToken) return null;
  return { ...session, limited: session.limited || before.limited };
}

/** @throws {CallFailed} if it cannot be read; then the session stays */
export async function reloadSession(): Promise<void> {
  const before = currentSession();
  const session = before && (await rebuiltSession(before));
  if (session) saveSession(session);
}

/** Adds a grant link's accounts to the user's. If the link is not theirs or is over, throws {@link CallFailed} and the session stays. */
export async function addGrant(code: string): Promise<void> {
  const { grantToken, expires } = await call(addScoreboardGrant, { body: { code } });
  const before = currentSession();
  if (!before) return;
  const grants = { ...before.grants, scoreboard: { value: grantToken, expires } };
  const session = await rebuiltSession({ ...before, grants });
  if (session) saveSession(session);
}

let rebuilding: Promise<void> | null = null;

const refusals: readonly number[] = [400, 401, 403];

/** Whether the server refused the session. Broken connections, proxies and left pages prove nothing. */
const isRefusal = (error: unknown) => error instanceof CallFailed && refusals.includes(error.status);

/** Refreshes a stale session (409) once per tab. Ends it if nothing changed, to avoid a loop; after other failures the next 409 retries. */
export function rebuildSession(afterwards: () => void): Promise<void> {
  rebuilding ??= (async () => {
    const before = currentSession();
    if (!before) return;
    try {
      const session = await rebuiltSession(before);
      if (!session) return;
      if (session.sessionVersion === before.sessionVersion) return clearSession('refused');
      saveSession(session);
      afterwards();
      await queryClient.resetQueries();
    } catch (error) {
      const isCurrent = currentSession()?.accessToken === before.accessToken;
      if (isCurrent && isRefusal(error)) clearSession('refused');
    }
  })().finally(() => {
    rebuilding = null;
  });
  return rebuilding;
}
