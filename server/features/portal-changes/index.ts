export { cleanPortalChanges } from './clean-changes.ts';
export { ChangePublisher, publishChanges } from './publish-changes.ts';
export { type MadeBy, recordChanges, recordImportedWork, type PortalChange } from './record-changes.ts';
