import { hours, seconds } from '@mailcall/contract/time/durations.ts';
import { receiveConnectionEvent } from '@mailcall/contract/connections.ts';
import { reportTwilioCall } from '@mailcall/contract/ingest.ts';
import type { FastifyInstance } from 'fastify';
import type { Provider, WebConfig } from '@mailcall/contract/provider.ts';
import { serveApiDescription } from './api-description.ts';
import {
  connectionKinds,
  cleanConnectedCalls,
  cleanConnections,
  type KindHandler,
  serveConnections,
  serveDeskConnections,
  cleanTwilio,
  serveTwilio,
} from './features/connectors/index.ts';
import type { Dependencies } from './dependencies.ts';
import { serveAccounts } from './features/accounts/index.ts';
import { serveOfficeMerges } from './features/office-merges/index.ts';
import { serveProviderOffices } from './features/accounts/routes.ts';
import { serveBranding } from './features/branding/index.ts';
import { appendReadHours } from './features/activity/index.ts';
import {
  cleanAlerts,
  serveAlertHistory,
  openUnsubscribeLinks,
  serveUnsubscribe,
  missedCallAlerts,
  serveNotificationSettings,
} from './features/alerts/index.ts';
import {
  requestOutdatedAudits,
  cleanPatientListUploads,
  servePatientLists,
} from './features/patient-lists/index.ts';
import { serveCallbacks } from './features/callbacks/index.ts';
import { serveCallers } from './features/callers/index.ts';
import { serveCalls } from './features/calls/index.ts';
import { serveCampaigns } from './features/campaigns/index.ts';
import { serveProviderMailings } from './features/campaigns/routes.ts';
import { serveDataOut, cleanWebhooks } from './features/data-out/index.ts';
import { openImageAddresses, serveImages } from './features/images/index.ts';
import { designEmails, serveDesignAlertSettings } from './features/design-alerts/index.ts';
import { approveWithDesign, serveDesigns } from './features/designs/index.ts';
import { cleanExports, serveExports } from './features/exports/index.ts';
import { serveFrontDesk, serveProTips } from './features/front-desk/index.ts';
import {
  allowOrigins,
  openIdentity,
  serveIdentity,
  type Viewer,
  webClient,
} from './features/identity/index.ts';
import { serveOfficeActivity } from './features/activity/routes.ts';
import { makeOutboxKey, openOutbox, type Outbox, serveOutbox } from './features/outbox/index.ts';
import { cleanPortalChanges } from './features/changes/index.ts';
import { cleanInbox, serveInbox } from './features/inbox/index.ts';
import { cleanIngest, serveIngest } from './features/ingest/index.ts';
import { serveLive } from './features/changes/routes.ts';
import { serveOperators, serveSystemChanges } from './features/operators/index.ts';
import { cleanMailTracking, serveMailTracking } from './features/mail-tracking/index.ts';
import { serveMaps } from './features/maps/index.ts';
import { serveDeskPicklists } from './features/picklists/index.ts';
import { servePicklists } from './features/scope/index.ts';
import { type CopyOptions, openReadModel, type ReadModel } from './features/read-model/index.ts';
import { RepeatedAnswers } from './features/figures/index.ts';
import { serveSavedViews, viewEmails } from './features/saved-views/index.ts';
import { disputeEmails, serveScoreDisputes } from './features/score-disputes/index.ts';
import { cleanCalibration, serveCalibration } from './features/calibration/index.ts';
import { serveScoreQuality } from './features/score-quality/index.ts';
import { cleanScoring, serveScoring } from './features/scoring/index.ts';
import { serveClientHealth } from './features/client-health/index.ts';
import { serveScoreboard } from './features/scoreboard/index.ts';
import { serveSearch } from './features/search/index.ts';
import { cleanSpreadsheets, serveSpreadsheets } from './features/spreadsheets/index.ts';
import { serveTeam } from './features/team/routes.ts';
import { serveTrackingLines } from './features/tracking-lines/index.ts';
import { healthWarnings } from './health-warnings.ts';
import { connectionOf, type Database } from './platform/database.ts';
import { type DatabaseProbe, openDatabaseProbe } from './platform/database-probe.ts';
import { type Environment, release } from './platform/env.ts';
import { serveDocs } from './platform/http/docs-site.ts';
import { fileCheck, readiness, serveHealth } from './platform/http/health.ts';
import { refuseOtherHosts } from './platform/http/own-hosts.ts';
import { addSecurityHeaders } from './platform/http/security-headers.ts';
import { createRouteServer, type RouteServer, serviceBase } from './platform/http/serve.ts';
import { createHttpServer } from './platform/http/server.ts';
import { serveWebApp } from './platform/http/web-app.ts';
import { atIntervals } from './platform/intervals.ts';
import type { Logger } from './platform/log.ts';
import type { MemoryLimits } from './platform/remembered-values.ts';
import { requestDatabase } from './platform/request-database.ts';
import { loadZipPoints } from './platform/zip-points.ts';
import { openSealedTexts } from './platform/sealed-text.ts';
import { publicProvider, readProvider } from './provider.ts';
import { openSharedParts, type SharedParts } from './shared-parts.ts';
import { removeUnfinishedFiles } from './unfinished-files.ts';

