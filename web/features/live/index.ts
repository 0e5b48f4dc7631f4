export { LiveUpdates } from './live-updates.tsx';
export { watchChanges } from './watch-changes.ts';
