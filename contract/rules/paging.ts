/** A page of a list as it was chosen or linked to. */
export interface PageChoice {
  /** From 1. */
  page: number;
  /** Rows per page. */
  pageSize: number;
}

/** The part of a list that is shown. */
export interface ShownPage {
  /** Whether there are pages or page sizes to choose from; else the list is shown whole, without a pager. */
  paged: boolean;
  /** The chosen page, or the last one of a list that has fewer. */
  page: number;
  /** At least 1. */
  pageCount: number;
  /** The first row that is shown, from 0. */
  start: number;
  /** The row after the last one that is shown. */
  end: number;
}

/**
 * The part of a list of `total` rows that is shown for a chosen page. A list of no more than `wholeUpTo` rows is shown
 * whole, whatever page and size were chosen: without a pager nobody could reach the other rows.
 */
export function shownPage(total: number, { page, pageSize }: PageChoice, wholeUpTo: number): ShownPage {
  if (total <= wholeUpTo) return { paged: false, page: 1, pageCount: 1, start: 0, end: total };
  const pageCount = Math.ceil(total / pageSize);
  const shown = Math.min(page, pageCount);
  const start = (shown - 1) * pageSize;
  return { paged: true, page: shown, pageCount, start, end: Math.min(total, start + pageSize) };
}

/**
 * The page to request from a server that knows nothing of lists shown whole: the first page brings enough rows for one,
 * so that no second request is needed when the list turns out to be that short.
 */
export function rowsToRequest({ page, pageSize }: PageChoice, wholeUpTo: number): PageChoice {
  return page === 1 ? { page, pageSize: Math.max(pageSize, wholeUpTo) } : { page, pageSize };
}
