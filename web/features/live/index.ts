export { watchChanges } from './watch-changes.ts';
