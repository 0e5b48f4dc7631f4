export type EvaluationRequest =
  | { expressions: readonly string[]; hasFilter: boolean }
  | {
      rows: readonly Record<string, unknown>[];
      /** Position of the only expression to evaluate; all by default. */
      only?: number;
    };

export interface ExpressionFailure {
  at: number;
  /** Completes "{column} …". */
  reason: string;
}

export type RowResult =
  /** By position; undefined if an expression has no value or failed. */
  | { values: unknown[]; failures?: ExpressionFailure[] }
  /** The filter, which is the first expression, leaves the row out. */
  | { leftOut: true }
  /** The reason completes "where …". */
  | { filterFailed: string };

/** JSON has no undefined, so a row has the positions of its undefined values. */
export type SentResult =
  | Exclude<RowResult, { values: unknown[] }>
  | { values: unknown[]; without: number[]; failures?: ExpressionFailure[] };

export const receivedResults = (sent: readonly SentResult[]): RowResult[] =>
  sent.map((result) => {
    if (!('values' in result)) return result;
    const { without, ...row } = result;
    for (const at of without) row.values[at] = undefined;
    return row;
  });
