import { z } from 'zod';
import { scoreFieldNames } from './rules/score-fields.ts';
import { dropReasons, maxQuotationLength } from './rules/suggestions.ts';
import type { ScoreValue } from './rules/score-values.ts';

/** Bytes of an answer. */
export const maxSuggestionAnswer = 256 * 1024;
/** Seconds from the post until the whole answer is there. */
export const suggestionDeadline = 60;
const maxSuggestions = 100;

/** Body of the post to the provider's model. docs/connect/suggestions.md explains it. */
export interface SuggestionRequest {
  version: 1;
  call: {
    id: string;
    accountId: string;
    accountName: string;
    timeZone: string;
    /** UTC. */
    dateTime: string;
    durationSeconds: number;
    campaign: string | null;
    trackingLine: string | null;
  };
  transcript: {
    turns: { speaker: string | null; from: number | null; to: number | null; text: string }[];
  } | null;
  recording: { url: string; mediaType: string; expiresAt: string } | null;
  form: {
    /** JSON Schema of a score's values, with the office's choices. */
    schema: object;
    labels: Record<string, string>;
    staff: { id: string | null; name: string }[];
    offers: { id: string | null; name: string }[];
    services: { id: string | null; name: string }[];
    insurances: { id: string | null; name: string }[];
  };
  rubric: { version: string; fields: Record<string, object> };
  answerBy: string;
}

/** The model's answer. Unknown fields and wrong values are dropped one by one; another shape refuses the whole answer. */
export const suggestionAnswerSchema = z.strictObject({
  callId: z.string().max(200),
  suggestions: z
    .array(
      z.strictObject({
        field: z.string().max(100),
        value: z.unknown(),
        quotation: z.string().max(maxQuotationLength).nullable().default(null),
        second: z.number().min(0).max(86_400).nullable().default(null),
      }),
    )
    .max(maxSuggestions),
});

/** Shown beside a field of the desk; counts once a person accepts it. */
export const shownSuggestionSchema = z.object({
  field: z.enum(scoreFieldNames),
  value: z.unknown() as unknown as z.ZodType<ScoreValue>,
  /** Words of the transcript. */
  quotation: z.string().nullable(),
  /** Milliseconds. */
  at: z.int().min(0).nullable(),
});

const count = z.int().min(0);

/** How a model's suggestions ended. */
export const suggestionFigures = z.object({
  calls: count,
  /** Calls for which the model gave no usable answer. */
  failed: count,
  byField: z.array(
    z.object({
      field: z.enum(scoreFieldNames),
      suggested: count,
      accepted: count,
      /** Another value was saved, or an accepted one was removed again. */
      corrected: count,
      /** No value was saved. */
      ignored: count,
      /** Share accepted with its 95 % interval, 0 to 1; null below 30 calls. */
      share: z.object({ value: z.number(), low: z.number(), high: z.number() }).nullable(),
    }),
  ),
  dropped: z.array(z.object({ reason: z.enum(dropReasons), count })),
});
