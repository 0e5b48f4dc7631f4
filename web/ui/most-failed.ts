/** The fewest failed requests that are told in one message instead of on every card. */
const minFailures = 3;

/** Whether so many of a page's requests failed that one message says it for all: most of them, and at least three. */
export function haveMostFailed(failed: number, total: number): boolean {
  return failed >= minFailures && failed * 2 > total;
}
