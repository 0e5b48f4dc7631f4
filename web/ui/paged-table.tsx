import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Box } from '@mantine/core';
import { visiblePage } from '@mailcall/contract/rules/paging.ts';
import { Failed, useDrawnAnswer } from './answer.tsx';
import { DataTable, type DataTableProps, TableCard } from './data-table.tsx';
import { type GoToPage, useRedirectToLastPage } from './redirect-to-last-page.ts';
import { Pager } from './pager.tsx';

/** The number of rows of the complete list, as in the response. */
interface Meta {
  total_count: number;
}

/** A list that is loaded a page at a time, in each of its states: loading, failed with Retry, empty, rows with a pager. */
export function PagedTable<Row, Sort extends string>({
  query,
  empty,
  pageSizes,
  maxUnpagedRows,
  pageParameter = 'page',
  pagesLabel,
  page,
  pageSize,
  onPage,
  onPageSize,
  skeleton = null,
  preview = null,
  ...table
}: Omit<DataTableProps<Row, Sort>, 'rows' | 'loading' | 'compactBelow'> & {
  query: UseQueryResult<{ meta: Meta; records: Row[] }>;
  /** Displayed instead of rows when there are none. */
  empty: ReactNode;
  /** The page sizes that a person can choose. */
  pageSizes: readonly number[];
  /** A list of no more rows than this is displayed completely, without a pager. */
  maxUnpagedRows: number;
  /** The name of the page in the address, for a page with several lists; `page` by default. */
  pageParameter?: string;
  /** Names the pager, for a page with several lists. */
  pagesLabel?: string;
  /** The page that was chosen, or that a link names. */
  page: number;
  pageSize: number;
  /** Goes to another page; with `replace` without a step in the browser's history. */
  onPage: GoToPage;
  onPageSize: (size: number) => void;
  /** Displayed until the first rows are loaded, in their shape; without it, empty columns with a note. */
  skeleton?: ReactNode;
  /** Displays only the first rows of the page, and `below` instead of the pager. */
  preview?: { rows: number; below: ReactNode } | null;
}) {
  // without accounts nothing is requested: the list is empty
  const isDisabled = query.isPending && query.fetchStatus === 'idle';
  const { meta, records = [] } = query.data ?? {};
  const total = query.isPlaceholderData ? undefined : meta?.total_count;
  const isRedirecting = useRedirectToLastPage(total, { page, pageSize }, maxUnpagedRows, onPage);
  const isDrawn = useDrawnAnswer(query.data) !== undefined;
  const loading = isRedirecting || (!isDisabled && (query.isPending || query.isPlaceholderData));
  return (
    <TableCard>
      {query.isError ? (
        <Box p="md">
          <Failed error={query.error} onRetry={() => void query.refetch()} />
        </Box>
      ) : !loading && records.length === 0 ? (
        empty
      ) : !isDrawn && skeleton !== null ? (
        skeleton
      ) : (
        <DataTable {...table} rows={preview ? records.slice(0, preview.rows) : records} loading={loading} />
      )}
      {preview ? (
        preview.below
      ) : meta && !query.isError ? (
        <Pager
          // the page that was chosen, not that of the rows that stay until the chosen ones are loaded
          view={visiblePage(meta.total_count, { page, pageSize }, maxUnpagedRows)}
          pageParameter={pageParameter}
          {...(pagesLabel === undefined ? {} : { label: pagesLabel })}
          pageSize={pageSize}
          total={meta.total_count}
          pageSizes={pageSizes}
          loading={loading}
          onPage={onPage}
          onPageSize={onPageSize}
        />
      ) : null}
    </TableCard>
  );
}
