import { BarChart, type BarPart, Legend, type StackedBar } from './bar-chart.tsx';
import classes from './named-bars.module.css';

/** How many bars fit before the chart scrolls sideways. */
const maxBarsInView = 10;
/** The minimum width per bar, in pixels, at which a name of two words is legible below it; phones scroll earlier. */
const minBarSlotWidth = 84;

interface NamedBarsProps {
  /** Each has its full name below it. */
  bars: readonly StackedBar[];
  /** From the bottom up; a single part has no legend. */
  parts: readonly BarPart[];
  /** What the chart displays, in a sentence, for people who cannot see it. */
  description: string;
  /** Width per bar in pixels, once there are more than ten. */
  barSlotWidth: number;
  /** Maximum width of a bar, in pixels. */
  barSize: number;
  /** The axis goes from 0 to 100 percent; without it, from 0 to the largest count. */
  percent?: boolean;
}

/** Bars of people or answers, named below; above ten they scroll sideways. Used with a table of the same figures. */
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
