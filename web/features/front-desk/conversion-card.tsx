import { Skeleton, Table, Text, UnstyledButton } from '@mantine/core';
import type { LeaderboardRow } from '@mailcall/contract/leaderboard.ts';
import { displayedConversionRate, thousands } from '@mailcall/contract/rules/rates.ts';
import { visiblePage } from '@mailcall/contract/rules/paging.ts';
import { useQuery } from '@tanstack/react-query';
import { Answer } from '../../ui/answer.tsx';
import { ChartOrTable } from '../../ui/chart-or-table.tsx';
import { EmptyCard } from '../../ui/empty-card.tsx';
import { FiguresHead } from '../../ui/figures-head.tsx';
import { CollapsibleCard } from '../../ui/collapsible-card.tsx';
import { NamedBars } from '../../ui/named-bars.tsx';
import { Pager, usePageOf } from '../../ui/pager.tsx';
import { AccountName } from '../accounts/index.ts';
import { useOpenCalls } from '../calls/index.ts';
import type { ScopeState } from '../scope/index.ts';
import { conversionQuery, type Leaderboard, type ScopeOfRequest, staffPerPage } from './api.ts';
import { maxBars, withBarsNote } from './figure-texts.ts';
import { fewOpportunities, leaderText, rowKey } from './leaderboard-rows.ts';
import classes from './chart-card.module.css';

const title = 'Conversion Rate By Staff';
const about =
  'Appointments made / opportunity calls of each member of staff, shown up to 100%. Staff of no known type and those without a conversion are left out.';
/** Pixels: width of a bar, and of a bar's slot on small and large screens. */
const width = { bar: 80, compactSlot: 150, slot: 100 } as const;

const parts = [
  { key: 'rate', name: 'Conversion rate', color: 'var(--mailcall-conversion)', striped: false },
] as const;

export function ConversionCard({ scope, compact }: { scope: ScopeState; compact: boolean }) {
  const query = useQuery(conversionQuery(scope.query, 1));
  return (
    <CollapsibleCard
      title={title}
      about={about}
      counted={query.data && counted(query.data)}
      summary={
        query.isError ? 'Could not be loaded' : query.data ? (sentenceOf(query.data) ?? 'Nothing yet') : null
      }
      collapsible={compact}
      mountsWhenOpened
    >
      <Answer
        query={query}
        skeleton={<Skeleton height="18.4375rem" />}
        isEmpty={({ records }) => records.length === 0}
        empty={<EmptyCard text={null} />}
      >
        {(answer) => (
          <Chart
            answer={answer}
            scope={scope.query}
            barSlotWidth={compact ? width.compactSlot : width.slot}
            showAccount={scope.accountIds.length > 1}
          />
        )}
      </Answer>
    </CollapsibleCard>
  );
}

const sentenceOf = ({ records, leaders = [], leadersCount = 0 }: Leaderboard) =>
  leaderText(records[0], leaders, leadersCount);
const totalOf = ({ records, meta }: Leaderboard) => meta.total_count ?? records.length;

const counted = (answer: Leaderboard) => [
  { name: 'Staff with a conversion', value: thousands(totalOf(answer)) },
  { name: 'Appointments of all staff', value: thousands(answer.totals.appointmentCount) },
  { name: 'Opportunity calls of all staff', value: thousands(answer.totals.opportunityCount) },
];

function Chart({
  answer,
  scope,
  barSlotWidth,
  showAccount,
}: {
  answer: Leaderboard;
  scope: ScopeOfRequest;
  barSlotWidth: number;
  showAccount: boolean;
}) {
  const summary = withBarsNote(sentenceOf(answer) ?? '', totalOf(answer));
  return (
    <ChartOrTable
      title={title}
      sentence={summary}
      chart={
        <NamedBars
          description={`${title}. ${summary}.`}
          bars={answer.records.slice(0, maxBars).map((row) => {
            const fewOf = fewOpportunities(row);
            return {
              label: row.name,
              values: { rate: displayedConversionRate(row.conversionRate) },
              ...(fewOf === undefined ? {} : { fewOf }),
            };
          })}
          parts={parts}
          barSlotWidth={barSlotWidth}
          barSize={width.bar}
          percent
        />
      }
      table={<ConversionPages total={totalOf(answer)} scope={scope} showAccount={showAccount} />}
    />
  );
}

function ConversionPages({
  total,
  scope,
  showAccount,
}: {
  total: number;
  scope: ScopeOfRequest;
  showAccount: boolean;
}) {
  const [page, setPage] = usePageOf(scope);
  const query = useQuery(conversionQuery(scope, page));
  return (
    <Answer query={query} skeleton={<Skeleton height="19rem" />}>
      {({ records }) => (
        <>
          <div aria-busy={query.isPlaceholderData}>
            <ConversionTable rows={records} showAccount={showAccount} />
          </div>
          <Pager
            view={visiblePage(total, { page, pageSize: staffPerPage }, staffPerPage)}
            total={total}
            pageSize={staffPerPage}
            loading={query.isPlaceholderData}
            rowsLabel="staff"
            onPage={setPage}
          />
        </>
      )}
    </Answer>
  );
}

function ConversionTable({ rows, showAccount }: { rows: readonly LeaderboardRow[]; showAccount: boolean }) {
  const openCalls = useOpenCalls();
  return (
    <Table stickyHeader verticalSpacing={4} fz="sm" className={classes.table}>
      <FiguresHead rows="Staff" figures={['Appointments', 'Opportunities', 'Rate']} />
      <Table.Tbody>
        {rows.map((row) => (
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
                  <AccountName of={row} />
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
