import { Paper } from '@mantine/core';
import { memo, type MouseEvent, type ReactNode, useCallback, useEffect, useRef } from 'react';
import { useRowExitAnimation } from './brief-motion.ts';
import { ColumnHeading } from './column-heading.tsx';
import { CompactTable, sortsHeight } from './compact-table.tsx';
import classes from './data-table.module.css';
import { LoadingCover } from './loading-cover.tsx';
import { useRowKeys } from './page-keys.ts';
import { useIsCompact } from './screen-width.ts';
import type { Column, Sorting } from './table-column.ts';

export interface DataTableProps<Row, Sort extends string> {
  label: string;
  columns: readonly Column<Row, Sort>[];
  rows: Row[];
  rowKey: (row: Row) => string;
  /** A row where columns do not fit. The link marked with `rowAttributes` opens all of it. */
  renderItem: (row: Row) => ReactNode;
  /** Called when a row is pressed outside its links and buttons; absent if rows open nothing. */
  onOpen?: (row: Row) => void;
  sorting: Sorting<Sort>;
  onSort: (field: Sort) => void;
  loading: boolean;
  loadingText: string;
  /** Width in pixels below which the table scrolls sideways. */
  minWidth?: number;
  /** Container width in pixels below which it is a list; tables with few columns need less. */
  compactBelow?: number;
}

export function DataTable<Row, Sort extends string>({
  compactBelow,
  minWidth = 1000,
  renderItem,
  onOpen,
  ...table
}: DataTableProps<Row, Sort>) {
  const { loading, loadingText } = table;
  const container = useRef<HTMLDivElement>(null);
  const isCompact = useIsCompact(container, compactBelow);
  useRowKeys(container);
  useRowExitAnimation(container, table.rows.map(table.rowKey));
  return (
    <div ref={container} aria-busy={loading} className={classes.container}>
      <LoadingCover
        loading={loading}
        text={loadingText}
        headHeight={isCompact ? sortsHeight(table.columns) : headHeight}
      >
        {isCompact ? (
          <CompactTable {...table} renderItem={renderItem} />
        ) : (
          <ColumnTable {...table} onOpen={onOpen} minWidth={minWidth} />
        )}
      </LoadingCover>
    </div>
  );
}

/** Whether a click has its own purpose: on a control, or to select text. */
const isOwnAction = (event: MouseEvent) =>
  (event.target instanceof Element && event.target.closest('a, button, input, select, label') !== null) ||
  (window.getSelection()?.toString() ?? '') !== '';

function orderOf<Row, Sort extends string>(column: Column<Row, Sort>, { field, dir }: Sorting<Sort>) {
  if (column.sorts === undefined) return undefined;
  if (!column.sorts.some((sort) => sort.field === field)) return 'none';
  return dir === 'asc' ? 'ascending' : 'descending';
}

/** Height of the headings with their line, in pixels. */
const headHeight = 37;

/** Rows in columns of fixed widths; a column without a width takes the rest. */
function ColumnTable<Row, Sort extends string>({
  label,
  columns,
  rows,
  rowKey,
  onOpen,
  sorting,
  onSort,
  minWidth,
}: Pick<DataTableProps<Row, Sort>, 'label' | 'columns' | 'rows' | 'rowKey' | 'sorting' | 'onSort'> & {
  onOpen: ((row: Row) => void) | undefined;
  minWidth: number;
}) {
  const open = useLatest(onOpen);
  return (
    <div className={classes.scroller} data-empty={rows.length === 0 || undefined}>
      <table className={classes.table} aria-label={label} style={{ minWidth }}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                style={{ width: column.width }}
                aria-sort={orderOf(column, sorting)}
              >
                <ColumnHeading column={column} sorting={sorting} onSort={onSort} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow
              key={rowKey(row)}
              row={row}
              columns={columns as readonly Column<unknown, string>[]}
              {...(onOpen === undefined ? {} : { onOpen: open as (row: unknown) => void })}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Rendered again only if the row or the columns change: headings change before the rows. */
const TableRow = memo(function TableRow({
  row,
  columns,
  onOpen,
}: {
  row: unknown;
  columns: readonly Column<unknown, string>[];
  onOpen?: (row: unknown) => void;
}) {
  return (
    // the link in the row opens it by the keyboard
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <tr
      data-opens={onOpen !== undefined || undefined}
      onClick={(event) => {
        if (!isOwnAction(event)) onOpen?.(row);
      }}
    >
      {columns.map((column) => (
        <td key={column.key}>{column.cell(row)}</td>
      ))}
    </tr>
  );
});

function useLatest<Row>(callback: ((row: Row) => void) | undefined): (row: Row) => void {
  const latest = useRef(callback);
  useEffect(() => {
    latest.current = callback;
  });
  return useCallback((row) => latest.current?.(row), []);
}

export function TableCard({ children }: { children: ReactNode }) {
  return <Paper className={classes.card}>{children}</Paper>;
}
