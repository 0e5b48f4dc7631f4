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

/** The position of a page in its list. */
export const pageMeta = (request: PageRequest, total: number, version: number, asOf: Date): PageMeta => ({
  total_count: total,
  page_count: Math.ceil(total / request.pageSize),
  per_page: request.pageSize,
  page: request.page,
  version,
  asOf: asOf.toISOString(),
});
