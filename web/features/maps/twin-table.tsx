import { Text, UnstyledButton } from '@mantine/core';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { type SortDirection, visiblePage } from '@mailcall/contract/rules/paging.ts';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { ColumnHeading } from '../../ui/column-heading.tsx';
import { rowAttributes, useRowKeys } from '../../ui/page-keys.ts';
import { Pager } from '../../ui/pager.tsx';
import { type MapTarget, targetText } from './map-target.ts';
import { useIsMarked, useMarkListeners } from './marks.ts';
import { useMapScreen } from './screen-context.ts';
import { sortedRows, sortingAfterPress } from './sorted-rows.ts';
import classes from './twin-table.module.css';

export interface TwinColumn<Row> {
  key: string;
  title: string;
  /** Sort value; null is last. */
  value: (row: Row) => string | number | null;
  /** Content of a cell. Default: the value, or a dash. */
  cell?: (row: Row) => ReactNode;
  /** Right-aligned; sorted highest first. */
  numeric?: boolean;
  /** Takes a second line where the table would not fit. */
  wraps?: boolean;
  /** Other values sorted highest first. */
  bestFirst?: boolean;
}

const firstDirOf = (column: { numeric?: boolean; bestFirst?: boolean } | undefined): SortDirection =>
  column?.numeric || column?.bestFirst ? 'desc' : 'asc';

const pageSize = 50;

export function TwinTable<Row>({
  label,
  note,
  sortedBy,
  columns,
  rows,
  target,
  empty,
  isLoading,
}: {
  label: string;
  note?: string;
  sortedBy: string;
  /** The first one names the row. */
  columns: readonly TwinColumn<Row>[];
  rows: readonly Row[];
  target: (row: Row) => MapTarget;
  empty: string;
  isLoading: boolean;
}) {
  const { state, change } = useMapScreen();
  const container = useRef<HTMLDivElement>(null);
  useRowKeys(container);
  const column = columns.find(({ key }) => key === state.sort) ?? columns.find(({ key }) => key === sortedBy);
  const dir = state.dir ?? firstDirOf(column);
  const sorted = useMemo(
    () => (column ? sortedRows(rows, column.value, dir) : [...rows]),
    [rows, column, dir],
  );
  const view = visiblePage(sorted.length, { page: state.page, pageSize }, pageSize);
  const openText = state.open && targetText(state.open);
  useOpenRowInView(container, openText, view.page, () => {
    const index = sorted.findIndex((row) => targetText(target(row)) === openText);
    const page = Math.floor(index / pageSize) + 1;
    if (index >= 0 && page !== view.page) change({ page }, { replace: true });
  });
  if (rows.length === 0) {
    return (
      <Text size="sm" c="dimmed" className={classes.empty ?? ''} role="status">
        {isLoading ? messages.loadingData : empty}
      </Text>
    );
  }
  const onSort = (key: string) => {
    const directionOf = (of: string) => firstDirOf(columns.find((one) => one.key === of));
    change((before) => {
      const sort = before.sort ?? sortedBy;
      const next = sortingAfterPress(
        { key, firstDir: directionOf(key) },
        { key: sort, dir: before.dir ?? directionOf(sort) },
      );
      return { sort: key === sortedBy ? null : key, dir: next.dir, page: 1 };
    });
  };
  return (
    <div ref={container} className={classes.container}>
      {note !== undefined && (
        <Text size="xs" c="dimmed" className={classes.note ?? ''}>
          {note}
        </Text>
      )}
      <div className={classes.scroller}>
        <table className={classes.table} aria-label={label}>
          <thead>
            <tr>
              {columns.map(({ key, title, numeric }) => (
                <th
                  key={key}
                  scope="col"
                  data-numeric={numeric || undefined}
                  aria-sort={key !== column?.key ? 'none' : dir === 'asc' ? 'ascending' : 'descending'}
                >
                  <ColumnHeading
                    column={{ key, title, cell: () => null, sorts: [{ field: key, title }] }}
                    sorting={{ field: column?.key ?? '', dir }}
                    onSort={onSort}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.slice(view.start, view.end).map((row) => {
              const one = target(row);
              const text = targetText(one);
              return (
                <TwinRow key={text} row={row} columns={columns} target={one} isOpen={text === openText} />
              );
            })}
          </tbody>
        </table>
      </div>
      <Pager
        view={view}
        pageParameter="page"
        pageSize={pageSize}
        total={sorted.length}
        onPage={(page) => change({ page })}
      />
    </div>
  );
}

function TwinRow<Row>({
  row,
  columns,
  target,
  isOpen,
}: {
  row: Row;
  columns: readonly TwinColumn<Row>[];
  target: MapTarget;
  isOpen: boolean;
}) {
  const { open } = useMapScreen();
  const isMarked = useIsMarked(target);
  const listeners = useMarkListeners(target);
  return (
    // the button in the first cell opens it by the keyboard
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <tr
      data-marked={isMarked || undefined}
      data-open={isOpen || undefined}
      aria-current={isOpen || undefined}
      {...listeners}
      onClick={() => open(target)}
    >
      {columns.map(({ key, title, value, cell, numeric, wraps }, index) => {
        const content = cell ? cell(row) : value(row);
        const shown = content === null || content === '' ? '-' : content;
        return (
          <td
            key={key}
            data-numeric={numeric || undefined}
            data-wraps={wraps || undefined}
            data-title={title}
          >
            {index === 0 ? (
              <UnstyledButton className={classes.opens ?? ''} {...rowAttributes(targetText(target))}>
                {shown}
              </UnstyledButton>
            ) : (
              shown
            )}
          </td>
        );
      })}
    </tr>
  );
}

function useOpenRowInView(
  container: { readonly current: HTMLElement | null },
  openText: string | null,
  page: number,
  goToPage: () => void,
): void {
  const latest = useRef(goToPage);
  useEffect(() => {
    latest.current = goToPage;
  });
  useEffect(() => {
    if (openText === null) return;
    latest.current();
  }, [openText]);
  useEffect(() => {
    // the row exists once its page is shown
    if (openText === null || page < 1) return;
    container.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [container, openText, page]);
}
