import { Skeleton, Text } from '@mantine/core';
import { type ComponentType, lazy, Suspense } from 'react';
import classes from './stacked-bars.module.css';

/** One part that every bar is made of. */
export interface BarPart {
  key: string;
  name: string;
  /** A CSS color. */
  color: string;
  /** Also striped, so that parts can be distinguished without color. */
  striped: boolean;
}

/** One bar: its label and how much of each part it has. */
export interface StackedBar {
  label: string;
  values: Record<string, number>;
}

export interface StackedBarsProps {
  bars: readonly StackedBar[];
  /** From the bottom up. */
  parts: readonly BarPart[];
  /** What the chart displays, in a sentence, for people who cannot see it. */
  description: string;
}

// the chart library is large: it is loaded with the first chart
const Chart = lazy<ComponentType<StackedBarsProps>>(() =>
  import('./stacked-bars-chart.tsx').then(
    ({ StackedBarsChart }) => ({ default: StackedBarsChart }),
    () => ({ default: ChartUnavailable }),
  ),
);

/** Replaces a chart whose code could not be loaded. */
export function ChartUnavailable() {
  return (
    <Text size="sm" c="dimmed" role="status">
      The chart could not be loaded. The table has the same figures.
    </Text>
  );
}

/** Bars made of parts, with a legend. Used with a table of the same figures. */
export function StackedBars(props: StackedBarsProps) {
  return (
    <figure className={classes.figure} aria-label={props.description}>
      <div className={classes.chart}>
        <Suspense fallback={<Skeleton height="100%" />}>
          <Chart {...props} />
        </Suspense>
      </div>
      <Legend parts={props.parts} />
    </figure>
  );
}

/** What the colors and stripes of a chart's bars mean. */
export function Legend({ parts }: { parts: readonly BarPart[] }) {
  return (
    <ul className={classes.legend}>
      {parts.map((part) => (
        <li key={part.key}>
          <svg width="12" height="12" aria-hidden>
            <rect width="12" height="12" rx="3" fill={part.color} />
            {part.striped && (
              <path d="M0 12 12 0M-3 9 9 -3M3 15 15 3" stroke="var(--mailcall-card)" strokeWidth="1.5" />
            )}
          </svg>
          {part.name}
        </li>
      ))}
    </ul>
  );
}
