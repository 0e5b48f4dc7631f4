import { useReducedMotion } from '@mantine/hooks';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { Fragment, useId } from 'react';
import {
  Bar,
  BarChart,
  CartesianGrid,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts';
import type { BarPart, StackedBarsProps } from './stacked-bars.tsx';
import classes from './stacked-bars.module.css';

/** The style of the axes of charts. */
export const axis = {
  stroke: 'var(--mailcall-line)',
  tick: { fill: 'var(--mantine-color-dimmed)' },
  tickLine: false,
};

/** The chart of stacked bars; the arrow keys step through the bars. */
export function StackedBarsChart({ bars, parts, description }: StackedBarsProps) {
  const id = useId();
  const reducedMotion = useReducedMotion();
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        data={bars.map(({ label, values }) => ({ label, ...values }))}
        margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
        barCategoryGap="18%"
        accessibilityLayer
        title={description}
      >
        <Stripes id={id} parts={parts} />
        <CartesianGrid vertical={false} stroke="var(--mailcall-line)" />
        <XAxis dataKey="label" interval="preserveStart" minTickGap={12} {...axis} />
        <YAxis allowDecimals={false} width="auto" tickFormatter={thousands} {...axis} axisLine={false} />
        <Tooltip
          cursor={{ fill: 'var(--mantine-color-dimmed)', fillOpacity: 0.12 }}
          isAnimationActive={false}
          content={BarTooltip}
        />
        {parts.map((part) => (
          <Bar
            key={part.key}
            dataKey={part.key}
            name={part.name}
            stackId="parts"
            fill={fillOf(id, part)}
            stroke={part.color}
            strokeWidth={part.striped ? 1 : 0}
            isAnimationActive={!reducedMotion}
            animationDuration={250}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}

const stripes = (id: string, part: BarPart) => `${id}-${part.key}`;

/** The fill of a part: its color, or the pattern that {@link Stripes} defines for the same id. */
export const fillOf = (id: string, part: BarPart) =>
  part.striped ? `url(#${stripes(id, part)})` : part.color;

/** Defines the stripe patterns of a chart's parts, for {@link fillOf}. */
export function Stripes({ id, parts }: { id: string; parts: readonly BarPart[] }) {
  return (
    <defs>
      {parts.map((part) => (
        <pattern
          key={part.key}
          id={stripes(id, part)}
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="6" height="6" fill={part.color} />
          <rect width="2" height="6" fill="var(--mailcall-card)" fillOpacity="0.7" />
        </pattern>
      ))}
    </defs>
  );
}

/** The parts of the hovered bar. Its label is in its data, because the axis identifies bars by index. */
export function BarTooltip({ active, payload }: TooltipContentProps) {
  if (!active || payload.length === 0) return null;
  return (
    <div className={classes.tip}>
      <strong>{(payload[0]?.payload as { label: string } | undefined)?.label}</strong>
      <dl>
        {/* in the order of the bar: the top part first */}
        {payload.toReversed().map((part) => (
          <Fragment key={String(part.dataKey)}>
            <dt>{part.name}</dt>
            <dd>
              {thousands(Number(part.value))}
              {part.unit}
            </dd>
          </Fragment>
        ))}
      </dl>
    </div>
  );
}
