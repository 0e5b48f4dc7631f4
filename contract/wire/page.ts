import { z } from 'zod';
import { wholeNumber } from './query.ts';

/** The position of a page in its list, and the version of the data. */
export const pageMetaSchema = z.object({
  /** Number of rows in the whole list. */
  total_count: z.int().min(0),
  /** Number of pages; 0 when the list is empty. */
  page_count: z.int().min(0),
  /** Rows per page. */
  per_page: z.int().min(1),
  /** Number of this page, from 1. */
  page: z.int().min(1),
  /** Version of the data, which rises with every change to the requested accounts. */
  version: z.int().min(0),
  /** When the reply was computed, or found to be still the same. */
  asOf: z.iso.datetime(),
});
export type PageMeta = z.infer<typeof pageMetaSchema>;

/** The version of the data that a reply was computed from. */
export const versionMetaSchema = pageMetaSchema.pick({ version: true, asOf: true });
export type VersionMeta = z.infer<typeof versionMetaSchema>;

/** The page of a list that is answered completely without `page` and `pageSize`. One of them implies the other's default. */
export const optionalPageShape = {
  /** From 1. */
  page: wholeNumber(1, 1_000_000).optional(),
  /** Rows per page; 15 by default. */
  pageSize: wholeNumber(1, 500).optional(),
};

/** The version of the data and, of a requested page, its position in the list. */
export const optionalPageMetaSchema = pageMetaSchema.partial({
  total_count: true,
  page_count: true,
  per_page: true,
  page: true,
});
export type OptionalPageMeta = z.infer<typeof optionalPageMetaSchema>;

/** The reply of a list: one page of records and its position. */
export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ meta: pageMetaSchema, records: z.array(row) });
