export { ChangePublisher } from './publish-changes.ts';
export { type MadeBy, recordChanges, type PortalChange } from './record-changes.ts';
