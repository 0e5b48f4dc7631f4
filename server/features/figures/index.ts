/*
 * Figures of calls: what a call is, the statements that count calls, what answers them, and what is remembered.
 *
 * Owns no table. Reads `calls`, `account_version` and `portal_change_log`, or their columnar copy.
 */
export {
  type ListedId,
  type ListQuery,
  type ListSources,
  queryAtVersion,
  queryCountedPage,
  queryFoundPage,
  queryInScope,
  queryPageAtVersion,
  querySharedInScope,
  recordStatement,
  type VersionedPage,
} from './answer.ts';
export { appointmentCounts, appointmentCountsAs, callTerms } from './call-terms.ts';
export { dataVersionIn } from './data-version.ts';
export { type QueryEngine, type QueryOptions, recordEngine, type RequestOptions } from './query-engine.ts';
export { RepeatedAnswers, type ScopedRequest } from './repeated-answers.ts';
export { SharedAnswers } from './shared-answers.ts';
export { SharedRecordRows } from './shared-record-rows.ts';
