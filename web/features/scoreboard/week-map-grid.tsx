import { VisuallyHidden } from '@mantine/core';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { sampleSize } from '@mailcall/contract/rules/sample-size.ts';
import { hourText, weekdayText } from '@mailcall/contract/time/week-hours.ts';
import { type CSSProperties, type KeyboardEvent, useId, useRef, useState } from 'react';
import { PlainButton } from '../../ui/plain-button.tsx';
import { cellText, displayedShare, type WeekCell, type WeekGrid } from './week-map.ts';
import classes from './week-map.module.css';

const steps: Record<string, readonly [down: number, right: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, Number.NEGATIVE_INFINITY],
  End: [0, Number.POSITIVE_INFINITY],
};

const within = (index: number, length: number) => Math.min(length - 1, Math.max(0, index));

interface Name {
  short: string;
  long: string;
}

function linesOf(
  { hours, days }: WeekGrid,
  hoursDown: boolean,
): { columns: Name[]; rows: Name[]; lines: WeekCell[][] } {
  const hourNames = hours.map((hour) => ({ short: shortHour(hour), long: hourText(hour) }));
  const dayNames = days.map((_, weekday) => ({
    short: weekdayText(weekday).slice(0, 3),
    long: weekdayText(weekday),
  }));
  return hoursDown
    ? {
        columns: dayNames,
        rows: hourNames,
        lines: hours.map((_, index) => days.flatMap((day) => day[index] ?? [])),
      }
    : { columns: hourNames, rows: dayNames, lines: days };
}

/** '9a', '12p': for cells without room for '9 AM'. */
const shortHour = (hour: number) => `${hour % 12 === 0 ? 12 : hour % 12}${hour < 12 ? 'a' : 'p'}`;

/** Cell in the tab order, and its movement by arrow keys: `[row, column]`. */
function useGridFocus(rowCount: number, columnCount: number) {
  const table = useRef<HTMLTableElement>(null);
  const [[row, column], setPosition] = useState<readonly [row: number, column: number]>([0, 0]);
  const stop = [within(row, rowCount), within(column, columnCount)] as const;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = [within(stop[0] + step[0], rowCount), within(stop[1] + step[1], columnCount)] as const;
    setPosition(next);
    table.current?.querySelector<HTMLElement>(`[data-position="${next.join(' ')}"]`)?.focus();
  };
  return { table, stop, setPosition, onKeyDown };
}

/** Heat map: darker for more calls, with a bar for the missed share. One tab stop; arrow keys move, Enter opens. */
export function WeekMapGrid({
  grid,
  label,
  hoursDown,
  onOpen,
}: {
  grid: WeekGrid;
  label: string;
  /** Hours are rows, if there is more height than width. */
  hoursDown: boolean;
  onOpen: (cell: WeekCell) => void;
}) {
  const { columns, rows, lines } = linesOf(grid, hoursDown);
  const { table, stop, setPosition, onKeyDown } = useGridFocus(rows.length, columns.length);
  const legendId = useId();
  return (
    <>
      <table
        ref={table}
        aria-label={label}
        aria-describedby={legendId}
        className={classes.grid}
        data-hours-down={hoursDown || undefined}
      >
        <ColumnNames rowLabel={hoursDown ? 'Hour' : 'Day'} columns={columns} />
        <tbody>
          {lines.map((line, row) => (
            <tr key={rows[row]?.long}>
              <th scope="row" title={rows[row]?.long}>
                {rows[row]?.short}
              </th>
              {line.map((cell, column) => (
                <td key={`${cell.weekday} ${cell.hour}`}>
                  <Cell
                    cell={cell}
                    position={`${row} ${column}`}
                    isStop={row === stop[0] && column === stop[1]}
                    onFocus={() => setPosition([row, column])}
                    onKeyDown={onKeyDown}
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

function ColumnNames({ rowLabel, columns }: { rowLabel: 'Hour' | 'Day'; columns: readonly Name[] }) {
  return (
    <thead>
      <tr>
        <th scope="col">
          <VisuallyHidden>{rowLabel}</VisuallyHidden>
        </th>
        {columns.map(({ short, long }) => (
          <th key={long} scope="col" abbr={long} title={long}>
            {short}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function Cell({
  cell,
  position,
  isStop,
  onFocus,
  onKeyDown,
  onOpen,
}: {
  cell: WeekCell;
  position: string;
  isStop: boolean;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onOpen: (cell: WeekCell) => void;
}) {
  const text = cellText(cell);
  return (
    <PlainButton
      className={classes.cell}
      data-position={position}
      tabIndex={isStop ? 0 : -1}
      aria-label={text}
      title={text}
      // arrow keys pass through hours without calls too
      aria-disabled={cell.calls === 0 || undefined}
      style={cellStyle(cell.heat, cell.share)}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      onClick={() => {
        if (cell.calls > 0) onOpen(cell);
      }}
    >
      <span className={classes.calls}>{cell.calls > 0 ? thousands(cell.calls) : ''}</span>
      {displayedShare(cell) !== null && (
        <span className={classes.track} data-muted={sampleSize(cell.calls) === 'few' || undefined}>
          <span className={classes.missed} />
        </span>
      )}
    </PlainButton>
  );
}

/** Heat (0 to 1) and missed share (percent) as custom properties. */
const cellStyle = (heat: number, share: number) =>
  ({ '--heat': heat, '--share': `${share}%` }) as CSSProperties;

function Legend({ id }: { id: string }) {
  return (
    <p id={id} className={classes.legend}>
      <span className={classes.key}>
        Fewer
        {[0.05, 0.35, 0.65, 1].map((heat) => (
          <span key={heat} className={classes.sample} style={cellStyle(heat, 0)} aria-hidden />
        ))}
        more calls
      </span>
      <span className={classes.key}>
        <span className={classes.shareSample} aria-hidden>
          <span className={classes.missed} style={cellStyle(0, 40)} />
        </span>
        Share missed
      </span>
      <VisuallyHidden>The arrow keys go from hour to hour.</VisuallyHidden>
    </p>
  );
}
