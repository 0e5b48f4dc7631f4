import { Table, UnstyledButton } from '@mantine/core';
import {
  leaderboardSortLabels,
  type LeaderboardRow,
  type LeaderboardSort,
  leaderboardSorts,
} from '@mailcall/contract/leaderboard.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { useRef } from 'react';
import { rowAttributes, useRowKeys } from '../../ui/page-keys.ts';
import { AccountName } from '../accounts/index.ts';
import type { LeaderboardOrder } from './front-desk-address.ts';
import { rowKey, shortStaffName } from './leaderboard-rows.ts';
import classes from './leaderboard.module.css';
import { RowFigure } from './row-figure.tsx';

export interface LeaderboardRows {
  rows: readonly LeaderboardRow[];
  rankedBy: LeaderboardSort;
  order: LeaderboardOrder;
  onOrder: (by: LeaderboardOrder['by']) => void;
  chosen: LeaderboardRow | null;
  onChoose: (key: string) => void;
  showAccount: boolean;
  hasRates: boolean;
}

export function LeaderboardTable({
  rows,
  rankedBy,
  order,
  onOrder,
  chosen,
  onChoose,
  showAccount,
  hasRates,
}: LeaderboardRows) {
  const container = useRef<HTMLDivElement>(null);
  useRowKeys(container);
  const rankedColumn = (sort: LeaderboardSort) => (sort === rankedBy ? { 'data-ranked': true } : {});
  return (
    <div ref={container} className={classes.rows}>
      <Table
        stickyHeader
        highlightOnHover
        verticalSpacing={4}
        horizontalSpacing={8}
        className={classes.table}
        aria-label="Leaderboard"
      >
        <Table.Thead>
          <Table.Tr>
            <SortHeading by="rank" title="Rank" order={order} onOrder={onOrder} className={classes.rank} />
            <SortHeading by="name" title="Name" order={order} onOrder={onOrder} />
            {leaderboardSorts.map((sort) => (
              <Table.Th key={sort} scope="col" ta="right" {...rankedColumn(sort)}>
                {leaderboardSortLabels[sort]}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr
              key={rowKey(row)}
              data-chosen={row === chosen || undefined}
              onClick={() => onChoose(rowKey(row))}
            >
              <Table.Td>{thousands(row.rank)}</Table.Td>
              <Table.Th scope="row">
                <UnstyledButton
                  className={classes.name}
                  aria-pressed={row === chosen}
                  title={row.name}
                  onClick={(event) => {
                    event.stopPropagation();
                    onChoose(rowKey(row));
                  }}
                  {...rowAttributes(rowKey(row))}
                >
                  {shortStaffName(row.name)}
                </UnstyledButton>
                {showAccount && (
                  <span className={classes.account}>
                    <AccountName of={row} />
                  </span>
                )}
              </Table.Th>
              {leaderboardSorts.map((sort) => (
                <Table.Td key={sort} ta="right" {...rankedColumn(sort)}>
                  <RowFigure row={row} figure={sort} hasRates={hasRates} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function SortHeading({
  by,
  title,
  order,
  onOrder,
  className,
}: {
  by: LeaderboardOrder['by'];
  title: string;
  order: LeaderboardOrder;
  onOrder: (by: LeaderboardOrder['by']) => void;
  className?: string | undefined;
}) {
  const dir = order.by === by ? order.dir : null;
  const Icon = dir === null ? IconArrowsSort : dir === 'asc' ? IconArrowUp : IconArrowDown;
  return (
    <Table.Th
      scope="col"
      className={className}
      aria-sort={dir === null ? 'none' : dir === 'asc' ? 'ascending' : 'descending'}
    >
      <UnstyledButton
        className={classes.sort}
        data-sorted={dir !== null || undefined}
        onClick={() => onOrder(by)}
      >
        {title}
        <Icon size={14} aria-hidden />
      </UnstyledButton>
    </Table.Th>
  );
}
