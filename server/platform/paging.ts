import { defaultPageSize } from '@mailcall/contract/rules/paging.ts';
import type { PageMeta } from '@mailcall/contract/wire/page.ts';
import { type RawBuilder, sql } from 'kysely';

/** The requested part of a list. */
export interface PageRequest {
  /** From 1. */
  page: number;
  /** Rows per page. */
  pageSize: number;
}

/** The rows of a page, in a statement. */
export const pageLimit = ({ page, pageSize }: PageRequest): RawBuilder<unknown> =>
  sql`limit ${pageSize} offset ${(page - 1) * pageSize}`;

/** Where a page is in its list. */
export type PagePosition = Omit<PageMeta, 'version' | 'asOf'>;

const pagePosition = ({ page, pageSize }: PageRequest, total: number): PagePosition => ({
  total_count: total,
  page_count: Math.ceil(total / pageSize),
  per_page: pageSize,
  page,
});

/** The position of a page in its list, and the version of the data. */
export const pageMeta = (request: PageRequest, total: number, version: number, asOf: Date): PageMeta => ({
  ...pagePosition(request, total),
  version,
  asOf: asOf.toISOString(),
});

/** The page that a request names; null when it asks for the complete list. */
export const requestedPage = ({
  page,
  pageSize,
}: {
  page?: number | undefined;
  pageSize?: number | undefined;
}): PageRequest | null =>
  page === undefined && pageSize === undefined
    ? null
    : { page: page ?? 1, pageSize: pageSize ?? defaultPageSize };

/** The requested part of sorted rows, with its position; all of them without a requested page. */
export function pageOfRows<Row>(
  rows: readonly Row[],
  request: PageRequest | null,
): { records: Row[]; position: Partial<PagePosition> } {
  if (!request) return { records: [...rows], position: {} };
  const start = (request.page - 1) * request.pageSize;
  return {
    records: rows.slice(start, start + request.pageSize),
    position: pagePosition(request, rows.length),
  };
}
