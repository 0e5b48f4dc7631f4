import { z } from 'zod';
import { thousands } from './rules/rates.ts';

/** Files of the feed whose rows people make and change in the portal. */
export const editedFiles = [
  'accounts',
  'contacts',
  'staff',
  'campaigns',
  'tracking-lines',
  'sales-contacts',
  'designs',
  'design-versions',
  'geodata',
  'mailing-areas',
  'mailing-zones',
] as const;
export type EditedFile = (typeof editedFiles)[number];

/** Rows of these files, made in the portal, keep their id when the feed gives them one of its own. */
export const tiedFiles = ['accounts', 'contacts', 'campaigns', 'tracking-lines'] as const;
export type TiedFile = (typeof tiedFiles)[number];

const madeHere = /^portal-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** For PostgreSQL. */
export const madeHerePattern = madeHere.source;

/** No new row of the feed can have such an id. */
export const isMadeHere = (id: string): boolean => madeHere.test(id);

/** By the names of `import.md`, as cells of the feed: `2026-03-31`, `true`, lists divided by semicolons. Null: empty. */
export const editedValuesSchema = z.record(z.string(), z.string().nullable());
export type EditedValues = z.infer<typeof editedValuesSchema>;

export const editedRowSchema = z.object({
  id: z.string(),
  /** Null for contacts and sales contacts. */
  accountId: z.string().nullable(),
  values: editedValuesSchema,
  /** What the feed sent last, for each value that was changed here: "changed here, the feed says …". */
  feedSays: editedValuesSchema,
  /** Whether the row was made in the portal. */
  isMadeHere: z.boolean(),
  /** Ids under which the feed knows a row made here. */
  feedIds: z.array(z.string()),
});
export type EditedRow = z.infer<typeof editedRowSchema>;

/** Values of a request, by column with its longest text. */
export const typedValuesOf = <Column extends string>(lengths: Readonly<Record<Column, number>>) =>
  z.strictObject(
    Object.fromEntries(
      Object.entries<number>(lengths).map(([column, max]) => [
        column,
        z
          .string()
          .max(max, `Use at most ${thousands(max)} characters.`)
          .nullable()
          .exactOptional(),
      ]),
    ) as Record<Column, z.ZodExactOptional<z.ZodNullable<z.ZodString>>>,
  );

/** Body of a save. `before`: the values that the page showed, of the same columns; if another is stored now, 422 names it. */
export const editedChangeOf = <Column extends string>(lengths: Readonly<Record<Column, number>>) =>
  z.strictObject({ values: typedValuesOf(lengths), before: typedValuesOf(lengths) });

export const feedAnswers = ['tie', 'keep apart', 'reject'] as const;
export type FeedAnswer = (typeof feedAnswers)[number];

/** A row of the feed with the email or number of a row made here: are they the same? */
export const feedQuestionSchema = z.object({
  id: z.uuid(),
  file: z.enum(['contacts', 'tracking-lines']),
  /** The value that both have. */
  column: z.enum(['email', 'number']),
  feedId: z.string(),
  /** Cells of the feed's row. */
  feedRow: editedValuesSchema,
  rowId: z.string(),
  askedAt: z.iso.datetime(),
});
export type FeedQuestion = z.infer<typeof feedQuestionSchema>;
