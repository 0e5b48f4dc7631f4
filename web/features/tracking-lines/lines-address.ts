import { pageSizes } from '@mailcall/contract/calls.ts';
import type { SortDirection } from '@mailcall/contract/rules/sort-direction.ts';
import { visiblePage } from '@mailcall/contract/rules/paging.ts';
import { lineMatchesSearch } from '@mailcall/contract/rules/tracking-line.ts';
import { type LineSort, lineSorts, type TrackingLine } from '@mailcall/contract/tracking-lines.ts';
import { type Address, textOf } from '../../platform/address.ts';

/** The default number of rows a page. */
export const defaultLinesPerPage = 10;

/** The state of the table of tracking lines, as its address says it. */
export interface LinesState {
  /** Whether numbers that receive no calls are listed too. */
  inactive: boolean;
  /** As typed; '' without a search. */
  search: string;
  sort: LineSort;
  dir: SortDirection;
  page: number;
  pageSize: number;
}

const isSort = (text: string): text is LineSort => (lineSorts as readonly string[]).includes(text);

/** Reads the table's state from a page address; what is missing or invalid gets its default. */
export function linesFromAddress(address: Address): LinesState {
  const sort = textOf(address['sort']) ?? '';
  const page = textOf(address['page']) ?? '';
  const size = Number(textOf(address['pageSize']));
  return {
    inactive: textOf(address['inactive']) === '1',
    search: (textOf(address['q']) ?? '').slice(0, 200),
    sort: isSort(sort) ? sort : 'campaignName',
    dir: textOf(address['dir']) === 'asc' ? 'asc' : 'desc',
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
    pageSize: pageSizes.find((offered) => offered === size) ?? defaultLinesPerPage,
  };
}

/** Writes the table's state into a page address; defaults are left out. */
export function linesToAddress(state: LinesState): Address {
  return {
    inactive: state.inactive ? '1' : undefined,
    q: state.search || undefined,
    sort: state.sort === 'campaignName' ? undefined : state.sort,
    dir: state.dir === 'desc' ? undefined : state.dir,
    page: state.page === 1 ? undefined : String(state.page),
    pageSize: state.pageSize === defaultLinesPerPage ? undefined : String(state.pageSize),
  };
}

/** The state after a heading was pressed: page 1, the other direction, sorted by that column. */
export function linesSortedBy(state: LinesState, sort: LineSort): LinesState {
  return { ...state, sort, dir: state.dir === 'asc' ? 'desc' : 'asc', page: 1 };
}

/** One page of the lines that the search finds; beyond the last page, the last one. */
export function pageOfLines(
  records: readonly TrackingLine[],
  { search, page, pageSize }: Pick<LinesState, 'search' | 'page' | 'pageSize'>,
) {
  const found = records.filter((line) => lineMatchesSearch(line, search));
  const { start, end } = visiblePage(found.length, { page, pageSize }, defaultLinesPerPage);
  return {
    meta: { total_count: found.length },
    records: found.slice(start, end),
    /** How many lines there are without the search. */
    totalUnsearched: records.length,
  };
}
