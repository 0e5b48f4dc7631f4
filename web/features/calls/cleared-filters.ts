import type { Scope } from '@mailcall/contract/scope/scope.ts';
import type { ListState } from './list-address.ts';

export interface ListInScope {
  scope: Scope;
  list: ListState;
}

export interface ClearedFilters {
  by: 'accounts' | 'dates' | 'campaigns';
  list: ListState;
}

const isFiltered = ({ filters, search }: ListState) =>
  search !== '' || Object.values(filters).some((value) => value !== undefined);

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

function changeOf(before: Scope, now: Scope): ClearedFilters['by'] | null {
  if (!same([before.preset, before.custom], [now.preset, now.custom])) return 'dates';
  if (!same(before.accountIds, now.accountIds)) return 'accounts';
  return before.campaignType === now.campaignType ? null : 'campaigns';
}

export function clearedAfter(
  cleared: ClearedFilters | null,
  before: ListInScope,
  now: ListInScope,
): ClearedFilters | null {
  if (isFiltered(now.list)) return null;
  const by = changeOf(before.scope, now.scope);
  return by !== null && isFiltered(before.list) ? { by, list: before.list } : cleared;
}

export function restored(list: ListState, { list: { filters, search } }: ClearedFilters): ListState {
  return { ...list, filters, search, page: 1 };
}
