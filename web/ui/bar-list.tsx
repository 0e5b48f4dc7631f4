import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { PlainButton } from './plain-button.tsx';
import classes from './bar-list.module.css';

export interface Bar {
  key: string;
  name: string;
  count: string;
  /** Whole percent, 0 to 100. */
  percent: number;
  hidesPercent?: boolean;
  onSelect: (() => void) | null;
  change?: ReactNode;
}

export function BarList({ bars, label, hint }: { bars: readonly Bar[]; label: string; hint: string }) {
  return (
    <ol className={classes.list} aria-label={label}>
      {bars.map((bar) => (
        <li key={bar.key}>
          {bar.onSelect ? (
            <PlainButton className={classes.row} onClick={bar.onSelect} title={hint}>
              <BarContent bar={bar} />
            </PlainButton>
          ) : (
            <div className={classes.row}>
              <BarContent bar={bar} />
            </div>
          )}
        </li>
      ))}
    </ol>
  );
}

function BarContent({ bar: { name, count, percent, hidesPercent = false, change } }: { bar: Bar }) {
  return (
    <>
      <span className={classes.name}>{name}</span>
      <span className={classes.count}>{count}</span>
      <span className={classes.percent}>{hidesPercent ? '' : `${percent}%`}</span>
      <span className={classes.track} aria-hidden>
        <span className={classes.bar} style={{ width: `${percent}%` }} />
      </span>
      {change && <span className={classes.change}>{change}</span>}
    </>
  );
}

export function BarListSkeleton({ rows, compared }: { rows: number; compared: boolean }) {
  return (
    <div className={classes.list}>
      {Array.from({ length: rows }, (_, index) => (
        <div className={classes.row} key={index}>
          <Skeleton height="0.75rem" my="0.25rem" width={`${70 - index * 9}%`} />
          <Skeleton height="0.75rem" my="0.25rem" width="2rem" />
          <Skeleton height="0.75rem" my="0.25rem" width="2rem" />
          <Skeleton className={classes.track} height="0.375rem" />
          {compared && <br className={classes.change} />}
        </div>
      ))}
    </div>
  );
}
