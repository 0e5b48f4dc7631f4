import { z } from 'zod';

/**
 * The envelope of every answer but OAuth's and binary ones: `success` carries data; `fail` says the
 * request was not valid (HTTP 400) and names each field; `error` carries a message for the person.
 */
export const envelopeSchema = z.object({
  status: z.enum(['success', 'fail', 'error']),
  /** For people; present on `fail` and `error`. */
  message: z.string().optional(),
  /** The answer, or for `fail` what is wrong with each field. */
  data: z.unknown(),
});

export type Envelope = z.infer<typeof envelopeSchema>;

/** What is wrong with each field of a request: path of the field → what would be right. */
export type FieldProblems = Record<string, string>;

/** How many problems an answer lists; of the others it gives the number. */
export const mostListedProblems = 20;

/** The longest name of a field in an answer: names of unknown fields are the client's own and may be of any length. */
const longestFieldName = 200;

const shortened = (field: string) =>
  field.length > longestFieldName ? `${field.slice(0, longestFieldName - 1)}…` : field;

/** What is wrong with the fields of a request: the first problems by field, and how many there are besides. */
export class FieldProblemList {
  // without a prototype, because a field may have the name of an inherited property, such as `constructor`
  readonly listed: FieldProblems = Object.create(null) as FieldProblems;
  #listedCount = 0;
  #unlistedCount = 0;

  /** Problems that are not listed. */
  get unlisted(): number {
    return this.#unlistedCount;
  }

  get isEmpty(): boolean {
    return this.#listedCount === 0;
  }

  /** Adds a problem; of several problems of one field the first is listed. */
  add(path: readonly PropertyKey[], problem: string): void {
    if (this.#listedCount === mostListedProblems) {
      this.#unlistedCount += 1;
      return;
    }
    const field = shortened(path.map(String).join('.'));
    if (field in this.listed) return;
    this.listed[field] = problem;
    this.#listedCount += 1;
  }

  /** Adds the issues of a schema; those of the value itself go under `whole`. */
  addError(error: z.ZodError, whole = 'request'): void {
    for (const issue of error.issues) {
      if (issue.code === 'unrecognized_keys') {
        for (const key of issue.keys) this.add([...issue.path, key], 'This field is not known here.');
      } else {
        this.add(issue.path.length === 0 ? [whole] : issue.path, issue.message);
      }
    }
  }
}
