import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Sorting } from '../../ui/data-table.tsx';
import type { GoToPage } from '../../ui/existing-page.ts';

/** What a list's table needs, whatever its rows are: a page of them, their order, and what is done when either is changed. */
export interface ListTableProps<Page, Sort extends string> {
  /** What is listed, for screen readers. */
  label: string;
  query: UseQueryResult<Page>;
  sorting: Sorting<Sort>;
  page: number;
  pageSize: number;
  /** A heading that sorts was pressed. */
  onSort: (field: Sort) => void;
  onPage: GoToPage;
  onPageSize: (size: number) => void;
  /** Shown when there are no rows; 'No data available' unless something better is known. */
  empty?: ReactNode;
  /** Says of each call which office it came to. */
  showAccount?: boolean;
}
