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

/** Rebuilds the session from its own token; null when it was replaced in the meantime. */
async function rebuiltSession(before: Session): Promise<Session | null> {
  const session = await sessionOfToken(before.accessToken, {
    grants: validGrants(before.grants),
    limitedByRole: before.limitedByRole,
    guest: before.guest,
  });
  if (currentSession()?.accessToken !== before.accessToken) return null;
  return { ...session, limited: session.limited || before.limited };
}

/**
 * Reloads the session after the person changed something of it themselves.
 * @throws {CallFailed} when it cannot be read; the session then stays as it is.
 */
export async function reloadSession(): Promise<void> {
  const before = currentSession();
  const session = before && (await rebuiltSession(before));
  if (session) saveSession(session);
}

/**
 * Exchanges the code of a grant link for the grant, whose accounts are shown beside those of the person who is signed in.
 * @throws {CallFailed} when the link is not theirs or does not work any more; the session then stays as it is.
 */
export async function addGrant(code: string): Promise<void> {
  const { grantToken, expires } = await call(addScoreboardGrant, { body: { code } });
  const before = currentSession();
  if (!before) return;
  const grants = { ...before.grants, scoreboard: { value: grantToken, expires } };
  const session = await rebuiltSession({ ...before, grants });
  if (session) saveSession(session);
}

let rebuilding: Promise<void> | null = null;

/** The statuses with which the server refuses a session. */
const refusals: readonly number[] = [400, 401, 403];

/**
 * Whether the server refused the session. Other failures say nothing about it: the connection broke, the server is in trouble, a
 * proxy answers while a new release starts, or the page is left or reloaded at this moment, which breaks off its requests.
 */
const isRefusal = (error: unknown) => error instanceof CallFailed && refusals.includes(error.status);

/**
 * Rebuilds the session from its own token after the server reported it as stale (409), once for any number of requests of
 * this tab. Figures requested with the old one are requested again. A session that the server reports as stale although
 * nothing changed is ended: rebuilding it would never finish. Where rebuilding is not refused but fails, the session stays as
 * it is, and the next request that the server answers with 409 rebuilds it.
 */
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
