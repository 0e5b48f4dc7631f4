import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { hourText, weekdayText } from '@mailcall/contract/rules/week-hours.ts';
import { type CSSProperties, type KeyboardEvent, useId, useRef, useState } from 'react';
import { cellText, type WeekCell, type WeekGrid } from './week-map.ts';
import classes from './week-map.module.css';

/** A step over the grid by a key: rows down, columns right. */
const steps: Record<string, readonly [down: number, right: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, Number.NEGATIVE_INFINITY],
  End: [0, Number.POSITIVE_INFINITY],
};

const within = (at: number, length: number) => Math.min(length - 1, Math.max(0, at));

/** The cells as rows of the grid, with the names of its rows and columns: a row a day, or a row an hour. */
function linesOf({ hours, days }: WeekGrid, hoursDown: boolean) {
  const hourNames = hours.map((hour) => ({ short: shortHour(hour), long: hourText(hour) }));
  const dayNames = days.map((_, weekday) => ({
    short: weekdayText(weekday).slice(0, 3),
    long: weekdayText(weekday),
  }));
  return hoursDown
    ? {
        columns: dayNames,
        rows: hourNames,
        lines: hours.map((_, at) => days.flatMap((day) => day[at] ?? [])),
      }
    : { columns: hourNames, rows: dayNames, lines: days };
}

/** '9a', '12p': where there is no room for '9 AM'. */
const shortHour = (hour: number) => `${hour % 12 === 0 ? 12 : hour % 12}${hour < 12 ? 'a' : 'p'}`;

/**
 * The heat map: each cell says its calls, is the darker the more they are, and has a bar for the share of them that were
 * missed. One stop of the tab key; the arrow keys go from cell to cell, Enter opens.
 */
export function WeekMapGrid({
  grid,
  label,
  hoursDown,
  onOpen,
}: {
  grid: WeekGrid;
  label: string;
  /** Whether the hours are the rows: where there is more height than width. */
  hoursDown: boolean;
  onOpen: (cell: WeekCell) => void;
}) {
  const { columns, rows, lines } = linesOf(grid, hoursDown);
  const place = useRef<HTMLTableElement>(null);
  const legendId = useId();
  const [[row, column], setPlace] = useState<readonly [row: number, column: number]>([0, 0]);
  const stop = [within(row, rows.length), within(column, columns.length)] as const;

  const go = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = [within(stop[0] + step[0], rows.length), within(stop[1] + step[1], columns.length)] as const;
    setPlace(next);
    place.current?.querySelector<HTMLElement>(`[data-place="${next.join(' ')}"]`)?.focus();
  };

  return (
    <>
      <table
        ref={place}
        aria-label={label}
        aria-describedby={legendId}
        className={classes.grid}
        data-hours-down={hoursDown || undefined}
      >
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>{hoursDown ? 'Hour' : 'Day'}</VisuallyHidden>
            </th>
            {columns.map(({ short, long }) => (
              <th key={long} scope="col" abbr={long} title={long}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, atRow) => (
            <tr key={rows[atRow]?.long}>
              <th scope="row" title={rows[atRow]?.long}>
                {rows[atRow]?.short}
              </th>
              {line.map((cell, atColumn) => (
                <td key={`${cell.weekday} ${cell.hour}`}>
                  <Cell
                    cell={cell}
                    place={`${atRow} ${atColumn}`}
                    isStop={atRow === stop[0] && atColumn === stop[1]}
                    onFocus={() => setPlace([atRow, atColumn])}
                    onKeyDown={go}
                    onOpen={onOpen}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Legend id={legendId} />
    </>
  );
}

function Cell({
  cell,
  place,
  isStop,
  onFocus,
  onKeyDown,
  onOpen,
}: {
  cell: WeekCell;
  place: string;
  /** Whether the tab key stops here. */
  isStop: boolean;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onOpen: (cell: WeekCell) => void;
}) {
  const words = cellText(cell);
  return (
    <UnstyledButton
      className={classes.cell}
      data-place={place}
      tabIndex={isStop ? 0 : -1}
      aria-label={words}
      title={words}
      // an hour without calls stays a place to go through
      aria-disabled={cell.calls === 0 || undefined}
      style={tinted(cell.heat, cell.share)}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      onClick={() => {
        if (cell.calls > 0) onOpen(cell);
      }}
    >
      <span className={classes.calls}>{cell.calls > 0 ? thousands(cell.calls) : ''}</span>
      <span className={classes.track}>
        <span className={classes.missed} />
      </span>
    </UnstyledButton>
  );
}

/** The heat, 0 to 1, and the share missed, in percent, as the style sheet reads them. */
const tinted = (heat: number, share: number) => ({ '--heat': heat, '--share': `${share}%` }) as CSSProperties;

/** What the tint and the bar of a cell mean. */
function Legend({ id }: { id: string }) {
  return (
    <p id={id} className={classes.legend}>
      <span className={classes.key}>
        Fewer
        {[0.05, 0.35, 0.65, 1].map((heat) => (
          <span key={heat} className={classes.sample} style={tinted(heat, 0)} aria-hidden />
        ))}
        more calls
      </span>
      <span className={classes.key}>
        <span className={classes.shareSample} aria-hidden>
          <span className={classes.missed} style={tinted(0, 40)} />
        </span>
        Share missed
      </span>
      <VisuallyHidden>The arrow keys go from hour to hour.</VisuallyHidden>
    </p>
  );
}
