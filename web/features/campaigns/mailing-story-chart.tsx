import { Table, UnstyledButton } from '@mantine/core';
import type { StoryPeriod, StoryPoint } from '@mailcall/contract/rules/mailing-story.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { BarChart, type BarPart, Legend } from '../../ui/bar-chart.tsx';
import { FiguresHead } from '../../ui/figures-head.tsx';
import { callsOfDays, useChangeDrawer } from './drawer-address.ts';
import { callsText, pointNames } from './mailing-story-texts.ts';
import classes from './mailing-story.module.css';

const calls: readonly BarPart[] = [
  { key: 'opportunity', name: 'Opportunity', color: 'var(--mailcall-opportunity)', striped: false },
  { key: 'other', name: 'Other calls', color: 'var(--mailcall-other)', striped: false },
];

export function StoryChart({
  points,
  period,
  earlier,
  description,
}: {
  points: readonly StoryPoint[];
  period: StoryPeriod;
  earlier: number;
  description: string;
}) {
  const change = useChangeDrawer();
  const isCompared = points.some(({ usual }) => usual !== null);
  const parts: readonly BarPart[] = isCompared
    ? [
        ...calls,
        {
          key: 'usual',
          name: `Usual, the median of ${earlier} mailings`,
          color: 'var(--mailcall-usual)',
          striped: false,
          line: true,
        },
      ]
    : calls;
  const open = (index: number) => {
    const point = points[index];
    if (point && point.calls > 0) change(callsOfDays({ startDate: point.startDate, endDate: point.endDate }));
  };
  return (
    <figure className={classes.figure} aria-label={description}>
      <div className={classes.chart}>
        <BarChart
          bars={points.map((point) => {
            const { name, label } = pointNames(point, period);
            return {
              name: `${name}: ${callsText(point.calls)}`,
              label,
              values: {
                opportunity: point.opportunity,
                other: point.calls - point.opportunity,
                ...(point.usual !== null && { usual: point.usual }),
              },
            };
          })}
          parts={parts}
          description={`${description} Enter opens the calls of a bar.`}
          barSize={48}
          onOpen={open}
        />
      </div>
      <Legend parts={parts} />
    </figure>
  );
}

const rowNames: Record<StoryPeriod, string> = { day: 'Day', week: 'Week', total: 'Total' };

export function StoryTable({ points, period }: { points: readonly StoryPoint[]; period: StoryPeriod }) {
  const change = useChangeDrawer();
  const isCompared = points.some(({ usual }) => usual !== null);
  return (
    <Table stickyHeader verticalSpacing={0} fz="sm">
      <FiguresHead
        rows={rowNames[period]}
        figures={['Calls', 'Opportunity', ...(isCompared ? ['Usual'] : [])]}
      />
      <Table.Tbody>
        {points.map((point) => {
          const { name } = pointNames(point, period);
          return (
            <Table.Tr key={point.lastDay}>
              <Table.Th scope="row" fw={400}>
                {point.calls === 0 ? (
                  <span className={classes.row}>{name}</span>
                ) : (
                  <UnstyledButton
                    className={classes.row}
                    title="View these calls"
                    onClick={() =>
                      change(callsOfDays({ startDate: point.startDate, endDate: point.endDate }))
                    }
                  >
                    {name}
                  </UnstyledButton>
                )}
              </Table.Th>
              <Table.Td ta="right">{thousands(point.calls)}</Table.Td>
              <Table.Td ta="right">{thousands(point.opportunity)}</Table.Td>
              {isCompared && <Table.Td ta="right">{thousands(point.usual ?? 0)}</Table.Td>}
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}
