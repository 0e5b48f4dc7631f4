import { z } from 'zod';

export const defaultPageSize = 15;

export interface PageChoice {
  page: number;
  pageSize: number;
}

export interface VisiblePage {
  paged: boolean;
  page: number;
  pageCount: number;
  start: number;
  /** After the last visible row. */
  end: number;
}

/** A list of up to `maxUnpagedRows` is visible in full, whatever was requested. */
export function visiblePage(
  total: number,
  { page, pageSize }: PageChoice,
  maxUnpagedRows: number,
): VisiblePage {
  if (total <= maxUnpagedRows) return { paged: false, page: 1, pageCount: 1, start: 0, end: total };
  const pageCount = Math.ceil(total / pageSize);
  const visible = Math.min(page, pageCount);
  const start = (visible - 1) * pageSize;
  return { paged: true, page: visible, pageCount, start, end: Math.min(total, start + pageSize) };
}

/** The first page is large enough for a list without a pager, which thus needs no second request. */
export function pageToRequest({ page, pageSize }: PageChoice, maxUnpagedRows: number): PageChoice {
  return page === 1 ? { page, pageSize: Math.max(pageSize, maxUnpagedRows) } : { page, pageSize };
}

export const sortDirections = ['asc', 'desc'] as const;
export type SortDirection = (typeof sortDirections)[number];

export const sortDirectionSchema = z.enum(sortDirections, { error: 'Use asc or desc.' });
