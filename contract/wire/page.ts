import { z } from 'zod';

/** Where a list's page stands, as the wire names it, and the version of the data it was read at. */
export const pageMetaSchema = z.object({
  /** Rows in the whole list. */
  total_count: z.int().min(0),
  /** Pages in the whole list; 0 when it is empty. */
  page_count: z.int().min(0),
  /** Rows per page. */
  per_page: z.int().min(1),
  /** This page, from 1. */
  page: z.int().min(1),
  /** Version of the data: rises with every change to the accounts asked for. */
  version: z.int().min(0),
  /** When the answer was computed. */
  asOf: z.iso.datetime(),
});
export type PageMeta = z.infer<typeof pageMetaSchema>;

/** The version of the data an answer was computed at. */
export const versionMetaSchema = pageMetaSchema.pick({ version: true, asOf: true });
export type VersionMeta = z.infer<typeof versionMetaSchema>;

/** A list answer: one page of records and where it stands. */
export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ meta: pageMetaSchema, records: z.array(row) });
