import { pageSizes } from '@mailcall/contract/calls.ts';
import type { PageChoice, SortDirection } from '@mailcall/contract/rules/paging.ts';
import { type LineSort, lineSorts } from '@mailcall/contract/tracking-lines.ts';
import { type Address, pageIn, textOf } from '../../platform/address.ts';

export const defaultLinesPerPage = 10;

export interface LinesState {
  /** Includes numbers that receive no calls. */
  inactive: boolean;
  search: string;
  sort: LineSort;
  dir: SortDirection;
  page: number;
  pageSize: number;
}

const isSort = (text: string): text is LineSort => (lineSorts as readonly string[]).includes(text);

export function linesFromAddress(address: Address): LinesState {
  const sort = textOf(address['sort']) ?? '';
  const size = Number(textOf(address['pageSize']));
  return {
    inactive: textOf(address['inactive']) === '1',
    search: (textOf(address['q']) ?? '').slice(0, 200),
    sort: isSort(sort) ? sort : 'campaignName',
    dir: textOf(address['dir']) === 'asc' ? 'asc' : 'desc',
    page: pageIn(address['page']),
    pageSize: pageSizes.find((offered) => offered === size) ?? defaultLinesPerPage,
  };
}

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

export function linesSortedBy(state: LinesState, sort: LineSort): LinesState {
  return { ...state, sort, dir: state.dir === 'asc' ? 'desc' : 'asc', page: 1 };
}

const maxLinesPerRequest = 50;

/** Block to request: several small pages at once, so that the next is often loaded. */
export function blockOf({ page, pageSize }: PageChoice): PageChoice {
  const pages = Math.max(1, Math.floor(maxLinesPerRequest / pageSize));
  return { page: Math.ceil(page / pages), pageSize: pages * pageSize };
}

export function pageInBlock<Line>(lines: readonly Line[], choice: PageChoice): Line[] {
  const block = blockOf(choice);
  const start = (choice.page - 1) * choice.pageSize - (block.page - 1) * block.pageSize;
  return lines.slice(start, start + choice.pageSize);
}
