import type { ZodError } from 'zod';
import * as z from 'zod/mini';

/** Envelope of every JSON reply except OAuth: data for `success`, field problems for `fail`, a message for `error`. */
export const envelopeSchema = z.object({
  status: z.enum(['success', 'fail', 'error']),
  message: z.optional(z.string()),
  data: z.unknown(),
});

export type Envelope = z.infer<typeof envelopeSchema>;

/** By field path. Each problem says what would be right. */
export type FieldProblems = Record<string, string>;

/** The reply counts the others. */
export const maxListedProblems = 20;

/** Clients invent unknown names. */
const maxFieldNameLength = 200;

const shortened = (field: string) =>
  field.length > maxFieldNameLength ? `${field.slice(0, maxFieldNameLength - 1)}…` : field;

export class FieldProblemList {
  // without a prototype, because a field may be called `constructor`
  readonly listed: FieldProblems = Object.create(null) as FieldProblems;
  #listedCount = 0;
  #unlistedCount = 0;

  get unlisted(): number {
    return this.#unlistedCount;
  }

  get isEmpty(): boolean {
    return this.#listedCount === 0;
  }

  /** Only the first problem of a field is listed. */
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

  /** Lists problems of the value itself under `rootField`. */
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
