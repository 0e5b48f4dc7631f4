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
  /** The values, by the expressions' positions. */
  | { values: unknown[] }
  /** The filter, which is the first expression, leaves the row out. */
  | { leftOut: true }
  | {
      /** The position of the expression that failed. */
      failed: number;
      /** Completes "{column} …". */
      reason: string;
    };
