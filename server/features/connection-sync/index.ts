export { listProgress, type SyncProgress } from './progress.ts';
export { connectionFetches, listWaitingRecordings } from './recordings.ts';
export { ScheduledSyncs } from './scheduled-syncs.ts';
export { checkSync, syncCalls } from './sync-calls.ts';
export { syncWarnings } from './warnings.ts';
