import { CodedList } from '../../platform/coded-list.ts';

/** What the columnar copy has small numbers for instead of ids. */
export type IdKind = 'account' | 'campaign' | 'handler' | 'line';

/** The lists that were made of ids: a query has those of its scope in several places. */
const made = new WeakMap<readonly string[], Map<IdKind, CodedList>>();

/** Ids as the parameter of `= any(…)`, in a query for the record and its columnar copy. Nobody may change them afterwards. */
export function idsOf(kind: IdKind, ids: readonly string[]): CodedList {
  const lists = made.get(ids) ?? new Map<IdKind, CodedList>();
  const list = lists.get(kind) ?? new CodedList(kind, ids);
  made.set(ids, lists.set(kind, list));
  return list;
}
