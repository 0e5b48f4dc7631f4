/** Request to a process: to prepare expressions, or to evaluate them over rows. */
export type EvaluationRequest =
  | { expressions: readonly string[]; hasFilter: boolean }
  | {
      rows: readonly Record<string, unknown>[];
      /** The position of the one expression to evaluate; without it all. */
      only?: number;
    };

/** An expression that failed. */
export interface ExpressionFailure {
  /** Its position. */
  at: number;
  /** Completes "{column} …". */
  reason: string;
}

/** Result of evaluating the expressions over a row. */
export type RowResult =
  /** The values, by the expressions' positions; undefined for one without a value, and for one that failed. */
  | { values: unknown[]; failures?: ExpressionFailure[] }
  /** The filter, which is the first expression, leaves the row out. */
  | { leftOut: true }
  /** The filter failed; the reason completes "where …". */
  | { filterFailed: string };

/** Results as the process sends them: JSON has no undefined, so a row has the positions of its undefined values. */
export type SentResult =
  | Exclude<RowResult, { values: unknown[] }>
  | { values: unknown[]; without: number[]; failures?: ExpressionFailure[] };

/** Restores sent results. */
export const receivedResults = (sent: readonly SentResult[]): RowResult[] =>
  sent.map((result) => {
    if (!('values' in result)) return result;
    const { without, ...row } = result;
    for (const at of without) row.values[at] = undefined;
    return row;
  });
