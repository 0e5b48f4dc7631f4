export { cleanPortalChanges } from './clean-changes.ts';
export { isNamedBy } from './named-rows.ts';
export { ChangePublisher, publishChanges, publishedChannel } from './publish-changes.ts';
export {
  changedFiles,
  type MadeBy,
  type PortalChange,
  recordChanges,
  recordImportedWork,
} from './record-changes.ts';
