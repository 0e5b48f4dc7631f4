import type { SortDirection } from '@mailcall/contract/rules/paging.ts';
import { Text, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './data-table.module.css';
import { useScrollToSelected } from './scroll-to-selected.ts';
import type { Column, Sorting } from './table-column.ts';

const sortsOf = <Row, Sort extends string>(columns: readonly Column<Row, Sort>[]) =>
  columns.flatMap((column) => column.sorts ?? []);

/** Height of the sort buttons in pixels; 0 without any. */
export const sortsHeight = <Row, Sort extends string>(columns: readonly Column<Row, Sort>[]): number =>
  sortsOf(columns).length === 0 ? 0 : 48;

export function CompactTable<Row, Sort extends string>({
  label,
  columns,
  rows,
  rowKey,
  renderItem,
  sorting,
  onSort,
}: {
  label: string;
  columns: readonly Column<Row, Sort>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  renderItem: (row: Row) => ReactNode;
  sorting: Sorting<Sort>;
  onSort: (field: Sort) => void;
}) {
  const sorts = sortsOf(columns);
  const sortButtons = useScrollToSelected<HTMLDivElement>('[aria-pressed="true"]', sorting.field);
  return (
    <>
      {sorts.length === 0 ? null : (
        <div ref={sortButtons} className={classes.sorts} role="group" aria-label="Sort by">
          <Text size="xs" c="dimmed" aria-hidden className={classes.sortsName}>
            Sort by
          </Text>
          {sorts.map(({ field, title }) => (
            <SortChip
              key={field}
              title={title}
              dir={field === sorting.field ? sorting.dir : null}
              onSort={() => onSort(field)}
            />
          ))}
        </div>
      )}
      <ul className={classes.list} data-empty={rows.length === 0 || undefined} aria-label={label}>
        {rows.map((row) => (
          <li key={rowKey(row)} className={classes.item}>
            {renderItem(row)}
          </li>
        ))}
      </ul>
    </>
  );
}

function SortChip({ title, dir, onSort }: { title: string; dir: SortDirection | null; onSort: () => void }) {
  const order = dir === null ? '' : dir === 'asc' ? ', ascending' : ', descending';
  const Icon = dir === 'asc' ? IconArrowUp : IconArrowDown;
  return (
    <UnstyledButton
      className={classes.chip}
      data-sorted={dir !== null || undefined}
      aria-pressed={dir !== null}
      aria-label={`${title}${order}`}
      onClick={onSort}
    >
      {title}
      {dir === null ? null : <Icon size={14} aria-hidden />}
    </UnstyledButton>
  );
}
