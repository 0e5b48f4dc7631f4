import type { SortDirection } from '@mailcall/contract/rules/paging.ts';

/** Created once, because a collator is slow to create. */
const byText = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' });

function compare(one: string | number, other: string | number): number {
  return typeof one === 'number' && typeof other === 'number'
    ? one - other
    : byText.compare(String(one), String(other));
}

export interface SortedColumn {
  key: string;
  /** Direction of the first press; 'desc' if the highest is usually wanted first. */
  firstDir: SortDirection;
}

/** Order after a press: another column in its first direction, the same one reversed. */
export const sortingAfterPress = (
  pressed: SortedColumn,
  before: { key: string; dir: SortDirection },
): { key: string; dir: SortDirection } => ({
  key: pressed.key,
  dir: pressed.key !== before.key ? pressed.firstDir : before.dir === 'asc' ? 'desc' : 'asc',
});

/** Rows by value; equal ones keep their order, and empty ones are last in both directions. */
export function sortedRows<Row>(
  rows: readonly Row[],
  value: (row: Row) => string | number | null,
  dir: SortDirection,
): Row[] {
  const sign = dir === 'asc' ? 1 : -1;
  return rows
    .map((row) => ({ row, by: value(row) }))
    .sort((one, other) => {
      if (one.by === null || other.by === null) return Number(one.by === null) - Number(other.by === null);
      return sign * compare(one.by, other.by);
    })
    .map(({ row }) => row);
}
