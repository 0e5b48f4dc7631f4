export { type Activity, recordActivity, recordUse } from './record-activity.ts';
