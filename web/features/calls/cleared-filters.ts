import type { Scope } from '@mailcall/contract/scope/scope.ts';
import type { ListState } from './list-address.ts';

/** A list and the scope that it is shown in. */
export interface ListInScope {
  scope: Scope;
  list: ListState;
}

/** The filters and the search that a change of the scope took from a list. */
export interface ClearedFilters {
  /** What was changed. */
  by: 'accounts' | 'dates' | 'campaigns';
  /** The list as it was. */
  list: ListState;
}

const isNarrowed = ({ filters, search }: ListState) =>
  search !== '' || Object.values(filters).some((value) => value !== undefined);

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

function changeOf(before: Scope, now: Scope): ClearedFilters['by'] | null {
  if (!same([before.preset, before.custom], [now.preset, now.custom])) return 'dates';
  if (!same(before.accountIds, now.accountIds)) return 'accounts';
  return before.campaignType === now.campaignType ? null : 'campaigns';
}

/** What has been cleared, after the page went from one list to another; null when there is nothing to put back. */
export function clearedAfter(
  cleared: ClearedFilters | null,
  before: ListInScope,
  now: ListInScope,
): ClearedFilters | null {
  if (isNarrowed(now.list)) return null;
  const by = changeOf(before.scope, now.scope);
  return by !== null && isNarrowed(before.list) ? { by, list: before.list } : cleared;
}

/** The list with what was cleared, from page 1. */
export function restored(list: ListState, { list: { filters, search } }: ClearedFilters): ListState {
  return { ...list, filters, search, page: 1 };
}
