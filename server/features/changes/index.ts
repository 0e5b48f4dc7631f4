/*
 * Changes: what says that rows have changed, so that others can follow.
 *   account-versions    a number per account that rises with each change of its rows. Figures and lists remember answers by it, and
 *                       the columnar copy reads what is newer. An epoch rises when rows are removed: copies are then made again.
 *   record-changes      which rows people changed in the portal, recorded in the transaction of the change
 *   publish-changes     numbers them without gaps after their commits, for exports and webhooks (room data-out)
 *   live-channels, live-streams    events to open screens, at most one a second
 * Tables: account_version, portal_changes, portal_change_log.
 * Routes (routes.ts, because identity and scope record here): GET /live, GET /live/version.
 * Tasks: the publisher, in each worker; superseded changes are removed after 400 days.
 */
export {
  type AccountVersions,
  bumpAccountVersions,
  bumpWithEpochDue,
  raiseDueEpochs,
  raiseEpochs,
  versionTable,
} from './account-versions.ts';
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
export { deskChanged, designChanged, designChangedChannel } from './live-channels.ts';
