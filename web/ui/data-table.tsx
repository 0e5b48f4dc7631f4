import { Paper } from '@mantine/core';
import { memo, type MouseEvent, type ReactNode, useCallback, useEffect, useRef } from 'react';
import { useClosingGap } from './brief-motion.ts';
import { ColumnHeading } from './column-heading.tsx';
import { CompactTable, sortsHeight } from './compact-table.tsx';
import classes from './data-table.module.css';
import { LoadingCover } from './loading-cover.tsx';
import { useRowKeys } from './page-keys.ts';
import { useIsCompact } from './screen-width.ts';
import type { Column, Sorting } from './table-column.ts';

/** What a table displays, in columns or as a list. */
export interface DataTableProps<Row, Sort extends string> {
  /** What the table lists. */
  label: string;
  columns: readonly Column<Row, Sort>[];
  rows: Row[];
  rowKey: (row: Row) => string;
  /** A row where there is no room for columns; all of it opens by the link that it marks with `rowAttributes`. */
  renderItem: (row: Row) => ReactNode;
  /** The row was pressed outside its links and buttons; absent when rows open nothing. */
  onOpen?: (row: Row) => void;
  sorting: Sorting<Sort>;
  onSort: (field: Sort) => void;
  loading: boolean;
  loadingText: string;
  /** Width in pixels below which the table scrolls sideways. */
  minWidth?: number;
  /** Width in pixels of its container below which it is a list; a table of few columns needs less. */
  compactBelow?: number;
}

/**
 * A table of rows that open: sortable headings, `j` and `k` step through the rows, and where there is little room the rows
 * are a list. The current rows stay, covered, while others are loaded.
 */
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
  useClosingGap(container, table.rows.map(table.rowKey));
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

/** Whether a click on a row is not meant to open it: it was on a control, or selected text to copy. */
const isOwnAction = (event: MouseEvent) =>
  (event.target instanceof Element && event.target.closest('a, button, input, select, label') !== null) ||
  (window.getSelection()?.toString() ?? '') !== '';

/** How a heading tells screen readers the order of its column; a column that does not sort has none. */
function orderOf<Row, Sort extends string>(column: Column<Row, Sort>, { field, dir }: Sorting<Sort>) {
  if (column.sorts === undefined) return undefined;
  if (!column.sorts.some((sort) => sort.field === field)) return 'none';
  return dir === 'asc' ? 'ascending' : 'descending';
}

/** Height of the headings in pixels, with the line below. */
const headHeight = 37;

/** The rows in columns of fixed widths; the column without a width takes the rest. */
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

/** A row, drawn again only when it or the columns are others: the headings of a list change before its rows. */
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

/** A function that stays the same and calls the latest one. */
function useLatest<Row>(callback: ((row: Row) => void) | undefined): (row: Row) => void {
  const latest = useRef(callback);
  useEffect(() => {
    latest.current = callback;
  });
  return useCallback((row) => latest.current?.(row), []);
}

/** The card around a table and what belongs to it. */
export function TableCard({ children }: { children: ReactNode }) {
  return <Paper className={classes.card}>{children}</Paper>;
}
