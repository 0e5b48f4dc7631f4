import classes from './sparkline.module.css';

const width = 90;
const height = 24;

/** A line without numbers, beside a figure that has them. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const most = Math.max(1, ...values);
  const x = (index: number) => (index * width) / Math.max(1, values.length - 1);
  const y = (value: number) => height - 1 - (value * (height - 2)) / most;
  const points = values.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className={classes.sparkline}
      aria-hidden
    >
      <polyline points={points} fill="none" vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
