import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { allRoutes } from '@mailcall/contract/api.ts';
import {
  requestToken,
  scoreboardGrantHeader,
  startPasswordless,
  tokenErrorSchema,
} from '@mailcall/contract/identity.ts';
import type { WebConfig } from '@mailcall/contract/provider.ts';
import type { Dependencies } from './dependencies.ts';
import { serveAccounts } from './features/accounts/index.ts';
import { serveCalls } from './features/calls/index.ts';
import { serveCampaigns } from './features/campaigns/index.ts';
import { openImageAddresses, serveImages } from './features/images/index.ts';
import { approveWithDesign, serveDesigns } from './features/designs/index.ts';
import { cleanExports, serveExports } from './features/exports/index.ts';
import { serveFrontDesk } from './features/front-desk/index.ts';
import {
  allowOrigins,
  openIdentity,
  serveIdentity,
  type Viewer,
  webClient,
} from './features/identity/index.ts';
import { makeOutboxKey, openOutbox, serveOutbox } from './features/outbox/index.ts';
import { servePicklists } from './features/picklists/index.ts';
import { serveProTips } from './features/pro-tips/index.ts';
import { serveScoreboard } from './features/scoreboard/index.ts';
import { serveTrackingLines } from './features/tracking-lines/index.ts';
import { connectionOf, type Database } from './platform/database.ts';
import { openDatabaseProbe } from './platform/database-probe.ts';
import { programFolder } from './platform/env.ts';
import { serveHealth } from './platform/http/health.ts';
import { describeApi } from './platform/http/openapi.ts';
import { addSecurityHeaders } from './platform/http/security-headers.ts';
import { createRouteServer, type RouteServer, serviceBase } from './platform/http/serve.ts';
import { createHttpServer } from './platform/http/server.ts';
import { serveWebApp } from './platform/http/web-app.ts';
import { openNotifications } from './platform/notifications.ts';
import { requestDatabase } from './platform/request-database.ts';
import { readProvider } from './provider.ts';

/** How often a process sees to keys that are due and limits that have passed. */
const maintenanceInterval = 60 * 60 * 1000;

/** Milliseconds that a request waits for a statement beyond PostgreSQL's own limit, which is to end it first. */
const clientAllowance = 1_000;

/** The release, as its package says. */
export const release: string = (
  JSON.parse(readFileSync(join(programFolder, 'package.json'), 'utf8')) as { version: string }
).version;

/** The application, ready to listen or to be asked with `inject`. */
export interface App {
  http: FastifyInstance;
  routes: RouteServer<Viewer>;
  /** Opens the outbox page; every application has its own. */
  outboxKey: string;
}

/**
 * Builds the application: every route of the contract, the web app, health and the API description. It does not
 * listen. Requests are limited in how long they wait for PostgreSQL. Replies are checked against the contract with `checkReplies` (development and tests). `/health` says what
 * `warnings` finds, and which messages could not be sent.
 */
export async function buildApp(
  given: Dependencies,
  options: { checkReplies?: boolean; warnings?: (database: Database) => Promise<string[]> } = {},
): Promise<App> {
  const { environment, log } = given;
  const http = await createHttpServer(log, { trustProxy: environment.trustProxy });
  const probe = openDatabaseProbe(connectionOf(given.database.pool), log);
  http.addHook('onListen', async () => probe.watch());
  http.addHook('onClose', () => probe.close());
  const limit = environment.databaseStatementTimeout * 1000 + clientAllowance;
  const database = requestDatabase(given.database, { probe, limit });
  const dependencies = { ...given, database };
  const provider = readProvider(environment);
  const originsOf = (addresses: readonly (string | undefined)[]) =>
    addresses.flatMap((address) => (address === undefined ? [] : [new URL(address).origin]));
  const mapOrigins = [...originsOf([environment.mapStyle]), ...environment.mapOrigins];
  await addSecurityHeaders(http, {
    publicUrl: environment.publicUrl,
    images: [...originsOf([provider.logo?.startsWith('https:') ? provider.logo : undefined]), ...mapOrigins],
    connections: [...originsOf([environment.identityIssuer]), ...mapOrigins],
  });

  const outbox = openOutbox({ ...dependencies, provider });
  const identity = await openIdentity(dependencies);
  const routes = createRouteServer<Viewer>(http, {
    identify: identity.identify,
    checkReplies: options.checkReplies ?? false,
  });
  allowOrigins(http, environment.identityOrigins);
  serveIdentity(routes, { ...dependencies, identity, provider, outbox });
  serveAccounts(routes, dependencies);
  servePicklists(routes, dependencies);
  serveScoreboard(routes, dependencies);
  serveFrontDesk(routes, dependencies);
  await serveCalls(routes, dependencies);
  const imageAddresses = await openImageAddresses({
    dataFolder: environment.dataFolder,
    clock: dependencies.clock,
  });
  serveImages(routes, { ...dependencies, imageAddresses });
  serveCampaigns(routes, { ...dependencies, imageAddresses, outbox, approve: approveWithDesign });
  const notifications = openNotifications(database.pool, log);
  serveDesigns(routes, { ...dependencies, imageAddresses, outbox, notifications });
  http.addHook('preClose', async () => notifications.close());
  serveExports(routes, dependencies);
  serveTrackingLines(routes, dependencies);
  serveProTips(routes, dependencies);

  serveHealth(http, {
    release,
    isReachable: () => probe.check(),
    warnings: async () => [...((await options.warnings?.(database)) ?? []), ...(await outbox.warnings())],
  });
  const description = describeApi(allRoutes, {
    title: 'Mailcall',
    version: release,
    description:
      'The client portal of a provider of direct-mail marketing and call tracking: its three services.',
    services: {
      identity: 'Sign-in, activation and the signed-in person’s accounts.',
      data: 'Calls, their figures, and what belongs to them.',
      maps: 'Areas, zones and patient lists.',
    },
    headers: [
      {
        name: 'x-session-version',
        description: 'The `sessionVersion` of `/user/relatedAccounts`; a stale one is answered 409.',
        of: (route) => route.access !== 'public' && route.service !== 'identity',
      },
      {
        name: scoreboardGrantHeader,
        description: 'The `grantToken` of `/auth/scoreboard/grant`: adds its accounts, for reading.',
        of: (route) => route.access !== 'public' && route.method === 'GET',
      },
    ],
    plainError: tokenErrorSchema,
    alsoAsForm: (route) => route === requestToken || route === startPasswordless,
  });
  http.get('/api/openapi.json', async () => description);
  const outboxKey = makeOutboxKey();
  serveOutbox(http, { database, outbox, key: outboxKey });
  const config: WebConfig = {
    services: serviceBase,
    provider,
    map: { style: environment.mapStyle ?? null },
    signIn: {
      issuer: environment.identityIssuer?.replace(/\/$/, '') ?? serviceBase.identity,
      clientId: webClient,
      audience: environment.identityAudience,
      idleTime: environment.idleTime,
    },
  };
  await serveWebApp(http, { folder: environment.webFolder, config });

  const runMaintenance = async () => {
    await identity.runMaintenance();
    await outbox.clean();
    await cleanExports(dependencies);
  };
  http.addHook('onReady', runMaintenance);
  const timer = setInterval(() => {
    runMaintenance().catch((error: unknown) =>
      log.error({ err: error }, 'keys and limits could not be kept up'),
    );
  }, maintenanceInterval);
  timer.unref();
  http.addHook('onClose', async () => clearInterval(timer));
  return { http, routes, outboxKey };
}
