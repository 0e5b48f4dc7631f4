/*
 * Activity: who did what. Every room records what people do here, in the transaction that does it.
 *   record-activity     one entry per action; opening the same thing again within an hour is the same use
 *   operator-reads      what operators read on System, and what they change there and in the team
 *   calls-read          which calls a person has read, added up by the hour; unusually many are marked
 *   seal-activity       chains entries by hashes each minute, so that verify-activity finds changed ones
 *   prune-activity      removes old entries, whole seals at a time, for the retention
 *   read-activity       entries as Settings shows and exports them
 * Tables: access_log, activity_seals, calls_read, operator_reads.
 * Routes (routes.ts, because identity and scope record here): GET /settings/activity, GET /settings/activity/file.
 * Commands: access-log (room operators lists, this room verifies).
 * Tasks: entries of ended hours and seals, each minute.
 */
export { appendReadHours, type ReadCall, recordCallsRead } from './calls-read.ts';
export {
  type OperatorChange,
  type OperatorList,
  recordOperatorChange,
  recordOperatorRead,
} from './operator-reads.ts';
export { countPrunable, pruneActivity } from './prune-activity.ts';
export { type Activity, recordActivity, recordUse, teamRoleOf } from './record-activity.ts';
export { sealActivity } from './seal-activity.ts';
export { type VerifiedActivity, verifyActivity } from './verify-activity.ts';
