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

export interface ListTableProps<Row, Sort extends string> {
  label: string;
  query: UseQueryResult<ListPage<Row>>;
  sorting: Sorting<Sort>;
  page: number;
  pageSize: number;
  onSort: (field: Sort) => void;
  onPage: GoToPage;
  onPageSize: (size: number) => void;
  empty?: ReactNode;
  skeleton?: ReactNode;
  /** Shows only the first rows, and `below` instead of the pager. */
  preview?: { rows: number; below: ReactNode } | null;
}

export function ListTable<Row, Sort extends string>({
  empty = <NoRows />,
  ...table
}: ListTableProps<Row, Sort> & {
  columns: readonly Column<Row, Sort>[];
  rowKey: (row: Row) => string;
  renderItem: (row: Row) => ReactNode;
  onOpen: (row: Row) => void;
  /** Pixels. */
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

export function NoRows({ children }: { children?: ReactNode }) {
  return (
    <Stack align="center" gap="sm" py={48} px="md" ta="center" role="status">
      <Text fw={500}>{messages.noData}</Text>
      {children}
    </Stack>
  );
}
