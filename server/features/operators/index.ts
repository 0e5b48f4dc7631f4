export { listAccess } from './access-log.ts';
export { listAccounts } from './accounts.ts';
export { listContacts } from './contacts.ts';
export { listQueues } from './queues.ts';
export { operationWarnings } from './operation-warnings.ts';
export { serveOperators } from './routes.ts';
export { readVersion } from './version.ts';
