export {
  type RetentionCounts,
  applyRetention,
  countRetention,
  nightlyRetention,
  retentionWarnings,
} from './retention.ts';
export { allowPerson } from './allow-person.ts';
export { erasePerson, previewErasure, sharedHint } from './erase-person.ts';
export { erasureLogName } from './erasure-log.ts';
export { reapplyErasures } from './reapply-erasures.ts';
export { exportPerson } from './export-person.ts';
export { type FoundPerson, type PersonCounts, requestedPerson } from './find-person.ts';
