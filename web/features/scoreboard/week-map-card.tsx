import { Skeleton, Table, Text, Title, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { hourText, weekdayText } from '@mailcall/contract/time/week-hours.ts';
import type { CallsOfWeekHour } from '@mailcall/contract/scoreboard.ts';
import { useQuery } from '@tanstack/react-query';
import { Answer } from '../../ui/answer.tsx';
import { ChartOrTable } from '../../ui/chart-or-table.tsx';
import { EmptyCard } from '../../ui/empty-card.tsx';
import { FiguresHead } from '../../ui/figures-head.tsx';
import { CollapsibleCard } from '../../ui/collapsible-card.tsx';
import type { Counted } from '../../ui/how-counted.tsx';
import { useOpenCalls } from '../calls/index.ts';
import { Footnote, type ScopeState } from '../scope/index.ts';
import { callsByWeekHourQuery } from './api.ts';
import { zoneText } from './calls-by-hour.ts';
import { displayedShare, gridOf, type WeekMap, weekPeakText, weekTotals } from './week-map.ts';
import { WeekMapGrid } from './week-map-grid.tsx';
import classes from './week-map.module.css';

const title = 'Calls by Day and Hour';
const about =
  'All calls by the day of the week and the hour in which they came, in the local time of the office that was called, and the share of them that were missed: missed calls / all calls of that hour, from five calls on and only where at least half of them are scored.';

function useOpenCell(): (cell: Pick<CallsOfWeekHour, 'weekday' | 'hour'>) => void {
  const openCalls = useOpenCalls();
  return ({ weekday, hour }) =>
    openCalls({ outcome: 'all calls', filters: { weekday: String(weekday), hour: String(hour) } });
}

export function WeekMapCard({ scope, compact }: { scope: ScopeState['query']; compact: boolean }) {
  const query = useQuery(callsByWeekHourQuery(scope));
  const openCalls = useOpenCalls();
  return (
    <section className={compact ? classes.compact : classes.panel} aria-labelledby="week-title">
      <VisuallyHidden>
        <Title order={2} id="week-title">
          The week
        </Title>
      </VisuallyHidden>
      <CollapsibleCard
        title={title}
        about={about}
        counted={query.data && counted(query.data, openCalls)}
        summary={query.isError ? 'Could not be loaded' : query.data ? weekPeakText(query.data) : null}
        collapsible={compact}
        mountsWhenOpened
      >
        <Answer
          query={query}
          skeleton={<Skeleton height="19rem" />}
          isEmpty={({ cells }) => cells.length === 0}
          empty={<EmptyCard text={null} />}
        >
          {(answer) => <Week answer={answer} compact={compact} />}
        </Answer>
      </CollapsibleCard>
    </section>
  );
}

function counted(answer: WeekMap, openCalls: ReturnType<typeof useOpenCalls>): Counted[] {
  const { calls, missed } = weekTotals(answer);
  return [
    { name: 'All calls', value: thousands(calls), onOpen: () => openCalls({ outcome: 'all calls' }) },
    { name: 'Missed calls', value: thousands(missed), onOpen: () => openCalls({ outcome: 'missed call' }) },
  ];
}

function Week({ answer, compact }: { answer: WeekMap; compact: boolean }) {
  const openCell = useOpenCell();
  const zone = zoneText(answer.timeZones);
  return (
    <>
      <ChartOrTable
        title={title}
        sentence={weekPeakText(answer) ?? ''}
        chart={
          <WeekMapGrid
            grid={gridOf(answer)}
            label={`${title}, ${zone}`}
            hoursDown={compact}
            onOpen={openCell}
          />
        }
        table={<WeekTable answer={answer} onOpen={openCell} />}
      />
      <Text className={classes.footnote} size="xs" c="dimmed">
        <span className={classes.zone}>Days and hours in {zone}.</span> <Footnote since={answer.startDate} />
      </Text>
    </>
  );
}

function missedText(cell: CallsOfWeekHour): string {
  const share = displayedShare(cell);
  return share === null ? '-' : `${share}%`;
}

function WeekTable({ answer, onOpen }: { answer: WeekMap; onOpen: (cell: CallsOfWeekHour) => void }) {
  return (
    <Table stickyHeader verticalSpacing={0} fz="sm">
      <FiguresHead rows="When" figures={['Calls', 'Missed', 'Share missed']} />
      <Table.Tbody>
        {answer.cells.map((cell) => (
          <Table.Tr key={`${cell.weekday} ${cell.hour}`}>
            <Table.Th scope="row" fw={400}>
              <UnstyledButton className={classes.row} title="View these calls" onClick={() => onOpen(cell)}>
                {weekdayText(cell.weekday)} {hourText(cell.hour)}
              </UnstyledButton>
            </Table.Th>
            <Table.Td ta="right">{thousands(cell.calls)}</Table.Td>
            <Table.Td ta="right">{thousands(cell.missed)}</Table.Td>
            <Table.Td ta="right">{missedText(cell)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
