import { Group, NativeSelect, Pagination, Text } from '@mantine/core';
import type { VisiblePage } from '@mailcall/contract/rules/paging.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { useCurrentPage, useReadPage } from '../platform/address.ts';
import classes from './pager.module.css';
import { useState } from 'react';

export function Pager({
  view,
  pageParameter,
  pageSize,
  total,
  pageSizes = [],
  loading = false,
  onPage,
  onPageSize,
  label = 'Pages',
  rowsLabel = 'rows',
  rangeText = (first, last, all) => `${first} – ${last} of ${all}`,
}: {
  /** Visible part of the list; a complete list has no pager. */
  view: VisiblePage;
  /** URL parameter of the page. The next page follows it, even if its rows are not shown yet. */
  pageParameter?: string;
  pageSize: number;
  total: number;
  pageSizes?: readonly number[];
  /** Hides the old row numbers while other rows load. */
  loading?: boolean;
  onPage: (page: number) => void;
  onPageSize?: (size: number) => void;
  label?: string;
  rowsLabel?: string;
  /** Text with the row range; receives formatted numbers. */
  rangeText?: (first: string, last: string, all: string) => string;
}) {
  const page = useCurrentPage(pageParameter) ?? view.page;
  const readPage = useReadPage(pageParameter);
  if (!view.paged) return null;
  const existing = (number: number) => Math.min(Math.max(number, 1), view.pageCount);
  const step = (by: 1 | -1) => onPage(existing(existing(readPage() ?? page) + by));
  return (
    <Group component="nav" aria-label={label} justify="space-between" gap="sm" className={classes.pager}>
      <Text size="sm" c="dimmed" role="status">
        {loading ? '\u00a0' : rangeText(thousands(view.start + 1), thousands(view.end), thousands(total))}
      </Text>
      <Group gap="sm" wrap="wrap">
        {pageSizes.length > 0 && (
          <NativeSelect
            size="xs"
            aria-label={`${rowsLabel[0]?.toUpperCase()}${rowsLabel.slice(1)} per page`}
            value={String(pageSize)}
            data={pageSizes.map((size) => ({ value: String(size), label: `${size} ${rowsLabel}` }))}
            onChange={(event) => onPageSize?.(Number(event.currentTarget.value))}
            classNames={{ input: classes.size }}
          />
        )}
        <Pagination
          size="sm"
          total={view.pageCount}
          value={existing(page)}
          onChange={onPage}
          siblings={1}
          boundaries={1}
          gap="var(--pager-gap)"
          getControlProps={(control) => ({
            'aria-label': `${control[0]?.toUpperCase()}${control.slice(1)} page`,
            onClick: () => step(control === 'next' ? 1 : -1),
          })}
          getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
          classNames={{ control: classes.control }}
        />
      </Group>
    </Group>
  );
}

/** Page of a list outside the URL. `list`: the request without the page; another one starts at page 1. */
export function usePageOf(list: object): [page: number, setPage: (page: number) => void] {
  const key = JSON.stringify(list);
  const [chosen, setChosen] = useState({ key, page: 1 });
  return [chosen.key === key ? chosen.page : 1, (page) => setChosen({ key, page })];
}
