import type { PageMeta } from '@mailcall/contract/wire/page.ts';
import { type RawBuilder, sql } from 'kysely';

/** The part of a list that a request asks for. */
export interface PageRequest {
  /** From 1. */
  page: number;
  /** Rows per page. */
  pageSize: number;
}

/** The rows of a page, in a statement. */
export const pageLimit = ({ page, pageSize }: PageRequest): RawBuilder<unknown> =>
  sql`limit ${pageSize} offset ${(page - 1) * pageSize}`;

/** Where a page stands in its list. */
export const pageMeta = (request: PageRequest, total: number, version: number, asOf: Date): PageMeta => ({
  total_count: total,
  page_count: Math.ceil(total / request.pageSize),
  per_page: request.pageSize,
  page: request.page,
  version,
  asOf: asOf.toISOString(),
});

/** A sort direction as SQL. */
export const directionOf = (dir: 'asc' | 'desc'): RawBuilder<unknown> =>
  dir === 'asc' ? sql`asc` : sql`desc`;
