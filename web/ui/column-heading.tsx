import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import classes from './data-table.module.css';
import type { Column, Sorting } from './table-column.ts';

export function ColumnHeading<Row, Sort extends string>({
  column,
  sorting,
  onSort,
}: {
  column: Column<Row, Sort>;
  sorting: Sorting<Sort>;
  onSort: (field: Sort) => void;
}) {
  const sorts = column.sorts ?? [];
  return (
    <div className={classes.heading}>
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
