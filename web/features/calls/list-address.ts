import {
  type AppointmentSort,
  appointmentSorts,
  type CallSort,
  callSorts,
  defaultPageSize,
  dimensionFilters,
  inquiryFilters,
  pageSizes,
  type SortDirection,
} from '@mailcall/contract/calls.ts';
import { outcomeFilters } from '@mailcall/contract/rules/outcome.ts';
import { accountsOf } from '@mailcall/contract/scope/scope.ts';
import { normalizedQuery } from '@mailcall/contract/rules/search-text.ts';
import { type Address, listIn, textOf } from '../../platform/address.ts';
import type { ScopeState } from '../scope/index.ts';
import type { AppointmentListRequest, CallListRequest } from './api.ts';
import type { ListKind } from './sub-tabs.ts';

/** The filters of a list that hold lists of values, by their names on the wire and in the address. */
export const valueFilters = [...inquiryFilters, 'callHandlerId', ...dimensionFilters] as const;
export type ValueFilter = (typeof valueFilters)[number];
/** The filters of a list that are yes or no. */
export const flagFilters = ['onHold', 'wrongSourceMentioned'] as const;
export type FlagFilter = (typeof flagFilters)[number];

/** The filters of a list by the clock of each call's own office, by their numbers on the wire: a cell of the heat map. */
export const clockFilters = ['weekday', 'hour'] as const;
export type ClockFilter = (typeof clockFilters)[number];
const highestOf: Record<ClockFilter, number> = { weekday: 6, hour: 23 };

/** The filters of a list that are set. */
export type ListFilters = Partial<Record<ValueFilter | ClockFilter, string[]>> &
  Partial<Record<FlagFilter, boolean>>;

/** A list of the All Calls tab as its address says it: what it shows, narrowed how, in which order, which page. */
export interface ListState {
  kind: ListKind;
  filters: ListFilters;
  /** Free text as typed; '' without. */
  search: string;
  sort: CallSort | AppointmentSort;
  dir: SortDirection;
  page: number;
  pageSize: number;
}

const kinds: readonly string[] = [...outcomeFilters, 'appointments'] satisfies ListKind[];

/** The sort of a list nobody sorted. */
const defaultSort = (kind: ListKind) => (kind === 'appointments' ? 'date' : 'callDateTime');

const flagOf = (text: string | undefined) =>
  text === '1' || text === 'true' ? true : text === '0' || text === 'false' ? false : undefined;

function filtersOf(address: Address): ListFilters {
  const filters: ListFilters = {};
  for (const name of valueFilters) {
    const values = [...new Set(listIn(address[name]).filter((value) => value !== ''))];
    // offers, services and insurances cannot all three be filtered by: the last one is left out
    const tooMany = name === 'insurance' && filters.offer && filters.service;
    if (values.length > 0 && !tooMany) filters[name] = values;
  }
  for (const name of flagFilters) {
    const value = flagOf(textOf(address[name]));
    if (value !== undefined) filters[name] = value;
  }
  for (const name of clockFilters) {
    const fits = (value: string) => /^(0|[1-9]\d?)$/.test(value) && Number(value) <= highestOf[name];
    const values = [...new Set(listIn(address[name]).filter(fits))];
    if (values.length > 0) filters[name] = values;
  }
  return filters;
}

const pageOf = (text: string | undefined) => (text && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1);

/** Reads a list from a page address; what it does not say, or says wrongly, is as a list starts. */
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
    page: pageOf(textOf(address['page'])),
    pageSize: pageSizes.find((offered) => offered === size) ?? defaultPageSize,
  };
}

/** Writes a list into a page address; what is as a list starts is left out. */
export function listToAddress(list: ListState): Address {
  const { kind, filters } = list;
  return {
    ...Object.fromEntries([...valueFilters, ...clockFilters].map((name) => [name, filters[name]])),
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

/** A list after a column's heading was pressed: page 1, the other direction, sorted by that column. */
export function sortedBy(list: ListState, sort: ListState['sort']): ListState {
  return { ...list, sort, dir: list.dir === 'asc' ? 'desc' : 'asc', page: 1 };
}

const placeOf = (list: ListState, scope: ScopeState['query']) => {
  const query = normalizedQuery(list.search);
  return {
    ...accountsOf(scope),
    page: list.page,
    pageSize: list.pageSize,
    dir: list.dir,
    ...(query === '' ? {} : { query }),
  };
};

/** What the calls of a list are asked with. */
export function callListRequest(
  list: ListState & { kind: Exclude<ListKind, 'appointments'> },
  scope: ScopeState['query'],
): CallListRequest {
  return {
    ...placeOf(list, scope),
    sort: list.sort as CallSort,
    filters: { ...scope.filters, ...list.filters, outcome: [list.kind] },
  };
}

/** What the appointments of a list are asked with. */
export function appointmentListRequest(list: ListState, scope: ScopeState['query']): AppointmentListRequest {
  return {
    ...placeOf(list, scope),
    sort: list.sort as AppointmentSort,
    filters: { ...scope.filters, ...list.filters },
  };
}

/** Whether a list shows calls and not appointments. */
export function listsCalls(list: ListState): list is ListState & { kind: Exclude<ListKind, 'appointments'> } {
  return list.kind !== 'appointments';
}