/** Maintenance rotates keys and removes expired rows. */
const maintenanceInterval = hours(1);

/** Milliseconds that a request waits for a statement beyond PostgreSQL's own limit, which should end the statement first. */
const clientAllowance = seconds(1);

export interface App {
  http: FastifyInstance;
  routes: RouteServer<Viewer>;
  outboxKey: string;
  readModel: ReadModel;
  warnings: () => Promise<string[]>;
}

interface AppOptions {
  checkReplies?: boolean;
  warnings?: (database: Database) => Promise<string[]>;
  /** Milliseconds to cache warnings of `/health`; a second by default. */
  warningsLifetime?: number;
  readModel?: CopyOptions;
  answers?: Partial<MemoryLimits>;
  /** Aborted when the process is asked to stop; `/health/ready` then reports it. */
  stopping?: AbortSignal;
  connectionKinds?: readonly KindHandler[];
  /** Parts of a process that also runs jobs, which closes them; otherwise the application opens its own. */
  shared?: SharedParts;
}

/** Does not listen. Requests wait for PostgreSQL for a limited time only. */
export async function buildApp(opened: Dependencies, options: AppOptions = {}): Promise<App> {
  const { environment, log } = opened;
  const http = await createHttpServer(log, { trustProxy: environment.trustProxy });
  const probe = watchDatabase(http, opened);
  const database = requestDatabase(opened.database, {
    probe,
    limit: environment.databaseStatementTimeout * 1000 + clientAllowance,
  });
  const dependencies = { ...opened, database };
  const provider = readProvider(environment);
  addSecurityHeaders(http, allowedOrigins(environment, provider));

  const readModel = openReadModel(dependencies, options.readModel);
  http.addHook('onClose', () => readModel.close());
  const answers = new RepeatedAnswers(dependencies, options.answers);
  http.addHook('onClose', async () => answers.close());
  const outbox = openOutbox({ ...dependencies, provider });
  const identity = await openIdentity({ ...dependencies, clientViews: provider.clientViews });
  refuseOtherHosts(http, environment, [receiveConnectionEvent, reportTwilioCall]);
  const routes = createRouteServer<Viewer>(http, {
    identify: identity.identify,
    // a guest takes no turns of the contact who shared the link
    personOf: ({ byGrant, clientView, contactId, sessionId }) =>
      byGrant ? `a guest in ${sessionId}` : clientView ? `a client view of ${clientView.by}` : contactId,
    actorOf: ({ clientView }) => clientView?.by ?? null,
    checkReplies: options.checkReplies ?? false,
  });
  allowOrigins(http, environment.identityOrigins);
  serveIdentity(routes, { ...dependencies, identity, outbox, missedCallAlerts });
  serveTeam(routes, { ...dependencies, identity, outbox });
  serveBranding(routes, { ...dependencies, provider, outbox });
  serveClientHealth(routes, dependencies);
  const shared = options.shared ?? openSharedParts(dependencies);
  // otherwise closing would wait for live streams
  http.addHook('preClose', () => shared.notifications.close());
  if (!options.shared) http.addHook('onClose', () => shared.close());
  await serveData(routes, { ...dependencies, provider, outbox, shared, readModel, answers });
  await serveScoring(routes, { ...dependencies, provider });
  await serveCalibration(routes, { ...dependencies, provider });
  await serveScoreQuality(routes, { ...dependencies, provider });
  const unsubscribeLinks = await openUnsubscribeLinks(environment);
  await serveScoreDisputes(routes, { ...dependencies, provider, outbox, unsubscribeLinks });
  const handlers = options.connectionKinds ?? connectionKinds;
  serveInbox(routes, dependencies, handlers);
  await serveConnections(routes, dependencies, handlers);

  const sealedTexts = await openSealedTexts(environment);
  const checkFiles = fileCheck(opened.files);
  const warnings = healthWarnings(dependencies, {
    readModel,
    outbox,
    checkFiles,
    handlers,
    sealedTexts,
    more: options.warnings,
  });
  serveHealth(http, {
    release,
    isReachable: () => probe.check(),
    facts: () => ({ readModel: readModel.state }),
    warnings: () => warnings.withoutNames(),
    warningsLifetime: options.warningsLifetime,
    problem: readiness({
      stopping: options.stopping,
      isReachable: () => probe.check(),
      pool: opened.database.pool,
      checkFiles,
    }),
  });
  serveDeskConnections(routes, dependencies, handlers, sealedTexts);
  serveOperators(routes, {
    ...dependencies,
    outbox,
    warnings: () => warnings.all(),
    connectionKinds: handlers,
    sealedTexts,
  });
  serveSystemChanges(routes, { ...dependencies, outbox });
  serveApiDescription(http, release, environment.publicUrl);
  const outboxKey = makeOutboxKey();
  serveOutbox(http, { database, outbox, key: outboxKey });
  if (environment.docsFolder !== undefined) await serveDocs(http, environment.docsFolder);
  await serveWebApp(http, {
    folder: environment.webFolder,
    lookAt: async (host) => {
      const { provider: brand } = await outbox.brands.at(database.kysely, host);
      return {
        config: webConfig(environment, brand, identity.siteAt(host)?.origin ?? null),
        primary: brand.colors.primary,
        variant: brand.referral ? null : 'without-referral',
      };
    },
  });
  // otherwise the first page with offices waits for it
  http.addHook('onListen', () => void loadZipPoints().catch(() => {}));
  // in a folder of many files it takes seconds
  http.addHook('onListen', () => {
    void removeUnfinishedFiles(opened).catch((error) => log.error({ err: error }, 'maintenance failed'));
  });
  scheduleMaintenance(http, log, {
    'sign-in': () => identity.runMaintenance(),
    // the history keeps the results of messages that the outbox deletes
    alerts: () => cleanAlerts(dependencies),
    'calls read': () => appendReadHours(dependencies),
    outbox: () => outbox.clean(),
    'portal changes': () => cleanPortalChanges(dependencies),
    scoring: () => cleanScoring(dependencies),
    calibration: () => cleanCalibration(dependencies),
    exports: () => cleanExports(dependencies),
    spreadsheets: () => cleanSpreadsheets(dependencies),
    'patient lists': () => cleanPatientListUploads(dependencies),
    ingest: () => cleanIngest(dependencies),
    inbox: () => cleanInbox(dependencies),
    'reported calls': () => cleanTwilio(dependencies),
    connections: () => cleanConnections(dependencies),
    'connected calls': () => cleanConnectedCalls(dependencies),
    webhooks: () => cleanWebhooks(dependencies),
    'mail tracking': () => cleanMailTracking(dependencies),
    audits: () => requestOutdatedAudits(database.kysely),
  });
  return { http, routes, outboxKey, warnings: () => warnings.all(), readModel };
}

