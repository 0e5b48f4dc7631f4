/** Minimum failed requests for one common message instead of one per card. */
const minFailures = 3;

/** Whether one message should report the failures: most requests failed, at least three. */
export function haveMostFailed(failed: number, total: number): boolean {
  return failed >= minFailures && failed * 2 > total;
}
