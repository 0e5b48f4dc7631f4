import { BarChart, type BarPart, Legend, type StackedBar } from './bar-chart.tsx';
import classes from './stacked-bars.module.css';

export type { BarPart } from './bar-chart.tsx';

export function StackedBars({
  bars,
  parts,
  description,
}: {
  bars: readonly StackedBar[];
  parts: readonly BarPart[];
  description: string;
}) {
  return (
    <figure className={classes.figure} aria-label={description}>
      <div className={classes.chart}>
        <BarChart bars={bars} parts={parts} description={description} />
      </div>
      <Legend parts={parts} />
    </figure>
  );
}
