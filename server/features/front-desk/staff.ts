/** A row of calls whose answerer is known by name. */
export type KnownStaff<Row> = Row & { handler_id: string; handler_name: string };

/** The rows of members of staff, without the calls of which it is not known who answered. */
export function membersOfStaff<Row extends { handler_id: string | null; handler_name: string | null }>(
  rows: readonly Row[],
): KnownStaff<Row>[] {
  return rows.filter((row): row is KnownStaff<Row> => row.handler_id !== null && row.handler_name !== null);
}

/** Order of texts, the same whatever the machine's language. */
export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Order of members of staff: by name whatever its case, then by id. */
export const byName = (
  a: { handler_name: string; handler_id: string },
  b: { handler_name: string; handler_id: string },
): number =>
  byText(a.handler_name.toLowerCase(), b.handler_name.toLowerCase()) || byText(a.handler_id, b.handler_id);
