import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Box } from '@mantine/core';
import { visiblePage } from '@mailcall/contract/rules/paging.ts';
import { Failed, useDrawnAnswer } from './answer.tsx';
import { DataTable, type DataTableProps, TableCard } from './data-table.tsx';
import { type GoToPage, useRedirectToLastPage } from './redirect-to-last-page.ts';
import { Pager } from './pager.tsx';

interface Meta {
  total_count: number;
}

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
  isRequestedLater = false,
  ...table
}: Omit<DataTableProps<Row, Sort>, 'rows' | 'loading' | 'compactBelow'> & {
  query: UseQueryResult<{ meta: Meta; records: Row[] }>;
  empty: ReactNode;
  pageSizes: readonly number[];
  maxUnpagedRows: number;
  /** URL parameter of the page, for several lists on a page. Default: `page`. */
  pageParameter?: string;
  pagesLabel?: string;
  page: number;
  pageSize: number;
  onPage: GoToPage;
  onPageSize: (size: number) => void;
  /** Shown until the first rows load; otherwise empty columns with a note. */
  skeleton?: ReactNode;
  /** Whether the list is requested later, as when it gets near the window: until then it is loading, not empty. */
  isRequestedLater?: boolean;
  /** Displays only the first rows of the page, and `below` instead of the pager. */
  preview?: { rows: number; below: ReactNode } | null;
}) {
  // without accounts nothing is requested: the list is empty
  const isDisabled = !isRequestedLater && query.isPending && query.fetchStatus === 'idle';
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
          // the requested page, even while rows of another page are shown
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
