/*
 * Personal data: everything about one person, exported or erased, and what is kept for how long.
 *   find-person, found-rows, export-person    rows that a number, email or name leads to
 *   erase-person, blank-rows, sweep-texts     removes them everywhere, also in texts and files
 *   erasure-log, reapply-erasures             erasures are repeated on restored backups and late imports
 *   retention                                 each night, what is older than the operator allows
 * Tables: erased_calls, erased_persons, erased_texts, erasure_salt, removed_files, kept_matches. It changes the rows of all rooms that name people.
 * Routes: none.
 * Commands: personal-data.
 * Tasks: the retention, each night.
 */
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
