import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Box } from '@mantine/core';
import { shownPage } from '@mailcall/contract/rules/paging.ts';
import { Failed } from './answer.tsx';
import { type Column, DataTable, type Sorting, TableCard } from './data-table.tsx';
import { type GoToPage, useExistingPage } from './existing-page.ts';
import { Pager } from './pager.tsx';

/** How many rows the whole list has, as the wire names it. */
interface Meta {
  total_count: number;
}

/** A list that is loaded a page at a time, in each of its states: loading, failed with Retry, empty, rows with a pager. */
export function PagedTable<Row, Sort extends string>({
  query,
  empty,
  sizes,
  wholeUpTo,
  page,
  pageSize,
  onPage,
  onPageSize,
  ...table
}: {
  query: UseQueryResult<{ meta: Meta; records: Row[] }>;
  /** Shown instead of rows when there are none. */
  empty: ReactNode;
  /** Page sizes on offer. */
  sizes: readonly number[];
  /** A list of no more rows than this is shown whole, without a pager. */
  wholeUpTo: number;
  /** The page that was chosen, or that a link names. */
  page: number;
  pageSize: number;
  /** Goes to another page; with `replace`, in place of the one that the address names. */
  onPage: GoToPage;
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
  const { meta, records = [] } = query.data ?? {};
  const total = query.isPlaceholderData ? undefined : meta?.total_count;
  const leaving = useExistingPage(total, { page, pageSize }, wholeUpTo, onPage);
  const loading = leaving || (!asksNothing && (query.isPending || query.isPlaceholderData));
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
          // the page that was chosen, not that of the rows which are shown until the chosen ones are there
          shown={shownPage(meta.total_count, { page, pageSize }, wholeUpTo)}
          pageSize={pageSize}
          total={meta.total_count}
          sizes={sizes}
          loading={loading}
          onPage={onPage}
          onPageSize={onPageSize}
        />
      ) : null}
    </TableCard>
  );
}
