import { Skeleton } from '@mantine/core';
import { type ComponentType, lazy, Suspense } from 'react';
import { type BarPart, ChartMissing, Legend, type StackedBar } from './stacked-bars.tsx';
import classes from './named-bars.module.css';

/** How many bars a chart shows before it scrolls sideways. */
const barsInView = 10;
/** The least room of a bar, in pixels, that a name of two words can be read below; a phone scrolls sooner for it. */
const leastPlace = 84;

export interface NamedBarsProps {
  /** Each with its name below it, written out. */
  bars: readonly StackedBar[];
  /** From the bottom up; with one there is no legend. */
  parts: readonly BarPart[];
  /** What the chart shows, in a sentence: for those who do not see it. */
  description: string;
  /** Width of a bar's place in pixels, once there are more than ten. */
  barSlotWidth: number;
  /** Widest bar, in pixels. */
  barSize: number;
  /** The axis goes from 0 to 100 percent; without it, from 0 to the largest count. */
  percent?: boolean;
}

// the chart library is large: it comes when the first chart does
const Chart = lazy<ComponentType<NamedBarsProps>>(() =>
  import('./named-bars-chart.tsx').then(
    ({ NamedBarsChart }) => ({ default: NamedBarsChart }),
    () => ({ default: ChartMissing }),
  ),
);

/** Bars of people or answers, named below; above ten they scroll sideways. Stands beside a table of the same figures. */
export function NamedBars(props: NamedBarsProps) {
  const { bars, parts, description, barSlotWidth } = props;
  const scrolls = bars.length > barsInView;
  return (
    <figure className={classes.figure} aria-label={description}>
      <div
        className={classes.view}
        {...(scrolls
          ? { tabIndex: 0, role: 'group', 'aria-label': 'The chart, which scrolls sideways' }
          : {})}
      >
        <div
          className={classes.chart}
          style={scrolls ? { width: bars.length * barSlotWidth } : { minWidth: bars.length * leastPlace }}
        >
          <Suspense fallback={<Skeleton height="100%" />}>
            <Chart {...props} />
          </Suspense>
        </div>
      </div>
      {parts.length > 1 && <Legend parts={parts} />}
    </figure>
  );
}
