import {
  clockFilterNames,
  filterNames,
  nonStaffHandler,
  nonStaffName,
  hasWording,
} from '@mailcall/contract/rules/filter-names.ts';
import { hourText, weekdayText } from '@mailcall/contract/time/week-hours.ts';
import type { Wording } from '@mailcall/contract/rules/wording.ts';
import { labelText } from '@mailcall/contract/rules/wording.ts';
import {
  campaignsFilter,
  type ClockFilter,
  clockFilters,
  flagFilters,
  type ListState,
  valueFilters,
  type ValueFilter,
} from './list-address.ts';

const clockFilterTexts: Record<ClockFilter, { name: string; valueOf: (value: number) => string }> = {
  weekday: { name: clockFilterNames.weekday, valueOf: weekdayText },
  hour: { name: clockFilterNames.hour, valueOf: hourText },
};

export const idFilters = ['offer', 'service', 'insurance', 'callHandlerId'] as const;
export type IdFilter = (typeof idFilters)[number];
const isIdFilter = (name: string): name is IdFilter => (idFilters as readonly string[]).includes(name);

export const nonStaff = { value: nonStaffHandler, label: nonStaffName } as const;

export interface ActiveFilter {
  key: string;
  name: string;
  value: string;
  /** Field that also shows it: in the filters panel or search; null without one. */
  field: 'panel' | 'search' | null;
  without: (list: ListState) => ListState;
}

export function activeFiltersOf(
  list: ListState,
  wording: Wording,
  nameOf: (filter: IdFilter, id: string) => string | undefined,
): ActiveFilter[] {
  const withoutFilter = (filter: keyof ListState['filters']) => (before: ListState) => ({
    ...before,
    filters: { ...before.filters, [filter]: undefined },
    page: 1,
  });
  const withoutValue = (filter: ValueFilter | ClockFilter, value: string) => (before: ListState) => {
    const others = (before.filters[filter] ?? []).filter((other) => other !== value);
    return {
      ...before,
      filters: { ...before.filters, [filter]: others.length > 0 ? others : undefined },
      page: 1,
    };
  };
  const found: ActiveFilter[] = [];
  for (const filter of valueFilters) {
    for (const value of list.filters[filter] ?? []) {
      const text = isIdFilter(filter)
        ? value === nonStaff.value && filter === 'callHandlerId'
          ? nonStaff.label
          : (nameOf(filter, value) ?? value)
        : hasWording(filter)
          ? labelText(value, wording)
          : value;
      found.push({
        key: `${filter} ${value}`,
        name: labelText(filterNames[filter], wording),
        value: text,
        field: 'panel',
        without: withoutValue(filter, value),
      });
    }
  }
  for (const filter of flagFilters) {
    const value = list.filters[filter];
    if (value === undefined) continue;
    found.push({
      key: filter,
      name: filterNames[filter],
      value: value ? 'Yes' : 'No',
      field: 'panel',
      without: withoutFilter(filter),
    });
  }
  for (const filter of clockFilters) {
    for (const value of list.filters[filter] ?? []) {
      const { name, valueOf } = clockFilterTexts[filter];
      found.push({
        key: `${filter} ${value}`,
        name,
        value: valueOf(Number(value)),
        field: null,
        without: withoutValue(filter, value),
      });
    }
  }
  const campaigns = list.filters[campaignsFilter] ?? [];
  if (campaigns.length > 0)
    found.push({
      key: campaignsFilter,
      name: 'Mailings',
      value: `${campaigns.length} selected`,
      field: null,
      without: withoutFilter(campaignsFilter),
    });
  if (list.search !== '')
    found.push({
      key: 'q',
      name: 'Search',
      value: list.search,
      field: 'search',
      without: (before) => ({ ...before, search: '', page: 1 }),
    });
  return found;
}
