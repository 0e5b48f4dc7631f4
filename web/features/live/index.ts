export { onDesk, timedOnDesk, useDeskUpdates } from './desk-updates.ts';
export { LiveUpdates } from './live-updates.tsx';
export { watchChanges } from './watch-changes.ts';
