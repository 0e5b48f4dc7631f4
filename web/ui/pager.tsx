import { Group, NativeSelect, Pagination, Text } from '@mantine/core';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import classes from './pager.module.css';

/** Where a list's page stands: which rows of how many, other pages, and how many rows a page has. */
export function Pager({
  page,
  pageSize,
  total,
  sizes,
  smallest,
  onPage,
  onPageSize,
  rows = 'rows',
  place = (first, last, all) => `${first} – ${last} of ${all}`,
}: {
  page: number;
  pageSize: number;
  total: number;
  /** Page sizes on offer. */
  sizes: readonly number[];
  /** A list of no more rows than this has no pages to choose from. */
  smallest: number;
  onPage: (page: number) => void;
  onPageSize: (size: number) => void;
  /** What the rows are called. */
  rows?: string;
  /** Says which rows of how many are shown; the numbers come as people read them. */
  place?: (first: string, last: string, all: string) => string;
}) {
  if (total <= smallest) return null;
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const first = (page - 1) * pageSize + 1;
  return (
    <Group component="nav" aria-label="Pages" justify="space-between" gap="sm" className={classes.pager}>
      <Text size="sm" c="dimmed" role="status">
        {place(
          thousands(Math.min(first, total)),
          thousands(Math.min(total, first + pageSize - 1)),
          thousands(total),
        )}
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
          total={pages}
          value={page}
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
