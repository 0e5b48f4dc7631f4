import { compareText } from '../../platform/sort-order.ts';

export type KnownStaff<Row> = Row & { handler_id: string; handler_name: string };

/** Without calls whose answerer is unknown. */
export function membersOfStaff<Row extends { handler_id: string | null; handler_name: string | null }>(
  rows: readonly Row[],
): KnownStaff<Row>[] {
  return rows.filter((row): row is KnownStaff<Row> => row.handler_id !== null && row.handler_name !== null);
}

type NamedStaff = { handler_name: string; handler_id: string; account_id: string };

/** Ignores case; then compares id and office id. */
export const byName = (a: NamedStaff, b: NamedStaff): number =>
  compareText(a.handler_name.toLowerCase(), b.handler_name.toLowerCase()) ||
  compareText(a.handler_id, b.handler_id) ||
  compareText(a.account_id, b.account_id);
