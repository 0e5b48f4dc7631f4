import { refreshGrant, requestToken } from '@mailcall/contract/identity.ts';
import { CallFailed, call } from '../../platform/api.ts';
import { config } from '../../platform/config.ts';
import { ownSession, saveSession } from '../../platform/session-store.ts';
import { readAccessToken } from './access-token.ts';
import { wasActiveSince } from './activity.ts';
import { seconds } from '@mailcall/contract/time/durations.ts';

/** Milliseconds before a retry. */
const retryDelay = seconds(30);

/** Tokens that cannot be renewed: without a refresh cookie, or of an ended session. */
const unrenewable = new Set<string>();
let notBefore = 0;
let renewing = false;

/** Whether to renew: active since the token was issued, and half of the idle time or 3/4 of its lifetime are over. */
function isDue(accessToken: string): boolean {
  const now = Date.now();
  if (renewing || now < notBefore || unrenewable.has(accessToken)) return false;
  const facts = readAccessToken(accessToken);
  if (!facts || facts.issuedAt === null) return false;
  const lifetime = facts.expiresAt - facts.issuedAt;
  const due = facts.issuedAt + Math.min(lifetime * 0.75, config().signIn.idleTime * 500);
  return now >= due && wasActiveSince(facts.issuedAt);
}

/** Lets one tab at a time renew; the others find the saved token. */
function withRenewLock(work: () => Promise<void>): Promise<void> {
  // without https, browsers have no locks; the server accepts the previous token for a while
  return 'locks' in navigator ? navigator.locks.request('mailcall.renew', work) : work();
}

export async function renewWhenDue(): Promise<void> {
  const session = ownSession();
  if (!session || !isDue(session.accessToken)) return;
  renewing = true;
  try {
    await withRenewLock(async () => {
      const before = ownSession();
      if (!before || before.accessToken !== session.accessToken) return;
      const { clientId, audience } = config().signIn;
      const tokens = await call(requestToken, {
        body: { grant_type: refreshGrant, client_id: clientId, audience },
      });
      const facts = readAccessToken(tokens.access_token);
      const now = ownSession();
      if (!facts || now?.accessToken !== before.accessToken) return;
      if (facts.contactId !== before.contactId) {
        unrenewable.add(before.accessToken);
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
    notBefore = Date.now() + retryDelay;
    if (error instanceof CallFailed && [400, 401, 403].includes(error.status))
      unrenewable.add(session.accessToken);
  } finally {
    renewing = false;
  }
}
