export { isErased, removedPrefix, removedText } from './removed.ts';
export { type RetentionCounts, applyRetention, countRetention, nightlyRetention } from './retention.ts';
export { erasePerson } from './erase-person.ts';
export { exportPerson } from './export-person.ts';
export { countPerson, findPerson, type PersonCounts, requestedPerson } from './find-person.ts';
