import { Skeleton, Table, Text } from '@mantine/core';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { hourText } from '@mailcall/contract/time/week-hours.ts';
import { useQuery } from '@tanstack/react-query';
import { Answer } from '../../ui/answer.tsx';
import { ChartOrTable } from '../../ui/chart-or-table.tsx';
import { FiguresHead } from '../../ui/figures-head.tsx';
import { CollapsibleCard } from '../../ui/collapsible-card.tsx';
import type { Counted } from '../../ui/how-counted.tsx';
import { type BarPart, StackedBars } from '../../ui/stacked-bars.tsx';
import { useOpenCalls } from '../calls/index.ts';
import { Footnote, type ScopeState } from '../scope/index.ts';
import { callsByHourQuery } from './api.ts';
import { type CallsByHour, hasNoCalls, peakText, zoneText } from './calls-by-hour.ts';
import { EmptyCard } from '../../ui/empty-card.tsx';
import classes from './breakdown-card.module.css';

export const callsByHourTitle = 'Opportunity Calls by Hour';
const title = callsByHourTitle;
const about =
  'Opportunity and missed calls by the hour of the day in which they came, in the time zone of the office that was called.';

const parts: readonly BarPart[] = [
  { key: 'opportunity', name: 'Opportunity', color: 'var(--mailcall-opportunity)', striped: false },
  { key: 'missed', name: 'Missed', color: 'var(--mailcall-missed)', striped: true },
];

export function CallsByHourCard({
  scope,
  collapsible,
}: {
  scope: ScopeState['query'];
  collapsible: boolean;
}) {
  const query = useQuery({
    ...callsByHourQuery(scope),
    // as in other cards, a failed one waits for Retry when its card moves
    retryOnMount: false,
  });
  const openCalls = useOpenCalls();
  return (
    <CollapsibleCard
      title={title}
      about={about}
      counted={query.data && counted(query.data, openCalls)}
      summary={query.isError ? 'Could not be loaded' : query.data ? peakText(query.data) : null}
      collapsible={collapsible}
      mountsWhenOpened
    >
      <div className={classes.content}>
        <Answer
          query={query}
          skeleton={<Skeleton height="18.75rem" />}
          isEmpty={hasNoCalls}
          empty={<EmptyCard text={null} />}
        >
          {(answer) => <Hours answer={answer} />}
        </Answer>
      </div>
    </CollapsibleCard>
  );
}

function counted(answer: CallsByHour, openCalls: ReturnType<typeof useOpenCalls>): Counted[] {
  const sumOf = (part: 'opportunity' | 'missed') =>
    thousands(answer.callsPerHour.reduce((sum, hour) => sum + hour[part], 0));
  return [
    {
      name: 'Opportunity calls',
      value: sumOf('opportunity'),
      onOpen: () => openCalls({ outcome: 'opportunity' }),
    },
    { name: 'Missed calls', value: sumOf('missed'), onOpen: () => openCalls({ outcome: 'missed call' }) },
  ];
}

function Hours({ answer }: { answer: CallsByHour }) {
  const peak = peakText(answer);
  const zone = zoneText(answer.timeZones);
  return (
    <>
      <ChartOrTable
        title={title}
        sentence={peak ?? ''}
        chart={
          <StackedBars
            description={`${title}, ${zone}. ${peak}.`}
            parts={parts}
            bars={answer.callsPerHour.map(({ hour, opportunity, missed }) => ({
              label: hourText(hour),
              values: { opportunity, missed },
            }))}
          />
        }
        table={<HoursTable answer={answer} />}
      />
      <Text className={classes.footnote} size="xs" c="dimmed">
        {zone !== '' && <span className={classes.zone}>Hours in {zone}. </span>}
        <Footnote since={answer.startDate} />
      </Text>
    </>
  );
}

function HoursTable({ answer }: { answer: CallsByHour }) {
  return (
    <Table stickyHeader verticalSpacing={4} fz="sm">
      <FiguresHead rows="Hour" figures={['Opportunity', 'Missed']} />
      <Table.Tbody>
        {answer.callsPerHour.map(({ hour, opportunity, missed }) => (
          <Table.Tr key={hour}>
            <Table.Th scope="row" fw={400}>
              {hourText(hour)}
            </Table.Th>
            <Table.Td ta="right">{thousands(opportunity)}</Table.Td>
            <Table.Td ta="right">{thousands(missed)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
