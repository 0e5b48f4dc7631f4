import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import classes from './data-table.module.css';
import type { Column, Sorting } from './table-column.ts';

/** The heading of a column, with a button for each field that it sorts by. */
export function ColumnHeading<Row, Sort extends string>({
  column,
  sorting,
  onSort,
}: {
  column: Column<Row, Sort>;
  sorting: Sorting<Sort>;
  onSort: (field: Sort) => void;
}) {
  const heading = useRef<HTMLDivElement>(null);
  const sorts = column.sorts ?? [];
  const sorted = sorts.some((sort) => sort.field === sorting.field) ? sorting.dir : null;
  // the table library's own sorting makes the heading a button, which hides the column and its order from screen readers
  useEffect(() => {
    if (column.sorts === undefined) return;
    const order = sorted === null ? 'none' : sorted === 'asc' ? 'ascending' : 'descending';
    heading.current?.closest('th')?.setAttribute('aria-sort', order);
  }, [column.sorts, sorted]);
  if (column.hideTitle) return <VisuallyHidden>{column.title}</VisuallyHidden>;
  return (
    <div ref={heading} className={classes.heading}>
      {sorts.some((sort) => sort.title === column.title) ? null : column.title}
      {sorts.map(({ field, title }) => {
        const dir = field === sorting.field ? sorting.dir : null;
        const Icon = dir === null ? IconArrowsSort : dir === 'asc' ? IconArrowUp : IconArrowDown;
        return (
          <UnstyledButton
            key={field}
            className={classes.sort}
            data-sorted={dir !== null || undefined}
            onClick={() => onSort(field)}
          >
            {title}
            <Icon size={14} aria-hidden />
          </UnstyledButton>
        );
      })}
    </div>
  );
}
