/** What a process is asked: to prepare expressions, or to evaluate them over rows. */
export type EvaluationRequest =
  | { expressions: readonly string[]; hasFilter: boolean }
  | {
      rows: readonly Record<string, unknown>[];
      /** The position of the one expression to evaluate; without it all. */
      only?: number;
    };

/** What evaluating the expressions over a row came to. */
export type RowResult =
  /** The values, by the expressions' positions; undefined for one without a value. */
  | { values: unknown[] }
  /** The filter, which is the first expression, leaves the row out. */
  | { leftOut: true }
  | {
      /** The position of the expression that failed. */
      failed: number;
      /** Completes "{column} …". */
      reason: string;
    };

/** Results as they are sent: JSON has no undefined, so that a row has the positions of the values that are. */
export type SentResult = Exclude<RowResult, { values: unknown[] }> | { values: unknown[]; without: number[] };

/** The results of what was sent. */
export const receivedResults = (sent: readonly SentResult[]): RowResult[] =>
  sent.map((result) => {
    if (!('values' in result)) return result;
    for (const at of result.without) result.values[at] = undefined;
    return { values: result.values };
  });
