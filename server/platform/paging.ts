import { defaultPageSize } from '@mailcall/contract/rules/paging.ts';
import type { PageMeta } from '@mailcall/contract/wire/page.ts';
import { type RawBuilder, sql } from 'kysely';

export interface PageRequest {
  /** From 1. */
  page: number;
  pageSize: number;
}

export const pageLimit = ({ page, pageSize }: PageRequest): RawBuilder<unknown> =>
  sql`limit ${pageSize} offset ${(page - 1) * pageSize}`;

export type PagePosition = Omit<PageMeta, 'version' | 'asOf'>;

export const pagePosition = ({ page, pageSize }: PageRequest, total: number): PagePosition => ({
  total_count: total,
  page_count: Math.ceil(total / pageSize),
  per_page: pageSize,
  page,
});

export const pageMeta = (request: PageRequest, total: number, version: number, asOf: Date): PageMeta => ({
  ...pagePosition(request, total),
  version,
  asOf: asOf.toISOString(),
});

/** Null for the complete list. */
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
