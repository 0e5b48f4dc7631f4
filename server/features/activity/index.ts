export { appendReadHours, type ReadCall, recordCallsRead } from './calls-read.ts';
export { countPrunable, pruneActivity } from './prune-activity.ts';
export { type Activity, recordActivity, recordUse } from './record-activity.ts';
export { sealActivity } from './seal-activity.ts';
export { type VerifiedActivity, verifyActivity } from './verify-activity.ts';
