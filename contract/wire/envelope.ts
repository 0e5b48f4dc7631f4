import type { ZodError } from 'zod';
import * as z from 'zod/mini';

/**
 * The envelope of every reply except OAuth and binary ones. `success` carries data, `fail` (HTTP 400) the problem of
 * each field, and `error` a message for the person.
 */
export const envelopeSchema = z.object({
  status: z.enum(['success', 'fail', 'error']),
  /** A text for people; present on `fail` and `error`. */
  message: z.optional(z.string()),
  /** The data of the reply; for `fail` the problem of each field. */
  data: z.unknown(),
});

export type Envelope = z.infer<typeof envelopeSchema>;

/** The problems of a request by the path of the field. Each text says what would be right. */
export type FieldProblems = Record<string, string>;

/** The most problems that a reply lists. Of the others it gives the number. */
export const maxListedProblems = 20;

/** The most characters of a field's name in a reply: the names of unknown fields come from the client. */
const maxFieldNameLength = 200;

const shortened = (field: string) =>
  field.length > maxFieldNameLength ? `${field.slice(0, maxFieldNameLength - 1)}…` : field;

/** The problems of a request's fields: the first ones by field, and the number of the others. */
export class FieldProblemList {
  // without a prototype, because a field can have the name of an inherited property, such as `constructor`
  readonly listed: FieldProblems = Object.create(null) as FieldProblems;
  #listedCount = 0;
  #unlistedCount = 0;

  /** The number of problems that are not listed. */
  get unlisted(): number {
    return this.#unlistedCount;
  }

  get isEmpty(): boolean {
    return this.#listedCount === 0;
  }

  /** Adds a problem. Of several problems of the same field only the first is listed. */
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
  addError(error: ZodError, rootField = 'request'): void {
    for (const issue of error.issues) {
      if (issue.code === 'unrecognized_keys') {
        for (const key of issue.keys) this.add([...issue.path, key], 'This field is not known here.');
      } else {
        this.add(issue.path.length === 0 ? [rootField] : issue.path, issue.message);
      }
    }
  }
}
