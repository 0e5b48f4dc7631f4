import { BarChart, type BarPart, Legend, type StackedBar } from './bar-chart.tsx';
import classes from './named-bars.module.css';

const maxBarsInView = 10;
/** Minimum pixels per bar for a legible name of two words; phones scroll earlier. */
const minBarSlotWidth = 84;

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
          style={
            scrolls ? { width: bars.length * barSlotWidth } : { minWidth: bars.length * minBarSlotWidth }
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
