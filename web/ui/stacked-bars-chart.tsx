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

const axis = {
  stroke: 'var(--mailcall-line)',
  tick: { fill: 'var(--mantine-color-dimmed)' },
  tickLine: false,
};

/** The drawn part of stacked bars; with the keyboard the arrow keys step through the bars. */
export function StackedBarsChart({ bars, parts, description }: StackedBarsProps) {
  const id = useId();
  const still = useReducedMotion();
  const stripes = (part: BarPart) => `${id}-${part.key}`;
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        data={bars.map(({ label, values }) => ({ label, ...values }))}
        margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
        barCategoryGap="18%"
        accessibilityLayer
        title={description}
      >
        <defs>
          {parts.map((part) => (
            <pattern
              key={part.key}
              id={stripes(part)}
              width="6"
              height="6"
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
              <rect width="6" height="6" fill={part.colour} />
              <rect width="2" height="6" fill="var(--mailcall-card)" fillOpacity="0.7" />
            </pattern>
          ))}
        </defs>
        <CartesianGrid vertical={false} stroke="var(--mailcall-line)" />
        <XAxis dataKey="label" interval="preserveStart" minTickGap={12} {...axis} />
        <YAxis allowDecimals={false} width="auto" tickFormatter={thousands} {...axis} axisLine={false} />
        <Tooltip
          cursor={{ fill: 'var(--mantine-color-dimmed)', fillOpacity: 0.12 }}
          isAnimationActive={false}
          content={Tip}
        />
        {parts.map((part) => (
          <Bar
            key={part.key}
            dataKey={part.key}
            name={part.name}
            stackId="parts"
            fill={part.striped ? `url(#${stripes(part)})` : part.colour}
            stroke={part.colour}
            strokeWidth={part.striped ? 1 : 0}
            isAnimationActive={!still}
            animationDuration={250}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}

function Tip({ active, label, payload }: TooltipContentProps) {
  if (!active || payload.length === 0) return null;
  return (
    <div className={classes.tip}>
      <strong>{label}</strong>
      <dl>
        {/* as the bar stands: what is on top comes first */}
        {payload.toReversed().map((part) => (
          <Fragment key={String(part.dataKey)}>
            <dt>{part.name}</dt>
            <dd>{thousands(Number(part.value))}</dd>
          </Fragment>
        ))}
      </dl>
    </div>
  );
}