function watchDatabase(http: FastifyInstance, { database, log }: Dependencies): DatabaseProbe {
  const probe = openDatabaseProbe(connectionOf(database.pool), log);
  http.addHook('onListen', async () => probe.watch());
  http.addHook('onClose', () => probe.close());
  return probe;
}

const originsOf = (addresses: readonly (string | undefined)[]) =>
  addresses.flatMap((address) => (address === undefined ? [] : [new URL(address).origin]));

function allowedOrigins(
  environment: Environment,
  provider: Provider,
): Parameters<typeof addSecurityHeaders>[1] {
  const mapOrigins = environment.map.origins;
  const logo = provider.logo?.startsWith('https:') ? provider.logo : undefined;
  return {
    publicUrl: environment.publicUrl,
    images: [...originsOf([logo]), ...mapOrigins],
    connections: [...originsOf([environment.identityIssuer]), ...mapOrigins],
  };
}

async function serveData(
  routes: RouteServer<Viewer>,
  dependencies: Dependencies & {
    provider: Provider;
    outbox: Outbox;
    shared: SharedParts;
    readModel: ReadModel;
    answers: RepeatedAnswers;
  },
): Promise<void> {
  const imageAddresses = await openImageAddresses({
    dataFolder: dependencies.environment.dataFolder,
    clock: dependencies.clock,
  });
  const { notifications, importQueue } = dependencies.shared;
  const withImages = { ...dependencies, imageAddresses };

  serveAccounts(routes, dependencies);
  await serveUnsubscribe(routes, { ...dependencies, viewEmails, disputeEmails, designEmails });
  serveDesignAlertSettings(routes, dependencies);
  serveProviderOffices(routes, dependencies);
  serveOfficeMerges(routes, dependencies);
  serveDeskPicklists(routes, dependencies);
  serveNotificationSettings(routes, dependencies);
  serveAlertHistory(routes, dependencies);
  serveOfficeActivity(routes, dependencies);
  servePicklists(routes, dependencies);
  serveScoreboard(routes, dependencies);
  serveFrontDesk(routes, dependencies);
  await serveCalls(routes, dependencies);
  serveCallbacks(routes, dependencies);
  serveCallers(routes, dependencies);
  serveImages(routes, withImages);
  serveCampaigns(routes, { ...withImages, approve: approveWithDesign });
  serveProviderMailings(routes, dependencies);
  serveMailTracking(routes, dependencies);
  serveDesigns(routes, withImages);
  serveLive(routes, { ...dependencies, notifications });
  serveExports(routes, dependencies);
  serveTrackingLines(routes, dependencies);
  serveSavedViews(routes, dependencies);
  serveSearch(routes, dependencies);
  servePatientLists(routes, dependencies);
  serveProTips(routes, dependencies);
  serveMaps(routes, dependencies);
  serveIngest(routes, dependencies, importQueue);
  serveSpreadsheets(routes, dependencies);
  serveDataOut(routes, dependencies);
  await serveTwilio(routes, dependencies);
}

