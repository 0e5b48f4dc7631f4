import { type AppointmentSort, appointmentSorts } from '@mailcall/contract/appointments.ts';
import { type CallSort, callSorts, pageSizes } from '@mailcall/contract/calls.ts';
import { defaultPageSize, type SortDirection } from '@mailcall/contract/rules/paging.ts';
import { inquiryFilters } from '@mailcall/contract/call-filters.ts';
import { dimensionNames } from '@mailcall/contract/figures/dimensions.ts';
import { outcomeFilters } from '@mailcall/contract/rules/outcome.ts';
import { requestedAccounts } from '@mailcall/contract/scope/scope.ts';
import { normalizedQuery } from '@mailcall/contract/rules/search-text.ts';
import { type Address, listIn, pageIn, textOf } from '../../platform/address.ts';
import type { ScopeState } from '../scope/index.ts';
import type { AppointmentListRequest, CallListRequest } from './api.ts';
import type { ListKind } from './sub-tabs.ts';

export const valueFilters = [...inquiryFilters, 'callHandlerId', ...dimensionNames] as const;
export type ValueFilter = (typeof valueFilters)[number];
export const flagFilters = ['scored', 'onHold', 'wrongSourceMentioned'] as const;
export type FlagFilter = (typeof flagFilters)[number];

/** Filters by the office's local time, with numbers as values: a cell of the heat map. */
export const clockFilters = ['weekday', 'hour'] as const;
export type ClockFilter = (typeof clockFilters)[number];
const maxValues: Record<ClockFilter, number> = { weekday: 6, hour: 23 };

export const campaignsFilter = 'campaigns';

const filtersWithValues = [...valueFilters, ...clockFilters, campaignsFilter] as const;

export type ListFilters = Partial<Record<(typeof filtersWithValues)[number], string[]>> &
  Partial<Record<FlagFilter, boolean>>;

export interface ListState {
  kind: ListKind;
  filters: ListFilters;
  search: string;
  sort: CallSort | AppointmentSort;
  dir: SortDirection;
  page: number;
  pageSize: number;
}

const kinds: readonly string[] = [...outcomeFilters, 'appointments'] satisfies ListKind[];

const defaultSort = (kind: ListKind) => (kind === 'appointments' ? 'date' : 'callDateTime');

const flagOf = (text: string | undefined) =>
  text === '1' || text === 'true' ? true : text === '0' || text === 'false' ? false : undefined;

function filtersOf(address: Address): ListFilters {
  const filters: ListFilters = {};
  for (const name of valueFilters) {
    const values = [...new Set(listIn(address[name]).filter((value) => value !== ''))];
    // offers, services and insurances cannot all be combined: drops the last one
    const tooMany = name === 'insurance' && filters.offer && filters.service;
    if (values.length > 0 && !tooMany) filters[name] = values;
  }
  for (const name of flagFilters) {
    const value = flagOf(textOf(address[name]));
    if (value !== undefined) filters[name] = value;
  }
  for (const name of clockFilters) {
    const isValid = (value: string) => /^(0|[1-9]\d?)$/.test(value) && Number(value) <= maxValues[name];
    const values = [...new Set(listIn(address[name]).filter(isValid))];
    if (values.length > 0) filters[name] = values;
  }
  const campaigns = [...new Set(listIn(address[campaignsFilter]).filter((id) => id !== ''))];
  if (campaigns.length > 0) filters[campaignsFilter] = campaigns;
  return filters;
}

export function listFromAddress(address: Address): ListState {
  const outcome = textOf(address['outcome']) ?? '';
  const kind = kinds.includes(outcome) ? (outcome as ListKind) : 'opportunity';
  const sorts: readonly string[] = kind === 'appointments' ? appointmentSorts : callSorts;
  const sort = textOf(address['sort']) ?? '';
  const size = Number(textOf(address['pageSize']));
  return {
    kind,
    filters: filtersOf(address),
    search: (textOf(address['q']) ?? '').slice(0, 200),
    sort: sorts.includes(sort) ? (sort as ListState['sort']) : defaultSort(kind),
    dir: textOf(address['dir']) === 'asc' ? 'asc' : 'desc',
    page: pageIn(address['page']),
    pageSize: pageSizes.find((offered) => offered === size) ?? defaultPageSize,
  };
}

export function listToAddress(list: ListState): Address {
  const { kind, filters } = list;
  return {
    ...Object.fromEntries(filtersWithValues.map((name) => [name, filters[name]])),
    ...Object.fromEntries(
      flagFilters.map((name) => [name, filters[name] === undefined ? undefined : filters[name] ? '1' : '0']),
    ),
    outcome: kind,
    q: list.search || undefined,
    sort: list.sort === defaultSort(kind) ? undefined : list.sort,
    dir: list.dir === 'desc' ? undefined : list.dir,
    page: list.page === 1 ? undefined : String(list.page),
    pageSize: list.pageSize === defaultPageSize ? undefined : String(list.pageSize),
  };
}

export function sortedBy(list: ListState, sort: ListState['sort']): ListState {
  return { ...list, sort, dir: list.dir === 'asc' ? 'desc' : 'asc', page: 1 };
}

const pageRequest = (list: ListState, scope: ScopeState['query']) => {
  const query = normalizedQuery(list.search);
  return {
    ...requestedAccounts(scope),
    page: list.page,
    pageSize: list.pageSize,
    dir: list.dir,
    ...(query === '' ? {} : { query }),
  };
};

export function callListRequest(
  list: ListState & { kind: Exclude<ListKind, 'appointments'> },
  scope: ScopeState['query'],
): CallListRequest {
  return {
    ...pageRequest(list, scope),
    sort: list.sort as CallSort,
    filters: { ...scope.filters, ...list.filters, outcome: [list.kind] },
  };
}

export function appointmentListRequest(list: ListState, scope: ScopeState['query']): AppointmentListRequest {
  return {
    ...pageRequest(list, scope),
    sort: list.sort as AppointmentSort,
    filters: { ...scope.filters, ...list.filters },
  };
}

export function listsCalls(list: ListState): list is ListState & { kind: Exclude<ListKind, 'appointments'> } {
  return list.kind !== 'appointments';
}
