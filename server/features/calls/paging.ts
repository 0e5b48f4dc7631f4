import type { PageMeta } from '@mailcall/contract/wire/page.ts';
import { type RawBuilder, sql } from 'kysely';

/** The part of a list that a request asks for. */
export interface PageAsked {
  /** From 1. */
  page: number;
  /** Rows per page. */
  pageSize: number;
}

/** The rows of a page, in a statement. */
export const pageLimit = ({ page, pageSize }: PageAsked): RawBuilder<unknown> =>
  sql`limit ${pageSize} offset ${(page - 1) * pageSize}`;

/** Where a page stands in its list. */
export const pageMeta = (asked: PageAsked, total: number, version: number, asOf: Date): PageMeta => ({
  total_count: total,
  page_count: Math.ceil(total / asked.pageSize),
  per_page: asked.pageSize,
  page: asked.page,
  version,
  asOf: asOf.toISOString(),
});

/** A sort direction as SQL. */
export const directionOf = (dir: 'asc' | 'desc'): RawBuilder<unknown> =>
  dir === 'asc' ? sql`asc` : sql`desc`;
