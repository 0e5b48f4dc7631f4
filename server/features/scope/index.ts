export {
  type ListedId,
  type ListSources,
  queryCountedPage,
  queryAtVersion,
  queryFoundPage,
  queryInScope,
  queryPageAtVersion,
  querySharedInScope,
  recordStatement,
  type ListQuery,
  type VersionedPage,
} from './answer.ts';
export { appointmentCounts, appointmentCountsAs, callTerms } from './call-terms.ts';
export {
  type CheckedScope,
  type RangedScope,
  type ScopeTime,
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
export { dataVersionIn } from './data-version.ts';
export { dayZonesOf } from './day-zones.ts';
export { idsOf, type IdKind } from './ids.ts';
export { type QueryEngine, type QueryOptions, recordEngine, type RequestOptions } from './query-engine.ts';
export { callHasValue, dimensionColumn } from './dimensions.ts';
export { accountsWithRows, lockInAccounts } from './lock-in-accounts.ts';
export { deliveryDay, shipmentDay, statusOfMailing } from './mailing-status.ts';
export { RepeatedAnswers, type ScopedRequest } from './repeated-answers.ts';
export { staffName } from './staff-name.ts';
