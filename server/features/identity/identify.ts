import { automaticRequestHeader, scoreboardGrantHeader } from '@mailcall/contract/identity.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { isTeamAccess, teamMayUse } from '@mailcall/contract/rules/team-roles.ts';
import type { Provider } from '@mailcall/contract/provider.ts';
import type { AnyRoute } from '@mailcall/contract/wire/route.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/database.ts';
import { notAllowed, notFound, notSignedIn, staleSession } from '../../platform/http/problems.ts';
import type { Identify } from '../../platform/http/serve.ts';
import { SharedReads } from '../../platform/shared-reads.ts';
import { clientViewerOf, clientViewHash, isClientViewToken } from './client-views.ts';
import { grantHash } from './scoreboard-grants.ts';
import type { TokenVerifier } from './tokens.ts';
import { type FoundViewer, viewerOf } from './viewer-of.ts';
import type { Viewer } from './viewer.ts';

const sessionVersionHeader = 'x-session-version';

/** Whether the viewer has the role that a route needs; also for routes that need none. */
export function hasRole(
  { operator, team }: Pick<Viewer, 'operator' | 'team'>,
  { access }: Pick<AnyRoute, 'access'>,
): boolean {
  if (access === 'operator') return operator;
  return !isTeamAccess(access) || (team !== null && teamMayUse(access, team.roles));
}

/**
 * 401 without a session; then 409 if the client's session is older than the person's access, except at the identity service, where it
 * refreshes; then 403 for limited sessions and guests on routes closed to them, and 404 on routes of operators and of the team for others.
 * A client view reads what its contact sees, and is refused all else. A scoreboard grant adds accounts for reading only. Automatic requests do not count as use of the session.
 */
export function identifyBy(dependencies: {
  database: Queryable;
  clock: Clock;
  tokens: TokenVerifier;
  secret: Uint8Array;
  idleTime: number;
  clientViews?: Provider['clientViews'];
}): Identify<Viewer> {
  const { database, clock, tokens, secret, idleTime, clientViews = { recordings: false } } = dependencies;
  const reads = new SharedReads<FoundViewer | null>();
  return async (request, route, { again } = { again: false }) => {
    const token = /^Bearer +([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined) throw notSignedIn();
    const grantToken = request.headers[scoreboardGrantHeader];
    const hash = typeof grantToken === 'string' ? grantHash(secret, 'token', grantToken) : null;
    const isUse = !again && request.headers[automaticRequestHeader] === undefined;
    const isView = isClientViewToken(token);
    const found = await reads.read(JSON.stringify([token, grantToken, isUse]), async () => {
      const options = { now: clock.now(), idleTime, recordActivity: isUse };
      if (isView) return clientViewerOf(database, clientViewHash(secret, token), options);
      const claims = await tokens.verify(token);
      return claims && viewerOf(database, { ...claims, grantHash: hash }, options);
    });
    if (!found) throw notSignedIn(isView ? messages.clientViewEnded : messages.loggedOut);
    const { viewer } = found;
    if (route.service !== 'identity') {
      const version = request.headers[sessionVersionHeader];
      const grantHasEnded = hash !== null && !found.granted;
      if (grantHasEnded || (version !== undefined && version !== viewer.sessionVersion)) throw staleSession();
    }
    if (!hasRole(viewer, route)) throw notFound();
    if (viewer.clientView && !route.clientViews) throw notAllowed(messages.clientViewOnlyReads);
    if (viewer.clientView && route.clientViews === 'recordings' && !clientViews.recordings)
      throw notAllowed(messages.clientViewHearsNothing);
    if (route.access === 'full' && viewer.limited) throw notAllowed(messages.limitedAccess);
    if (viewer.byGrant && !route.guests) throw notAllowed(messages.grantNeedsLogin);
    return route.method === 'GET' ? viewer : { ...viewer, accountIds: found.ownIds };
  };
}
