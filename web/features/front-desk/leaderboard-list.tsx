import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { leaderboardSortLabels, leaderboardSorts } from '@mailcall/contract/leaderboard.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { IconArrowDown, IconArrowUp, IconChevronRight } from '@tabler/icons-react';
import { useRef } from 'react';
import { rowAttributes, useRowKeys } from '../../ui/page-keys.ts';
import { AccountName } from '../accounts/index.ts';
import type { LeaderboardRows } from './leaderboard-table.tsx';
import { rowKey, shortStaffName } from './leaderboard-rows.ts';
import classes from './leaderboard.module.css';
import { RowFigure } from './row-figure.tsx';

export function LeaderboardList({
  rows,
  rankedBy,
  order,
  onOrder,
  onChoose,
  showAccount,
  hasRates,
}: LeaderboardRows) {
  const container = useRef<HTMLDivElement>(null);
  useRowKeys(container);
  return (
    <>
      <div className={classes.sorts} role="group" aria-label="Sort by">
        {(['rank', 'name'] as const).map((by) => {
          const dir = order.by === by ? order.dir : null;
          const Icon = dir === 'asc' ? IconArrowUp : IconArrowDown;
          return (
            <UnstyledButton
              key={by}
              className={classes.chip}
              data-sorted={dir !== null || undefined}
              aria-pressed={dir !== null}
              onClick={() => onOrder(by)}
            >
              {by === 'rank' ? 'Rank' : 'Name'}
              {dir !== null && (
                <>
                  <VisuallyHidden>{dir === 'asc' ? ', ascending' : ', descending'}</VisuallyHidden>
                  <Icon size={14} aria-hidden />
                </>
              )}
            </UnstyledButton>
          );
        })}
      </div>
      <div ref={container} className={classes.rows}>
        <ul className={classes.list} aria-label="Leaderboard">
          {rows.map((row) => (
            <li key={rowKey(row)}>
              <UnstyledButton
                className={classes.item}
                onClick={() => onChoose(rowKey(row))}
                {...rowAttributes(rowKey(row))}
              >
                <span className={classes.itemRank}>
                  <VisuallyHidden>Rank </VisuallyHidden>
                  {thousands(row.rank)}
                </span>
                <span className={classes.itemName}>
                  <span>{shortStaffName(row.name)}</span>
                  {showAccount && (
                    <span className={classes.account}>
                      <AccountName of={row} />
                    </span>
                  )}
                </span>
                {leaderboardSorts.map((figure) => (
                  <span
                    key={figure}
                    className={classes.itemFigure}
                    data-ranked={figure === rankedBy || undefined}
                  >
                    <RowFigure row={row} figure={figure} hasRates={hasRates} />
                    <span className={classes.itemLabel}>{leaderboardSortLabels[figure]}</span>
                  </span>
                ))}
                <IconChevronRight size={18} aria-hidden />
              </UnstyledButton>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
