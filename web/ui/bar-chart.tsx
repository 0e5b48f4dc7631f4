import { useElementSize } from '@mantine/hooks';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { type CSSProperties, Fragment, type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { axisTicks } from './axis-ticks.ts';
import classes from './bar-chart.module.css';

export interface BarPart {
  key: string;
  name: string;
  color: string;
  /** Striped, to distinguish parts without color. */
  striped: boolean;
  line?: boolean;
}

export interface StackedBar {
  label: string;
  name?: string;
  values: Record<string, number>;
  /** Small sample, such as '7 of 7': replaces the value above the bar, which is muted. */
  fewOf?: string;
}

interface BarChartProps {
  bars: readonly StackedBar[];
  /** Parts from the bottom up; a single part shows its value above the bar. */
  parts: readonly BarPart[];
  /** One sentence for people who cannot see the chart. */
  description: string;
  /** Axis from 0 to 100 percent; otherwise from 0 to the largest count. */
  percent?: boolean;
  /** Full names below all bars; otherwise as many labels as fit on a line. */
  named?: boolean;
  /** Maximum width of a bar in pixels. */
  barSize?: number;
  /** Opens what a bar counts, by index: by press, or Enter on the bar selected with the arrow keys. */
  onOpen?: (index: number) => void;
  children?: ReactNode;
}

const percentTicks: readonly number[] = [0, 25, 50, 75, 100];
/** Average character width of a label and gap between labels, in pixels. */
const label = { letter: 6.5, gap: 12 } as const;

/** Every how many bars a label is drawn, so that labels do not overlap. */
function labelInterval(bars: readonly StackedBar[], width: number): number {
  const longest = Math.max(0, ...bars.map((bar) => bar.label.length));
  return width === 0
    ? bars.length
    : Math.max(1, Math.ceil(((longest * label.letter + label.gap) * bars.length) / width));
}

export function BarChart({
  bars,
  parts,
  description,
  percent = false,
  named = false,
  barSize,
  onOpen,
  children,
}: BarChartProps) {
  const [current, setCurrent] = useState<number | null>(null);
  const { ref: plot, width } = useElementSize<HTMLDivElement>();
  const id = useId();
  const [stacked, lines] = [parts.filter(({ line }) => !line), parts.filter(({ line }) => line)];
  const heightOf = ({ values }: StackedBar) =>
    Math.max(
      stacked.reduce((sum, { key }) => sum + (values[key] ?? 0), 0),
      ...lines.map(({ key }) => values[key] ?? 0),
    );
  const ticks = percent ? percentTicks : axisTicks(Math.max(0, ...bars.map(heightOf)));
  const top = ticks.at(-1) ?? 1;
  const format = percent ? (value: number) => `${value}%` : thousands;
  const interval = named ? 1 : labelInterval(bars, width);
  const stepThroughBars = barKeys(bars.length, current, setCurrent, onOpen);
  const currentBar = current === null ? undefined : bars[current];
  return (
    <div className={classes.chart}>
      <Axis ticks={ticks} format={format} />
      <div className={classes.plot} ref={plot}>
        <Lines count={ticks.length} />
        <div
          className={classes.bars}
          role="listbox"
          aria-label={description}
          aria-orientation="horizontal"
          aria-activedescendant={current === null ? undefined : `${id}-${current}`}
          tabIndex={0}
          onKeyDown={stepThroughBars}
          onClick={({ target, currentTarget }) => {
            const index = [...currentTarget.children].findIndex((slot) => slot.contains(target as Node));
            if (index >= 0) onOpen?.(index);
          }}
          onPointerLeave={() => setCurrent(null)}
          onBlur={() => setCurrent(null)}
        >
          {bars.map((bar, index) => (
            <div
              // two bars can have the same name
              key={index}
              id={`${id}-${index}`}
              className={classes.slot}
              role="option"
              aria-selected={index === current}
              aria-label={`${bar.name ?? bar.label}: ${[...partTexts(bar, parts, format), bar.fewOf ?? []].flat().join(', ')}`}
              data-opens={onOpen !== undefined || undefined}
              onPointerEnter={() => setCurrent(index)}
            >
              <Bar bar={bar} parts={stacked} top={top} format={format} size={barSize} />
            </div>
          ))}
        </div>
        {lines.map((part) => (
          <Line key={part.key} part={part} bars={bars} top={top} />
        ))}
        {children}
        {currentBar && current !== null && (
          <Values bar={currentBar} parts={parts} format={format} position={(current + 0.5) / bars.length} />
        )}
      </div>
      <div className={classes.labels} data-named={named || undefined} aria-hidden>
        {bars.map((bar, index) => (
          <span key={index}>{index % interval === 0 && <span>{bar.label}</span>}</span>
        ))}
      </div>
    </div>
  );
}

const partTexts = (
  { values }: StackedBar,
  parts: readonly BarPart[],
  format: (value: number) => string,
): string[] =>
  parts.map(({ key, name }) =>
    parts.length === 1 ? format(values[key] ?? 0) : `${name} ${format(values[key] ?? 0)}`,
  );

function barKeys(
  count: number,
  current: number | null,
  setCurrent: (bar: number | null) => void,
  onOpen: BarChartProps['onOpen'],
) {
  return (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Enter' && current !== null) onOpen?.(current);
    const last = count - 1;
    const targets: Readonly<Record<string, number | null>> = {
      ArrowRight: current === null ? 0 : Math.min(last, current + 1),
      ArrowLeft: current === null ? last : Math.max(0, current - 1),
      Home: 0,
      End: last,
      ...(current === null ? {} : { Escape: null }),
    };
    const target = targets[event.key];
    if (target === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    setCurrent(target);
    if (target !== null)
      event.currentTarget.children.item(target)?.scrollIntoView({ block: 'nearest', inline: 'center' });
  };
}

function Axis({ ticks, format }: { ticks: readonly number[]; format: (value: number) => string }) {
  return (
    <div className={classes.axis} aria-hidden>
      {ticks.toReversed().map((tick) => (
        <span key={tick}>
          <span>{format(tick)}</span>
        </span>
      ))}
    </div>
  );
}

function Lines({ count }: { count: number }) {
  return (
    <div className={classes.lines} aria-hidden>
      {Array.from({ length: count }, (_, index) => (
        <span key={index} />
      ))}
    </div>
  );
}

function Bar({
  bar,
  parts,
  top,
  format,
  size,
}: {
  bar: StackedBar;
  parts: readonly BarPart[];
  top: number;
  format: (value: number) => string;
  size: number | undefined;
}) {
  const [only] = parts;
  return (
    <div
      className={classes.bar}
      data-muted={bar.fewOf !== undefined || undefined}
      style={size === undefined ? undefined : { maxWidth: size }}
      aria-hidden
    >
      {parts.length === 1 && only && (
        <span className={classes.value}>{bar.fewOf ?? format(bar.values[only.key] ?? 0)}</span>
      )}
      {parts.toReversed().map(({ key, color, striped }) => (
        <span
          key={key}
          className={classes.part}
          data-striped={striped || undefined}
          style={
            { height: `${((bar.values[key] ?? 0) / top) * 100}%`, '--part-color': color } as CSSProperties
          }
        />
      ))}
    </div>
  );
}

function Line({ part, bars, top }: { part: BarPart; bars: readonly StackedBar[]; top: number }) {
  const points = bars.map(({ values }, index) => `${index + 0.5} ${top - (values[part.key] ?? 0)}`);
  return (
    <svg
      className={classes.line}
      viewBox={`0 0 ${bars.length} ${top}`}
      preserveAspectRatio="none"
      style={{ '--part-color': part.color } as CSSProperties}
      aria-hidden
    >
      <path className={classes.edge} d={`M${points.join('L')}`} />
      <path d={`M${points.join('L')}`} />
      <path className={classes.dots} d={points.map((point) => `M${point}h0`).join('')} />
    </svg>
  );
}

function Values({
  bar,
  parts,
  format,
  position,
}: {
  bar: StackedBar;
  parts: readonly BarPart[];
  format: (value: number) => string;
  /** Middle of the bar, from 0 (left) to 1 (right). */
  position: number;
}) {
  const side = position < 0.5 ? { left: `${position * 100}%` } : { right: `${(1 - position) * 100}%` };
  return (
    <div className={classes.values} style={side} aria-hidden>
      <strong>{bar.name ?? bar.label}</strong>
      <dl>
        {/* in the order of the bar, top part first */}
        {parts.toReversed().map(({ key, name }) => (
          <Fragment key={key}>
            <dt>{name}</dt>
            <dd>{format(bar.values[key] ?? 0)}</dd>
          </Fragment>
        ))}
      </dl>
    </div>
  );
}

export function Legend({ parts }: { parts: readonly BarPart[] }) {
  return (
    <ul className={classes.legend}>
      {parts.map(({ key, name, color, striped, line }) => (
        <li key={key}>
          <span
            className={classes.part}
            data-striped={striped || undefined}
            data-line={line || undefined}
            style={{ '--part-color': color } as CSSProperties}
            aria-hidden
          />
          {name}
        </li>
      ))}
    </ul>
  );
}
