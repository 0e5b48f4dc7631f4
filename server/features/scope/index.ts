export {
  queryAtVersion,
  queryInScope,
  queryPageAtVersion,
  type ListQuery,
} from './answer.ts';
export { appointmentCounts, appointmentCountsAs, callTerms } from './call-terms.ts';
export {
  type CheckedScope,
  callInAccounts,
  callInDates,
  callInScope,
  checkAccounts,
  checkAccountsWithSubAccounts,
  checkScope,
} from './checked-scope.ts';
export { callHasValue, dimensionColumn } from './dimensions.ts';
export { statusOfMailing } from './mailing-status.ts';
export { staffName } from './staff-name.ts';
