import * as contract from '@mailcall/contract/own-sessions.ts';
import * as browsers from '@mailcall/contract/second-factor.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Environment } from '../../platform/env.ts';
import { notFound } from '../../platform/http/problems.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import { endOtherSessionsOf, endOwnSessionOf, ownSessionsOf } from './own-sessions.ts';
import { forgetBrowsers, rememberedBrowsersOf } from './remembered-browsers.ts';
import type { Viewer } from './viewer.ts';

/**
 * Serves the viewer's sessions and remembered browsers.
 * @param dependencies.passwordHere false if an external issuer keeps the sessions
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
  const requireSessionsHere = () => {
    if (!passwordHere) throw notFound();
  };

  routes.serve(contract.listOwnSessions, async ({ viewer }) => {
    requireSessionsHere();
    return { sessions: await ownSessionsOf(database, viewer, { now: clock.now(), idleTime }) };
  });

  routes.serve(contract.endOwnSession, async ({ params, viewer }) => {
    requireSessionsHere();
    await endOwnSessionOf(database, viewer, params.id, clock.now());
    return {};
  });

  routes.serve(browsers.listRememberedBrowsers, async ({ viewer }) => {
    requireSessionsHere();
    return { browsers: await rememberedBrowsersOf(database, viewer.contactId, clock.now()) };
  });

  routes.serve(browsers.forgetRememberedBrowser, async ({ params, viewer }) => {
    requireSessionsHere();
    await forgetBrowsers(database, viewer.contactId, params.id);
    return { browsers: await rememberedBrowsersOf(database, viewer.contactId, clock.now()) };
  });

  routes.serve(contract.endOtherSessions, async ({ viewer }) => {
    requireSessionsHere();
    return { ended: await endOtherSessionsOf(database, viewer, clock.now()) };
  });
}
