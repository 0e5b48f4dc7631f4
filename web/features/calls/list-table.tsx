import { Stack, Text } from '@mantine/core';
import { pageSizes } from '@mailcall/contract/calls.ts';
import { defaultPageSize } from '@mailcall/contract/rules/paging.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Column, Sorting } from '../../ui/table-column.ts';
import type { GoToPage } from '../../ui/redirect-to-last-page.ts';
import { PagedTable } from '../../ui/paged-table.tsx';
import type { ListPage } from './api.ts';

/** The props of a list with any kind of rows: a page of rows, their order, and callbacks that change both. */
export interface ListTableProps<Row, Sort extends string> {
  /** What is listed, for screen readers. */
  label: string;
  query: UseQueryResult<ListPage<Row>>;
  sorting: Sorting<Sort>;
  page: number;
  pageSize: number;
  /** A heading that sorts was pressed. */
  onSort: (field: Sort) => void;
  onPage: GoToPage;
  onPageSize: (size: number) => void;
  /** Displayed when there are no rows; 'No data available' by default. */
  empty?: ReactNode;
  /** Displayed until the first rows are loaded, in their shape. */
  skeleton?: ReactNode;
  /** Displays only the first rows of the page, and `below` instead of the pager. */
  preview?: { rows: number; below: ReactNode } | null;
}

/** A list of calls or appointments, a page at a time. A row opens its call; on phones the rows are a list. */
export function ListTable<Row, Sort extends string>({
  empty = <NoRows />,
  ...table
}: ListTableProps<Row, Sort> & {
  columns: readonly Column<Row, Sort>[];
  rowKey: (row: Row) => string;
  /** A row where there is no room for columns. */
  renderItem: (row: Row) => ReactNode;
  onOpen: (row: Row) => void;
  /** In pixels. */
  minWidth: number;
}) {
  return (
    <PagedTable
      {...table}
      empty={empty}
      loadingText={messages.loadingData}
      pageSizes={pageSizes}
      maxUnpagedRows={defaultPageSize}
    />
  );
}

/** The text of a list without rows, followed by additional content. */
export function NoRows({ children }: { children?: ReactNode }) {
  return (
    <Stack align="center" gap="sm" py={48} px="md" ta="center" role="status">
      <Text fw={500}>{messages.noData}</Text>
      {children}
    </Stack>
  );
}
