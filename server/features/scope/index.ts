export {
  type CheckedScope,
  type RangedScope,
  type ScopeTime,
  type SelectedAccounts,
  callInAccounts,
  callInDates,
  callInScope,
  checkAccounts,
  checkAccountsWithSubAccounts,
  checkScope,
  dayOfCall,
} from './checked-scope.ts';
export {
  campaignTypes,
  type GroupOf,
  readGroupOf,
  typesOfGroup,
  typesWithoutGroup,
} from './campaign-types.ts';
export { dayZonesOf } from './day-zones.ts';
export { idsOf, type IdKind } from './ids.ts';
export { callHasValue, dimensionColumn } from './dimensions.ts';
export { accountsWithRows, lockInAccounts } from './lock-in-accounts.ts';
export { deliveryDay, shipmentDay, statusOfMailing } from './mailing-status.ts';
export { staffName } from './staff-name.ts';
