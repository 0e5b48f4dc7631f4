export { listProgress, type SyncProgress } from './progress.ts';
export { connectionFetches, listWaitingRecordings } from './recordings.ts';
export { ScheduledSyncs } from './scheduled-syncs.ts';
export { syncConnection } from './sync-connection.ts';
export { checkSync } from './sync-sources.ts';
export { syncWarnings } from './warnings.ts';
