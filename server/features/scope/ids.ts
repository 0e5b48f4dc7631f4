import { CodedList } from '../../platform/coded-list.ts';

export type IdKind = 'account' | 'campaign' | 'handler' | 'line';

const made = new WeakMap<readonly string[], Map<IdKind, CodedList>>();

/** For `= any(…)` in the record and its columnar copy. Do not change `ids` afterwards. */
export function idsOf(kind: IdKind, ids: readonly string[]): CodedList {
  const lists = made.get(ids) ?? new Map<IdKind, CodedList>();
  const list = lists.get(kind) ?? new CodedList(kind, ids);
  made.set(ids, lists.set(kind, list));
  return list;
}
