import { z } from 'zod';

/**
 * The envelope of every answer but OAuth's and binary ones (spec 1 §7): `success` carries data; `fail` says the
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

/** Turns a schema's issues into `{field: what is wrong}`; fields inside are joined by dots. */
export function fieldProblems(error: z.ZodError, part?: string): FieldProblems {
  const problems: FieldProblems = {};
  for (const issue of error.issues) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : [undefined];
    for (const key of keys) {
      const path = [...issue.path, ...(key === undefined ? [] : [key])].join('.') || part || 'request';
      problems[path] ??= key === undefined ? issue.message : 'This field is not known here.';
    }
  }
  return problems;
}
