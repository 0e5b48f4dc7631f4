import type { SortDirection } from '@mailcall/contract/rules/sort-direction.ts';

/** Created once: a comparison by the locale's rules is slow to prepare. */
const byText = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' });

function compare(one: string | number, other: string | number): number {
  return typeof one === 'number' && typeof other === 'number'
    ? one - other
    : byText.compare(String(one), String(other));
}

/** A column as far as its order matters. */
export interface SortedColumn {
  key: string;
  /** The direction of the first press: 'desc' where the highest is wanted first. */
  firstDir: SortDirection;
}

/** The order of a table: a press sorts by another column in its first direction, and turns that of the same column around. */
export const sortingAfterPress = (
  pressed: SortedColumn,
  before: { key: string; dir: SortDirection },
): { key: string; dir: SortDirection } => ({
  key: pressed.key,
  dir: pressed.key !== before.key ? pressed.firstDir : before.dir === 'asc' ? 'desc' : 'asc',
});

/** Rows in the order of a value; equal ones stay in their order, and those without a value are last in both directions. */
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
