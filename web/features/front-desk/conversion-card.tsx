import { Skeleton, Table, Text, UnstyledButton } from '@mantine/core';
import type { LeaderboardRow } from '@mailcall/contract/front-desk.ts';
import { displayedConversionRate, thousands } from '@mailcall/contract/rules/rates.ts';
import { useQuery } from '@tanstack/react-query';
import { Answer } from '../../ui/answer.tsx';
import { ChartOrTable } from '../../ui/chart-or-table.tsx';
import { EmptyCard } from '../../ui/empty-card.tsx';
import { FiguresHead } from '../../ui/figures-head.tsx';
import { CollapsibleCard } from '../../ui/collapsible-card.tsx';
import { NamedBars } from '../../ui/named-bars.tsx';
import { useOpenCalls } from '../calls/index.ts';
import type { ScopeState } from '../scope/index.ts';
import { type Leaderboard, leaderboardQuery } from './api.ts';
import { conversionBars, leaderText, rowKey } from './leaderboard-rows.ts';
import { useLeaderboardState } from './leaderboard.tsx';
import classes from './chart-card.module.css';

const title = 'Conversion Rate By Staff';
const about =
  'Appointments made / opportunity calls of each member of staff, shown up to 100%. Staff of no known type and those without a conversion are left out.';
/** Widths of the chart in pixels: a bar, and the slot per bar on small and on large screens. */
const width = { bar: 80, compactSlot: 150, slot: 100 } as const;

const parts = [
  { key: 'rate', name: 'Conversion rate', color: 'var(--mailcall-conversion)', striped: false },
] as const;

/** The chart of the conversion rate of each member of staff, with its table. */
export function ConversionCard({ scope, compact }: { scope: ScopeState; compact: boolean }) {
  const { state } = useLeaderboardState();
  // the same query as the leaderboard's, regardless of its ranking
  const query = useQuery(leaderboardQuery(scope.query, state.rankedBy));
  return (
    <CollapsibleCard
      title={title}
      about={about}
      counted={query.data && counted(query.data)}
      summary={
        query.isError
          ? 'Could not be loaded'
          : query.data
            ? (leaderText(conversionBars(query.data.records)) ?? 'Nothing yet')
            : null
      }
      collapsible={compact}
      mountsWhenOpened
    >
      <Answer
        query={query}
        skeleton={<Skeleton height="19rem" />}
        isEmpty={({ records }) => conversionBars(records).length === 0}
        empty={<EmptyCard text={null} />}
      >
        {({ records }) => (
          <Chart
            bars={conversionBars(records)}
            barSlotWidth={compact ? width.compactSlot : width.slot}
            showAccount={scope.accountIds.length > 1}
          />
        )}
      </Answer>
    </CollapsibleCard>
  );
}

const counted = ({ records, totals }: Leaderboard) => [
  { name: 'Staff in the chart', value: thousands(conversionBars(records).length) },
  { name: 'Appointments of all staff', value: thousands(totals.appointmentCount) },
  { name: 'Opportunity calls of all staff', value: thousands(totals.opportunityCount) },
];

function Chart({
  bars,
  barSlotWidth,
  showAccount,
}: {
  bars: readonly LeaderboardRow[];
  barSlotWidth: number;
  showAccount: boolean;
}) {
  const summary = leaderText(bars) ?? '';
  return (
    <ChartOrTable
      title={title}
      sentence={summary}
      chart={
        <NamedBars
          description={`${title}. ${summary}.`}
          bars={bars.map((row) => ({
            label: row.name,
            values: { rate: displayedConversionRate(row.conversionRate) },
          }))}
          parts={parts}
          barSlotWidth={barSlotWidth}
          barSize={width.bar}
          percent
        />
      }
      table={<ConversionTable bars={bars} showAccount={showAccount} />}
    />
  );
}

function ConversionTable({ bars, showAccount }: { bars: readonly LeaderboardRow[]; showAccount: boolean }) {
  const openCalls = useOpenCalls();
  return (
    <Table stickyHeader verticalSpacing={4} fz="sm" className={classes.table}>
      <FiguresHead rows="Staff" figures={['Appointments', 'Opportunities', 'Rate']} />
      <Table.Tbody>
        {bars.map((row) => (
          <Table.Tr key={rowKey(row)}>
            <Table.Th scope="row" fw={400} className={classes.name}>
              <UnstyledButton
                className={classes.open}
                title={`View all calls of ${row.name}`}
                onClick={() =>
                  openCalls({ outcome: 'all calls', filters: { callHandlerId: row.callHandlerId } })
                }
              >
                {row.name}
              </UnstyledButton>
              {showAccount && (
                <Text size="xs" c="dimmed">
                  {row.accountName}
                </Text>
              )}
            </Table.Th>
            <Table.Td ta="right">{thousands(row.appointmentsMadeCount)}</Table.Td>
            <Table.Td ta="right">{thousands(row.opportunityCallCount)}</Table.Td>
            <Table.Td ta="right" fw={600}>
              {displayedConversionRate(row.conversionRate)}%
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
