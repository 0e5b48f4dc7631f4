import { formatDay } from '@mailcall/contract/time/date-format.ts';
import { Skeleton, Table } from '@mantine/core';
import { type DayOfPieces, piecesOverTime } from '@mailcall/contract/rules/mail-pieces.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { useQuery } from '@tanstack/react-query';
import { Answer } from '../../ui/answer.tsx';
import { BarChart, type BarPart, Legend } from '../../ui/bar-chart.tsx';
import { ChartOrTable } from '../../ui/chart-or-table.tsx';
import { monthAndDay } from '../../ui/dates.ts';
import { FiguresHead } from '../../ui/figures-head.tsx';
import { mailingPiecesQuery } from './api.ts';
import classes from './mailing-tracking.module.css';

const parts: readonly BarPart[] = [
  { key: 'delivered', name: 'Delivered', color: 'var(--mailcall-appointment)', striped: false },
  { key: 'near', name: 'Near', color: 'var(--mailcall-opportunity)', striped: true },
  {
    key: 'entered',
    name: 'In the mail so far',
    color: 'var(--mantine-color-dimmed)',
    striped: false,
    line: true,
  },
];

const reckonings = {
  post: 'by the post’s scans of the barcodes',
  printer: 'as the printer reports it',
} as const;

export function TrackingCurve({ mailingId, text }: { mailingId: string; text: string }) {
  return (
    <Answer query={useQuery(mailingPiecesQuery(mailingId))} skeleton={<Skeleton height="15rem" />}>
      {({ days, sources }) => {
        const dates = piecesOverTime(days);
        return (
          <>
            <ChartOrTable
              title="Where the mail is"
              sentence={text}
              chart={<Curve dates={dates} text={text} />}
              table={<Days dates={dates} />}
            />
            <p className={classes.reckoning}>
              Delivered is estimated, {sources.map((source) => reckonings[source]).join(' and ')}.
            </p>
          </>
        );
      }}
    </Answer>
  );
}

function Curve({ dates, text }: { dates: readonly DayOfPieces[]; text: string }) {
  return (
    <div className={classes.curve}>
      <BarChart
        description={`Where the mail is at the end of each day. ${text}.`}
        parts={parts}
        bars={dates.map(({ day, entered, near, delivered }) => ({
          label: monthAndDay(day),
          name: formatDay(day),
          values: { entered, near: near - delivered, delivered },
        }))}
      />
      <Legend parts={parts} />
    </div>
  );
}

function Days({ dates }: { dates: readonly DayOfPieces[] }) {
  return (
    <Table stickyHeader fz="sm">
      <FiguresHead rows="Until" figures={['In the mail', 'Near', 'Delivered', 'Returned']} />
      <Table.Tbody>
        {dates.toReversed().map(({ day, entered, near, delivered, returned }) => (
          <Table.Tr key={day}>
            <Table.Th scope="row" fw={400} className={classes.day ?? ''}>
              {monthAndDay(day)}
            </Table.Th>
            {[entered, near - delivered, delivered, returned].map((value, index) => (
              <Table.Td key={index} ta="right">
                {thousands(value)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
