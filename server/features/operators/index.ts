/*
 * Operators: what the provider's people see of the whole portal.
 *
 *   routes, accounts, contacts, access-log    the page System and its lists
 *   system-changes                            the changes of System: retry, resume, revoke, rotate
 *   queues, operation-warnings, version       what waits, what is wrong, what runs here
 *   serve-metrics, record-metrics             metrics for Prometheus, on a port of their own
 *
 * Tables: none of its own.
 * Routes: /operate and below; GET /metrics apart from the portal.
 * Commands: accounts, access-log, contacts, queues, version.
 */
export { listAccess } from './access-log.ts';
export { listAccounts } from './accounts.ts';
export { listContacts } from './contacts.ts';
export { listFailedJobs, listQueues } from './queues.ts';
export { operationWarnings } from './operation-warnings.ts';
export { serveOperators } from './routes.ts';
export { serveSystemChanges } from './system-changes.ts';
export { readVersion } from './version.ts';
export { serveMetrics } from './serve-metrics.ts';
