import type { SortDirection } from '@mailcall/contract/rules/sort-direction.ts';
import type { ReactNode } from 'react';

/** One column of a table. */
export interface Column<Row, Sort extends string> {
  /** Its name within the table. */
  key: string;
  /** Its heading; the accessible name too. */
  title: string;
  /** The content of a cell. */
  cell: (row: Row) => ReactNode;
  /** What its heading sorts by; one entry with the column's own title makes the whole heading the button. */
  sorts?: readonly { field: Sort; title: string }[];
  /** In pixels; a column without it takes the rest. */
  width?: number;
}

/** How a table is sorted. */
export interface Sorting<Sort extends string> {
  field: Sort;
  dir: SortDirection;
}
