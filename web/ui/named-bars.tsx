import { useElementSize } from '@mantine/hooks';
import type { CSSProperties } from 'react';
import { BarChart, type BarPart, Legend, type StackedBar } from './bar-chart.tsx';
import classes from './named-bars.module.css';

const maxBarsInView = 10;
/** Minimum pixels per bar for a legible name of two words; phones scroll earlier. */
const minBarSlotWidth = 84;

/** Pixels of the axis of a chart that scrolls. */
const axisWidth = 44;

/** Slot width near `usual` of which a whole number is in view, so that no bar is cut. */
const wholeSlot = (view: number, usual: number) =>
  view > 0 ? view / Math.max(1, Math.round(view / usual)) : usual;

interface NamedBarsProps {
  bars: readonly StackedBar[];
  /** Parts from the bottom up; a single part has no legend. */
  parts: readonly BarPart[];
  description: string;
  /** Pixels per bar above ten bars. */
  barSlotWidth: number;
  /** Maximum width of a bar in pixels. */
  barSize: number;
  /** Axis from 0 to 100 percent; otherwise from 0 to the largest count. */
  percent?: boolean;
}

export function NamedBars({
  bars,
  parts,
  description,
  barSlotWidth,
  barSize,
  percent = false,
}: NamedBarsProps) {
  const scrolls = bars.length > maxBarsInView;
  const { ref, width } = useElementSize<HTMLDivElement>();
  return (
    <figure className={classes.figure} aria-label={description}>
      <div
        ref={ref}
        className={classes.view}
        {...(scrolls
          ? { tabIndex: 0, role: 'group', 'aria-label': 'The chart, which scrolls sideways' }
          : {})}
      >
        <div
          className={classes.chart}
          style={
            scrolls
              ? ({
                  width: axisWidth + bars.length * wholeSlot(width - axisWidth, barSlotWidth),
                  '--axis': `${axisWidth}px`,
                } as CSSProperties)
              : { minWidth: bars.length * minBarSlotWidth }
          }
        >
          <BarChart
            bars={bars}
            parts={parts}
            description={description}
            percent={percent}
            barSize={barSize}
            named
          />
        </div>
      </div>
      {parts.length > 1 && <Legend parts={parts} />}
    </figure>
  );
}
