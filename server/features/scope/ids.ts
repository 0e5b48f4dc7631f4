import { CodedList } from '../../platform/coded-list.ts';

/** What the columnar copy has small numbers for instead of ids. */
export type IdKind = 'account' | 'campaign' | 'handler' | 'line';

/** Ids as the parameter of `= any(…)`, in a query for the record and its columnar copy. */
export const idsOf = (kind: IdKind, ids: readonly string[]): CodedList => new CodedList(kind, ids);
