import { Group, NativeSelect, Pagination, Text } from '@mantine/core';
import type { ShownPage } from '@mailcall/contract/rules/paging.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import classes from './pager.module.css';

/** Where a list's page stands: which rows of how many, other pages, and how many rows a page has. */
export function Pager({
  shown,
  pageSize,
  total,
  sizes,
  loading = false,
  onPage,
  onPageSize,
  rows = 'rows',
  place = (first, last, all) => `${first} – ${last} of ${all}`,
}: {
  /** The part of the list that is shown; one that is shown whole has no pager. */
  shown: ShownPage;
  pageSize: number;
  total: number;
  /** Page sizes on offer. */
  sizes: readonly number[];
  /** While other rows are loaded the numbers of the ones before are not true any more. */
  loading?: boolean;
  onPage: (page: number) => void;
  onPageSize: (size: number) => void;
  /** What the rows are called. */
  rows?: string;
  /** Says which rows of how many are shown; the numbers come as people read them. */
  place?: (first: string, last: string, all: string) => string;
}) {
  if (!shown.paged) return null;
  return (
    <Group component="nav" aria-label="Pages" justify="space-between" gap="sm" className={classes.pager}>
      <Text size="sm" c="dimmed" role="status">
        {loading ? '\u00a0' : place(thousands(shown.start + 1), thousands(shown.end), thousands(total))}
      </Text>
      <Group gap="sm" wrap="wrap">
        <NativeSelect
          size="xs"
          aria-label={`${rows[0]?.toUpperCase()}${rows.slice(1)} per page`}
          value={String(pageSize)}
          data={sizes.map((size) => ({ value: String(size), label: `${size} ${rows}` }))}
          onChange={(event) => onPageSize(Number(event.currentTarget.value))}
          classNames={{ input: classes.size }}
        />
        <Pagination
          size="sm"
          total={shown.pageCount}
          value={shown.page}
          onChange={onPage}
          siblings={1}
          boundaries={1}
          getControlProps={(control) => ({
            'aria-label': `${control[0]?.toUpperCase()}${control.slice(1)} page`,
          })}
          getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
          classNames={{ control: classes.control }}
        />
      </Group>
    </Group>
  );
}
