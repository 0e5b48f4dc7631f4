import type { SortDirection } from '@mailcall/contract/rules/sort-direction.ts';

/** Created once: a comparison by the locale's rules is slow to prepare. */
const byText = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' });

function compare(one: string | number, other: string | number): number {
  return typeof one === 'number' && typeof other === 'number'
    ? one - other
    : byText.compare(String(one), String(other));
}

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
