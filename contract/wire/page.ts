import { z } from 'zod';
import { wholeNumber } from './query.ts';

export const pageMetaSchema = z.object({
  total_count: z.int().min(0),
  /** 0 for an empty list. */
  page_count: z.int().min(0),
  per_page: z.int().min(1),
  page: z.int().min(1),
  /** Increases with every change to the requested accounts. */
  version: z.int().min(0),
  /** When the reply was computed or confirmed to be current. */
  asOf: z.iso.datetime(),
});
export type PageMeta = z.infer<typeof pageMetaSchema>;

export const versionMetaSchema = pageMetaSchema.pick({ version: true, asOf: true });
export type VersionMeta = z.infer<typeof versionMetaSchema>;

/** The list is complete without `page` and `pageSize`. Either one implies the other's default. */
export const optionalPageShape = {
  page: wholeNumber(1, 1_000_000).optional(),
  pageSize: wholeNumber(1, 500).optional(),
};

/** The position is present only for a requested page. */
export const optionalPageMetaSchema = pageMetaSchema.partial({
  total_count: true,
  page_count: true,
  per_page: true,
  page: true,
});
export type OptionalPageMeta = z.infer<typeof optionalPageMetaSchema>;

export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ meta: pageMetaSchema, records: z.array(row) });
