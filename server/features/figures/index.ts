/*
 * Figures of calls.
 * Owns no table. Reads `calls`, `call_inquiries`, `account_version` and `portal_change_log`, or their columnar copy.
 * - A term says what a call is: `callTerms`, `handlingCounts`.
 * - A statement counts calls over a row source: the record's calls, or the copy's numbered combinations.
 * - A `QueryEngine` chooses the source: `recordEngine`, or the columnar copy in `read-model`.
 * - The door of figures is `queryInScope`; lists enter by `queryFoundPage` and `queryCountedPage`.
 * - `SharedAnswers` remembers rows for the requests of a screen, `RepeatedAnswers` whole answers.
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
  type VersionedPage,
} from './answer.ts';
export { appointmentCounts, appointmentCountsAs, callTerms } from './call-terms.ts';
export { combinationKinds } from './combinations.ts';
export { dataVersionIn } from './data-version.ts';
export type { HandlingCount } from './handling-counts.ts';
export {
  type BreakdownRow,
  breakdownsStatement,
  type DayRow,
  dayStatement,
  type HourRow,
  hoursStatement,
  inquiriesStatement,
  type InquiryRow,
  type SummaryFigures,
  type SummaryRow,
  summaryStatement,
} from './overview-statements.ts';
export { type QueryEngine, type QueryOptions, recordEngine, type RequestOptions } from './query-engine.ts';
export { RepeatedAnswers, type ScopedRequest } from './repeated-answers.ts';
export { combinationRows, type RowSource } from './row-sources.ts';
export { SharedAnswers } from './shared-answers.ts';
export {
  answeredByStaff,
  type HandlingCounts,
  type PriceRow,
  priceStatement,
  type StaffRow,
  staffStatement,
  sumOfCounts,
} from './staff-statements.ts';
