import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Box } from '@mantine/core';
import { Failed } from './answer.tsx';
import { type Column, DataTable, type Sorting, TableCard } from './data-table.tsx';
import { Pager } from './pager.tsx';

/** Where a page of rows stands, as the wire names it. */
interface Place {
  total_count: number;
  page: number;
  per_page: number;
}

/** A list that is loaded a page at a time, in each of its states: loading, failed with Retry, empty, rows with a pager. */
export function PagedTable<Row, Sort extends string>({
  query,
  empty,
  sizes,
  smallest,
  pageSize,
  onPage,
  onPageSize,
  ...table
}: {
  query: UseQueryResult<{ meta: Place; records: Row[] }>;
  /** Shown instead of rows when there are none. */
  empty: ReactNode;
  /** Page sizes on offer. */
  sizes: readonly number[];
  /** A list of no more rows than this has no pages to choose from. */
  smallest: number;
  pageSize: number;
  onPage: (page: number) => void;
  onPageSize: (size: number) => void;
  label: string;
  columns: readonly Column<Row, Sort>[];
  rowKey: (row: Row) => string;
  renderItem: (row: Row) => ReactNode;
  onOpen?: (row: Row) => void;
  sorting: Sorting<Sort>;
  onSort: (field: Sort) => void;
  loadingText: string;
  minWidth?: number;
}) {
  // without accounts nothing is asked, and that is an empty list
  const asksNothing = query.isPending && query.fetchStatus === 'idle';
  const loading = !asksNothing && (query.isPending || query.isPlaceholderData);
  const { meta, records = [] } = query.data ?? {};
  return (
    <TableCard>
      {query.isError ? (
        <Box p="md">
          <Failed error={query.error} onRetry={() => void query.refetch()} />
        </Box>
      ) : !loading && records.length === 0 ? (
        empty
      ) : (
        <DataTable {...table} rows={records} loading={loading} />
      )}
      {meta && !query.isError ? (
        <Pager
          page={meta.page}
          pageSize={pageSize}
          total={meta.total_count}
          sizes={sizes}
          smallest={smallest}
          onPage={onPage}
          onPageSize={onPageSize}
        />
      ) : null}
    </TableCard>
  );
}
