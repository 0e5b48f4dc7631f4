/** Rows per page when the request does not say. */
export const defaultPageSize = 15;

/** A requested page of a list. */
export interface PageChoice {
  /** From 1. */
  page: number;
  /** Rows per page. */
  pageSize: number;
}

/** The visible part of a list. */
export interface VisiblePage {
  /** Whether the list has a pager; without one, all rows are visible. */
  paged: boolean;
  /** The requested page, or the last one if there are fewer. */
  page: number;
  /** At least 1. */
  pageCount: number;
  /** Index of the first visible row, from 0. */
  start: number;
  /** Index after the last visible row. */
  end: number;
}

/**
 * The visible part of a list of `total` rows for a requested page. A list of up to `maxUnpagedRows` rows has no pager and
 * is completely visible, whatever page and size were requested.
 */
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

/**
 * The page to request from the server. The first page always has enough rows for a list without a pager, so that a short
 * list needs no second request.
 */
export function pageToRequest({ page, pageSize }: PageChoice, maxUnpagedRows: number): PageChoice {
  return page === 1 ? { page, pageSize: Math.max(pageSize, maxUnpagedRows) } : { page, pageSize };
}
