import { useReducedMotion } from '@mantine/hooks';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { useId } from 'react';
import {
  Bar,
  BarChart,
  CartesianGrid,
  LabelList,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  type XAxisTickContentProps,
  YAxis,
} from 'recharts';
import { wrapName } from './wrapped-name.ts';
import type { NamedBarsProps } from './named-bars.tsx';
import { axis, fillOf, Stripes, BarTooltip } from './stacked-bars-chart.tsx';
import classes from './named-bars.module.css';

/** The maximum number of lines of a name below its bar. */
const nameLines = 3;
/** The average width of a character below the bars, in pixels. */
const letterWidth = 6.5;

/** The chart of named bars; the arrow keys step through the bars. */
export function NamedBarsChart({ bars, parts, description, barSize, percent = false }: NamedBarsProps) {
  const id = useId();
  const reducedMotion = useReducedMotion();
  const format = percent ? (value: number) => `${value}%` : thousands;
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        // two bars can have the same name: the axis uses their index
        data={bars.map(({ label, values }, index) => ({ index, label, ...values }))}
        margin={{ top: 20, right: 4, bottom: 0, left: 0 }}
        barCategoryGap="12%"
        accessibilityLayer
        title={description}
      >
        <Stripes id={id} parts={parts} />
        <CartesianGrid vertical={false} stroke="var(--mailcall-line)" />
        <XAxis dataKey="index" interval={0} height={52} {...axis} tick={<NameTick names={bars} />} />
        <YAxis
          {...(percent ? { domain: [0, 100], ticks: [0, 25, 50, 75, 100] } : { allowDecimals: false })}
          width="auto"
          tickFormatter={format}
          {...axis}
          axisLine={false}
        />
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
            {...(percent ? { unit: '%' } : {})}
            stackId="parts"
            maxBarSize={barSize}
            fill={fillOf(id, part)}
            stroke={part.color}
            strokeWidth={part.striped ? 1 : 0}
            isAnimationActive={!reducedMotion}
            animationDuration={250}
          >
            {parts.length === 1 && (
              <LabelList
                dataKey={part.key}
                position="top"
                formatter={(value) => format(Number(value))}
                className={classes.value}
              />
            )}
          </Bar>
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}

/** A name below its bar, wrapped to the width of the bar; the axis positions it. */
function NameTick({
  names,
  x,
  y,
  width,
  payload,
}: { names: NamedBarsProps['bars'] } & Partial<
  Pick<XAxisTickContentProps, 'x' | 'y' | 'width' | 'payload'>
>) {
  const slotWidth = Number(width ?? 0) / Math.max(1, names.length);
  const name = names[Number(payload?.value)]?.label ?? '';
  const lines = wrapName(name, Math.max(4, Math.floor(slotWidth / letterWidth)), nameLines);
  return (
    <text x={x} y={y} textAnchor="middle" className={classes.name}>
      {lines.map((line, index) => (
        <tspan key={`${index} ${line}`} x={x} dy={index === 0 ? '0.9em' : '1.25em'}>
          {line}
        </tspan>
      ))}
    </text>
  );
}
