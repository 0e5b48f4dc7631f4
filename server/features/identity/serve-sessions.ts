import * as contract from '@mailcall/contract/own-sessions.ts';
import * as browsers from '@mailcall/contract/second-factor.ts';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Environment } from '../../platform/env.ts';
import { notFound } from '../../platform/http/problems.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import { endOtherSessionsOf, endOwnSessionOf, ownSessionsOf } from './own-sessions.ts';
import { type BrowserCookie, forgetBrowsers, rememberedBrowsersOf } from './remembered-browsers.ts';
import type { Viewer } from './viewer.ts';

export function serveSessions(
  routes: RouteServer<Viewer>,
  {
    database: { kysely: database },
    clock,
    environment: { idleTime },
    passwordHere,
    browserCookie,
    secret,
  }: {
    database: Database;
    clock: Clock;
    environment: Pick<Environment, 'idleTime'>;
    passwordHere: boolean;
    browserCookie: BrowserCookie;
    secret: Uint8Array;
  },
): void {
  const requireSessionsHere = () => {
    if (!passwordHere) throw notFound();
  };

  const browsersOf = async ({ contactId }: Viewer, request: FastifyRequest) => ({
    browsers: await rememberedBrowsersOf(database, secret, {
      contactId,
      token: browserCookie.read(request),
      now: clock.now(),
    }),
  });

  routes.serve(contract.listOwnSessions, async ({ viewer }) => {
    requireSessionsHere();
    return { sessions: await ownSessionsOf(database, viewer, { now: clock.now(), idleTime }) };
  });

  routes.serve(contract.endOwnSession, async ({ params, viewer }) => {
    requireSessionsHere();
    await endOwnSessionOf(database, viewer, params.id, clock.now());
    return {};
  });

  routes.serve(browsers.listRememberedBrowsers, async ({ viewer, request }) => {
    requireSessionsHere();
    return browsersOf(viewer, request);
  });

  routes.serve(browsers.forgetRememberedBrowser, async ({ params, viewer, request }) => {
    requireSessionsHere();
    await forgetBrowsers(database, viewer.contactId, params.id);
    return browsersOf(viewer, request);
  });

  routes.serve(contract.endOtherSessions, async ({ viewer }) => {
    requireSessionsHere();
    return { ended: await endOtherSessionsOf(database, viewer, clock.now()) };
  });
}
