import * as contract from '@mailcall/contract/own-sessions.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Environment } from '../../platform/env.ts';
import { notFound, notPossible } from '../../platform/http/problems.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import { endOtherSessionsOf, endOwnSessionOf, ownSessionsOf } from './own-sessions.ts';
import type { Viewer } from './viewer.ts';

/**
 * Lets only the person see and change where and with what they sign in, not the holder of a forwarded link.
 * @throws a 422 Problem: the scoreboard that the link shows is still theirs to read.
 */
export function requireOwnSignIn(viewer: Viewer): void {
  if (viewer.byGrant) throw notPossible(messages.grantNeedsLogin);
}

/**
 * Serves the sessions of the viewer.
 * @param dependencies.passwordHere false when an outside issuer keeps the sessions: there are none here
 */
export function serveSessions(
  routes: RouteServer<Viewer>,
  {
    database: { kysely: database },
    clock,
    environment: { idleTime },
    passwordHere,
  }: {
    database: Database;
    clock: Clock;
    environment: Pick<Environment, 'idleTime'>;
    passwordHere: boolean;
  },
): void {
  const authorize = (viewer: Viewer) => {
    if (!passwordHere) throw notFound();
    requireOwnSignIn(viewer);
  };

  routes.serve(contract.listOwnSessions, async ({ viewer }) => {
    authorize(viewer);
    return { sessions: await ownSessionsOf(database, viewer, { now: clock.now(), idleTime }) };
  });

  routes.serve(contract.endOwnSession, async ({ params, viewer }) => {
    authorize(viewer);
    await endOwnSessionOf(database, viewer, params.id, clock.now());
    return {};
  });

  routes.serve(contract.endOtherSessions, async ({ viewer }) => {
    authorize(viewer);
    return { ended: await endOtherSessionsOf(database, viewer, clock.now()) };
  });
}