const webConfig = (
  environment: Environment,
  provider: Provider,
  passkeyOrigin: string | null,
): WebConfig => ({
  services: { identity: serviceBase.identity, data: serviceBase.data, maps: serviceBase.maps },
  provider: publicProvider(provider),
  days: environment.dayMode,
  map: {
    style: environment.map.style,
    tiles: environment.map.tiles,
    attribution: environment.map.attribution,
  },
  signIn: {
    issuer: environment.identityIssuer?.replace(/\/$/, '') ?? serviceBase.identity,
    clientId: webClient,
    audience: environment.identityAudience,
    idleTime: environment.idleTime,
    passkeyOrigin,
  },
});

/** Runs before the application is ready, and every hour. A part that fails is logged and stops neither the others nor the start. */
function scheduleMaintenance(
  http: FastifyInstance,
  log: Logger,
  parts: Readonly<Record<string, () => Promise<unknown>>>,
): void {
  const logFailure = (error: unknown, part?: string) => log.error({ err: error, part }, 'maintenance failed');
  const runMaintenance = async () => {
    for (const [part, run] of Object.entries(parts)) await run().catch((error) => logFailure(error, part));
  };
  http.addHook('onReady', runMaintenance);
  const end = atIntervals(runMaintenance, maintenanceInterval, logFailure);
  http.addHook('onClose', async () => end());
}
