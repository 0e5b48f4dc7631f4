import { refreshGrant, requestToken } from '@mailcall/contract/identity.ts';
import { CallFailed, call } from '../../platform/api.ts';
import { config } from '../../platform/config.ts';
import { currentSession, saveSession } from '../../platform/session-store.ts';
import { readAccessToken } from './access-token.ts';
import { wasActiveSince } from './activity.ts';

/** After a failure the next try waits so long, in milliseconds. */
const pause = 30_000;

/** The tokens that cannot be renewed: nobody asked for it, or the session is over. */
const lasting = new Set<string>();
let notBefore = 0;
let renewing = false;

/**
 * Whether the access token should be renewed: the person did something since it was issued, and half of the idle time
 * or three quarters of its life are over. Whoever is idle lets it run out.
 */
function isDue(accessToken: string): boolean {
  const now = Date.now();
  if (renewing || now < notBefore || lasting.has(accessToken)) return false;
  const facts = readAccessToken(accessToken);
  if (!facts || facts.issuedAt === null) return false;
  const life = facts.expiresAt - facts.issuedAt;
  const due = facts.issuedAt + Math.min(life * 0.75, config().signIn.idleTime * 500);
  return now >= due && wasActiveSince(facts.issuedAt);
}

/** One tab at a time renews; the others find the new token saved. */
function inTurn(work: () => Promise<void>): Promise<void> {
  // without https, browsers have no locks; the server takes the token before for a while
  return 'locks' in navigator ? navigator.locks.request('mailcall.renew', work) : work();
}

/** Renews the session's access token by the refresh cookie when it is time. */
export async function renewWhenDue(): Promise<void> {
  const asked = currentSession();
  if (!asked || !isDue(asked.accessToken)) return;
  renewing = true;
  try {
    await inTurn(async () => {
      const before = currentSession();
      if (!before || before.accessToken !== asked.accessToken) return;
      const { clientId, audience } = config().signIn;
      const tokens = await call(requestToken, {
        body: { grant_type: refreshGrant, client_id: clientId, audience },
      });
      const facts = readAccessToken(tokens.access_token);
      const now = currentSession();
      // whoever signed in meanwhile keeps their own
      if (!facts || now?.accessToken !== before.accessToken) return;
      if (facts.contactId !== before.contactId) {
        lasting.add(before.accessToken);
        return;
      }
      saveSession({
        ...now,
        accessToken: tokens.access_token,
        expiresAt: facts.expiresAt,
        roles: facts.roles,
        limited: facts.limited || before.limited,
      });
    });
  } catch (error) {
    notBefore = Date.now() + pause;
    if (error instanceof CallFailed && [400, 401, 403].includes(error.status)) lasting.add(asked.accessToken);
  } finally {
    renewing = false;
  }
}
