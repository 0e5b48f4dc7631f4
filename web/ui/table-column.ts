import type { SortDirection } from '@mailcall/contract/rules/paging.ts';
import type { ReactNode } from 'react';

export interface Column<Row, Sort extends string> {
  key: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** Sort fields; one entry with the column's own title makes the whole heading the button. */
  sorts?: readonly { field: Sort; title: string }[];
  /** Pixels, or a share of the table such as '20%'; a column without it takes the rest. */
  width?: number | string;
}

export interface Sorting<Sort extends string> {
  field: Sort;
  dir: SortDirection;
}
