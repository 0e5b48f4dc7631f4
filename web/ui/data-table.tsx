import { Group, Loader, LoadingOverlay, Paper, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react';
import { DataTable as Table } from 'mantine-datatable';
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import classes from './data-table.module.css';
import { useIsNarrowerThan } from './narrow.ts';
import { useRowKeys } from './page-keys.ts';
import { useChosenInView } from './chosen-in-view.ts';

/** One column of a {@link DataTable}. */
export interface Column<Row, Sort extends string> {
  /** Its name within the table. */
  key: string;
  /** Its heading; the accessible name too. */
  title: string;
  /** What a cell shows. */
  cell: (row: Row) => ReactNode;
  /** What its heading sorts by; one entry with the column's own title makes the whole heading the button. */
  sorts?: readonly { field: Sort; title: string }[];
  width?: number | string;
  align?: 'left' | 'right' | 'center';
  /** The heading is read but not seen: for a column of marks. */
  hideTitle?: boolean;
}

/** How a table is sorted. */
export interface Sorting<Sort extends string> {
  field: Sort;
  dir: 'asc' | 'desc';
}

function Heading<Row, Sort extends string>({
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
  // the table library's own sorting turns the heading into a button, which takes column and order from screen readers
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

const isOwnAction = (event: MouseEvent) =>
  (event.target instanceof Element && event.target.closest('a, button, input, select, label') !== null) ||
  // text was marked to be copied
  (window.getSelection()?.toString() ?? '') !== '';

/**
 * A table of rows that open: sortable headings, `j` and `k` step through the rows, and where the window is narrow the
 * rows are a list. The rows shown stay, veiled, while others are loaded.
 */
export function DataTable<Row, Sort extends string>({
  label,
  columns,
  rows,
  rowKey,
  renderItem,
  onOpen,
  sorting,
  onSort,
  loading,
  loadingText,
  minWidth = 1000,
  room,
}: {
  /** What the table lists. */
  label: string;
  columns: readonly Column<Row, Sort>[];
  rows: Row[];
  rowKey: (row: Row) => string;
  /** A row where there is no room for columns; the whole of it opens by the link that it marks with {@link rowMark}. */
  renderItem: (row: Row) => ReactNode;
  /** The row was pressed beside its links and buttons; rows that open nothing have none. */
  onOpen?: (row: Row) => void;
  sorting: Sorting<Sort>;
  onSort: (field: Sort) => void;
  loading: boolean;
  loadingText: string;
  /** Width in pixels below which the table scrolls sideways. */
  minWidth?: number;
  /** Width in pixels of its place below which it is a list; a table of few columns needs less. */
  room?: number;
}) {
  const place = useRef<HTMLDivElement>(null);
  const narrow = useIsNarrowerThan(place, room);
  useRowKeys(place);
  const sorts = useChosenInView<HTMLDivElement>('[aria-pressed="true"]', `${narrow} ${sorting.field}`);
  const open = (event: MouseEvent, row: Row) => {
    if (!isOwnAction(event)) onOpen?.(row);
  };

  const veil = (
    <Group gap="sm" className={classes.veil}>
      <Loader size="sm" />
      <Text size="sm">{loadingText}</Text>
    </Group>
  );

  return (
    <div ref={place} aria-busy={loading} className={classes.place}>
      <VisuallyHidden role="status">{loading ? loadingText : ''}</VisuallyHidden>
      {narrow ? (
        <>
          <LoadingOverlay
            visible={loading}
            loaderProps={{ children: veil }}
            overlayProps={{ className: classes.cover }}
          />
          <div ref={sorts} className={classes.sorts} role="group" aria-label="Sort by">
            <Text size="xs" c="dimmed" aria-hidden className={classes.sortsName}>
              Sort by
            </Text>
            {columns
              .flatMap((column) => column.sorts ?? [])
              .map(({ field, title }) => (
                <SortChip
                  key={field}
                  title={title}
                  dir={field === sorting.field ? sorting.dir : null}
                  onSort={() => onSort(field)}
                />
              ))}
          </div>
          <ul className={classes.list} data-empty={rows.length === 0 || undefined} aria-label={label}>
            {rows.map((row) => (
              <li key={rowKey(row)} className={classes.item}>
                {renderItem(row)}
              </li>
            ))}
          </ul>
        </>
      ) : (
        <Table<Row>
          aria-label={label}
          records={rows}
          idAccessor={(row) => rowKey(row)}
          columns={columns.map((column) => ({
            accessor: column.key,
            title: <Heading column={column} sorting={sorting} onSort={onSort} />,
            render: column.cell,
            ...(column.width === undefined ? {} : { width: column.width }),
            ...(column.align === undefined ? {} : { textAlign: column.align }),
          }))}
          {...(onOpen ? { onRowClick: ({ event, record }) => open(event, record) } : {})}
          fetching={loading}
          customLoader={veil}
          emptyState={<span />}
          height="auto"
          minHeight={rows.length === 0 ? 480 : 0}
          highlightOnHover
          // what a row is listened to by stays in sight where the table scrolls sideways
          pinLastColumn
          verticalSpacing={8}
          horizontalSpacing={10}
          fz={13}
          styles={{ table: { minWidth } }}
          classNames={{ root: classes.table, header: classes.header }}
          backgroundColor={{ light: 'var(--mailcall-card)', dark: 'var(--mailcall-card)' }}
          borderColor={{ light: 'var(--mailcall-line)', dark: 'var(--mailcall-line)' }}
          rowBorderColor={{ light: 'var(--mailcall-line)', dark: 'var(--mailcall-line)' }}
        />
      )}
    </div>
  );
}

function SortChip({ title, dir, onSort }: { title: string; dir: 'asc' | 'desc' | null; onSort: () => void }) {
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

/** The card that a table and what belongs to it stand on. */
export function TableCard({ children }: { children: ReactNode }) {
  return <Paper className={classes.card}>{children}</Paper>;
}
