import type { ZodError } from 'zod';
import * as z from 'zod/mini';

/** Envelope of every JSON reply except OAuth: data for `success`, field problems for `fail`, a message for `error`. */
export const envelopeSchema = z.object({
  status: z.enum(['success', 'fail', 'error']),
  /** Message for people; present on `fail` and `error`. */
  message: z.optional(z.string()),
  /** Reply data; for `fail`, the problem of each field. */
  data: z.unknown(),
});

export type Envelope = z.infer<typeof envelopeSchema>;

/** Problems by field path. Each says what would be right. */
export type FieldProblems = Record<string, string>;

/** Maximum number of listed problems; the reply counts the others. */
export const maxListedProblems = 20;

/** Maximum length of a field name in a reply; clients invent unknown names. */
const maxFieldNameLength = 200;

const shortened = (field: string) =>
  field.length > maxFieldNameLength ? `${field.slice(0, maxFieldNameLength - 1)}…` : field;

/** Collects problems of a request: lists the first ones and counts the others. */
export class FieldProblemList {
  // without a prototype, because a field may be called `constructor`
  readonly listed: FieldProblems = Object.create(null) as FieldProblems;
  #listedCount = 0;
  #unlistedCount = 0;

  /** Number of problems beyond the list. */
  get unlisted(): number {
    return this.#unlistedCount;
  }

  get isEmpty(): boolean {
    return this.#listedCount === 0;
  }

  /** Adds a problem; only the first of a field is listed. */
  add(path: readonly PropertyKey[], problem: string): void {
    if (this.#listedCount === maxListedProblems) {
      this.#unlistedCount += 1;
      return;
    }
    const field = shortened(path.map(String).join('.'));
    if (field in this.listed) return;
    this.listed[field] = problem;
    this.#listedCount += 1;
  }

  /** Adds the issues of a schema; those of the value itself are listed under `rootField`. */
  addError(error: ZodError | undefined, rootField = 'request'): void {
    for (const issue of error?.issues ?? []) {
      if (issue.code === 'unrecognized_keys') {
        for (const key of issue.keys) this.add([...issue.path, key], 'This field is not known here.');
      } else {
        this.add(issue.path.length === 0 ? [rootField] : issue.path, issue.message);
      }
    }
  }
}
