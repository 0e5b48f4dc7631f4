import { Text, Title } from '@mantine/core';
import { operatePageSize } from '@mailcall/contract/operate.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useChangeAddress } from '../../platform/address.ts';
import { DataTable, TableCard } from '../../ui/data-table.tsx';
import { EmptyCard } from '../../ui/empty-card.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { ChangeButton, type SystemChange } from './change-button.tsx';
import { withPage, type OperateState, type PagedList, pageNames } from './operate-address.ts';
import classes from './operate.module.css';
import { asOfText } from '../../ui/dates.ts';

/** A text column. The first one names the row where columns do not fit. */
export interface TextColumn<Row> {
  title: string;
  text: (row: Row) => string;
  problem?: (row: Row) => string | null;
  /** Pixels where the table has room for all columns; otherwise a share of it. */
  width?: number;
  isWrong?: (row: Row) => boolean;
  /** Change of the row, instead of the text; null without one. */
  change?: (row: Row) => SystemChange | null;
}

export function OperateSection({
  title,
  aside = null,
  children,
}: {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {aside}
      </div>
      {children}
    </section>
  );
}

function CellText<Row>({ row, column }: { row: Row; column: TextColumn<Row> }) {
  if (column.change) {
    const change = column.change(row);
    return change && <ChangeButton {...change} />;
  }
  const text = column.text(row);
  const problem = column.problem?.(row) ?? null;
  return (
    <>
      {column.isWrong?.(row) ? <span className={classes.wrong}>{text}</span> : text}
      {problem !== null && (
        <Text size="xs" className={classes.wrong ?? ''}>
          {problem}
        </Text>
      )}
    </>
  );
}

/** Pixels of a column without a width: a name or an address. */
const defaultWidth = 200;

/** Widths as shares of the table: with pixels, the column that names the row would get what the others leave. */
function sharesOf(widths: readonly (number | undefined)[]): string[] {
  const all = widths.map((width = defaultWidth) => width);
  const sum = all.reduce((before, width) => before + width, 0);
  return all.map((width) => `${((100 * width) / sum).toFixed(1)}%`);
}

const presentation = <Row,>(
  label: string,
  columns: readonly TextColumn<Row>[],
  rowKey: (row: Row) => string,
  widths = sharesOf(columns.map(({ width }) => width)),
) => ({
  label,
  columns: columns.map((column, at) => ({
    key: column.title,
    title: column.title,
    cell: (row: Row) => (
      <div className={classes.cell}>
        <CellText row={row} column={column} />
      </div>
    ),
    width: widths[at] ?? '',
  })),
  rowKey,
  renderItem: (row: Row) => <RowItem row={row} columns={columns} />,
  sorting: { field: '', dir: 'asc' as const },
  onSort: () => {},
  loadingText: 'Loading...',
  minWidth: 860,
});

function RowItem<Row>({ row, columns }: { row: Row; columns: readonly TextColumn<Row>[] }) {
  const [first, ...others] = columns;
  return (
    <div className={classes.item}>
      <Text size="sm" fw={600} component="div">
        {first && <CellText row={row} column={first} />}
      </Text>
      {others.map((column) => (
        <Text key={column.title} size="sm">
          {!column.change && (
            <Text span c="dimmed" inherit>
              {column.title}:{' '}
            </Text>
          )}
          <CellText row={row} column={column} />
        </Text>
      ))}
    </div>
  );
}

export function ShortTable<Row>({
  label,
  rows,
  columns,
  rowKey,
  empty,
}: {
  label: string;
  rows: readonly Row[];
  columns: readonly TextColumn<Row>[];
  rowKey: (row: Row) => string;
  empty: string;
}) {
  return (
    <TableCard>
      {rows.length === 0 ? (
        <EmptyCard text={empty} />
      ) : (
        <DataTable {...presentation(label, columns, rowKey)} rows={[...rows]} loading={false} />
      )}
    </TableCard>
  );
}

export function LongTable<Row>({
  label,
  query,
  columns,
  rowKey,
  empty,
  list,
  pages,
}: {
  label: string;
  query: UseQueryResult<{ meta: { total_count: number }; records: Row[] }>;
  columns: readonly TextColumn<Row>[];
  rowKey: (row: Row) => string;
  empty: string;
  list: PagedList;
  pages: OperateState['pages'];
}) {
  const changeAddress = useChangeAddress();
  return (
    <PagedTable
      {...presentation(label, columns, rowKey)}
      query={query}
      pageSizes={[]}
      maxUnpagedRows={operatePageSize}
      pageParameter={pageNames[list]}
      pagesLabel={`Pages of ${label.toLowerCase()}`}
      page={pages[list]}
      pageSize={operatePageSize}
      onPage={(page, replace = false) => changeAddress(withPage(list, page), { replace })}
      onPageSize={() => {}}
      empty={<EmptyCard text={empty} />}
    />
  );
}

export const timeText = (instant: string | null, otherwise: string): string =>
  instant === null ? otherwise : asOfText(instant, new Date());
