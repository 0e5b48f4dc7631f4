/*
 * Connectors: the systems that a provider already has, and what comes from them.
 *
 * A folder for each system says what is its own: how it signs and writes events, and how its API lists calls or pieces of mail.
 *   callrail, calltrackingmetrics     calls
 *   lob, postgrid                     pieces of mail, by the printer
 *   informed-visibility               pieces of mail, by the post
 *   twilio                            calls, reported by a telephone service
 * The files beside them are for all systems.
 *   connections, secrets, mappings    what an operator adds: the connection, its secrets, how its fields are read
 *   receive-events                    the address that takes events
 *   companies, list-companies         companies of an agency, whose API key reads all that are confirmed
 *   manage-connections                what the page and the command line change, with its record (connection-changes)
 *   parked                            events that name no known number or mailing, until an operator assigns them
 *   import-waiting, import-calls      the job that reads and imports calls
 *   vendor-api, sync-connection       requests to the API of a system, and reading all of a time span from it
 *
 * Tables: connections, connection_secrets, connection_mappings, connection_parked, connection_assignments, connection_calls,
 *   connection_call_events, connection_syncs, connection_companies,
 *   connection_requests, connection_changes, gone_calls, twilio_webhooks, twilio_calls.
 * Routes: POST /connections/:connectionId/events and POST /twilio/:webhookId/status of the ingest service; /provider/connections, /provider/parked and below.
 * Commands: connections, twilio, mail-events. Each change by a system is an import, so it obeys the rules of the feed.
 * Tasks: `import connected calls`, `import reported call`; a look each minute for lists that are due; hourly maintenance.
 * Pieces of mail are recorded by the room mail-tracking.
 */
export { bodiesWithNumbers, deleteBodiesWithNumbers } from './call-bodies.ts';
export { cleanConnectedCalls, cleanConnections } from './clean.ts';
export {
  type Connection,
  addConnection,
  addressOfConnection,
  findConnection,
  readOrigin,
  removeConnection,
  requireConnection,
  setCallbacksFrom,
} from './connections.ts';
export { ConnectedCalls } from './import-waiting.ts';
export { importScans } from './informed-visibility/import-scans.ts';
export { type KindHandler, requireKind } from './kind-handler.ts';
export { connectionKinds } from './kinds.ts';
export { currentMapping, storeMapping } from './mappings.ts';
export {
  assignParked,
  addWithSecrets,
  decideCompanies,
  joinAgency,
  pauseConnection,
  replayConnection,
  rotateSecret,
  setCompanyKeys,
} from './manage-connections.ts';
export { listCompanies } from './companies.ts';
export { updateCompanies } from './list-companies.ts';
export { testConnection } from './test-connection.ts';
export { listAssignable, listParked, park } from './parked.ts';
export { serveConnections } from './receive-events.ts';
export { serveDeskConnections } from './routes.ts';
export { connectionFetches, listWaitingRecordings } from './recordings.ts';
export { ScheduledSyncs } from './scheduled-syncs.ts';
export { addSecret, readSecrets } from './secrets.ts';
export { type ConnectionState, connectionStates, connectionWarnings } from './states.ts';
export { syncConnection } from './sync-connection.ts';
export { type SyncProgress, listProgress, syncWarnings } from './sync-progress.ts';
export { checkSync } from './sync-sources.ts';
export { ReportedCalls, reportedCallWarnings, retryImports } from './twilio/import-calls.ts';
export { findLegs, withdrawLegs } from './twilio/legs.ts';
export { cleanTwilio, serveTwilio } from './twilio/receive-reports.ts';
export {
  type TwilioWebhook,
  addTwilioWebhook,
  listTwilioWebhooks,
  removeTwilioWebhook,
  setTwilioCallbacksFrom,
  twilioTokenWarnings,
} from './twilio/webhooks.ts';
