/*
 * Scope: which accounts, days and calls a request is about, checked against what its viewer may see.
 *   checked-scope, day-zones    accounts and dates, as conditions that queries need
 *   campaign-types, dimensions  groups and codes of filters
 *   picklists, unknown-values   options of the filters, and values that the portal does not know
 * Tables: none; it reads picklists and dimension_values (ingest).
 * Routes: GET /object/score/field and GET /object/campaign/field, the picklists.
 */
export {
  type CheckedScope,
  type ScopeTime,
  type SelectedAccounts,
  callInAccounts,
  callOfCampaigns,
  callInDates,
  callInScope,
  checkAccounts,
  checkAccountsWithSubAccounts,
  checkScope,
  dayOfCall,
} from './checked-scope.ts';
export { campaignTypes, type GroupOf, readGroupOf, typesOfGroup } from './campaign-types.ts';
export { dayZonesOf } from './day-zones.ts';
export { idsOf, type IdKind } from './ids.ts';
export { callHasValue, dimensionColumn } from './dimensions.ts';
export { accountsWithRows, lockInAccounts } from './lock-in-accounts.ts';
export {
  choiceOfMailing,
  deliveryDay,
  shipmentDay,
  statusOfMailing,
  stepOfMailing,
} from './mailing-status.ts';
export { staffName } from './staff-name.ts';
export { unknownIndustries, unknownTypes } from './unknown-values.ts';
export { type ListedValue, readOfferedValues, readPicklists, servePicklists } from './picklists.ts';
