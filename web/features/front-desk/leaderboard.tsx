import { Group, Loader, LoadingOverlay, NativeSelect, Skeleton, Text, Title } from '@mantine/core';
import {
  leaderboardSortLabels,
  type LeaderboardSort,
  leaderboardSorts,
} from '@mailcall/contract/front-desk.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useAddress, useChangeAddress } from '../../platform/address.ts';
import { Answer } from '../../ui/answer.tsx';
import { EmptyCard } from '../../ui/empty-card.tsx';
import { type Counted, HowCounted } from '../../ui/how-counted.tsx';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import type { ScopeState } from '../scope/index.ts';
import { type Leaderboard as LeaderboardAnswer, leaderboardQuery } from './api.ts';
import {
  leaderboardFromAddress,
  type LeaderboardState,
  leaderboardToAddress,
  orderedBy,
  useOpening,
} from './front-desk-address.ts';
import { LeaderboardList } from './leaderboard-list.tsx';
import { inOrderOf, rowNamed } from './leaderboard-rows.ts';
import { LeaderboardTable } from './leaderboard-table.tsx';
import { StaffPanel } from './staff-panel.tsx';
import classes from './leaderboard.module.css';

const about =
  'Of the calls that each member of staff answered: all of them, those scored as opportunities, the appointments made on them (several per call count) and the calls with one or more appointments. A member’s conversion rate is appointments / opportunity calls. The average conversion is calls with an appointment / opportunity calls, of all staff together.';

const counted = (totals: LeaderboardAnswer['totals']): Counted[] => [
  { name: 'Calls that staff answered', value: thousands(totals.allCallCount) },
  { name: 'Calls with an appointment', value: thousands(totals.appointmentCallCount) },
  { name: 'Divided by opportunity calls', value: thousands(totals.opportunityCount) },
];

/** The leaderboard's place in the address, and how to change it. */
export function useLeaderboardState() {
  const address = useAddress();
  const changeAddress = useChangeAddress();
  return {
    state: leaderboardFromAddress(address),
    /** Another list starts without a chosen member of staff; another order of the same one keeps them. */
    show: (next: LeaderboardState, sameList: boolean) =>
      changeAddress({ ...leaderboardToAddress(next), ...(sameList ? {} : { staff: undefined }) }),
  };
}

/** The members of staff, ranked, and beside them what the chosen one made of their calls. */
export function Leaderboard({ scope, narrow }: { scope: ScopeState; narrow: boolean }) {
  const id = useId();
  const { state, show } = useLeaderboardState();
  const query = useQuery(leaderboardQuery(scope.query, state.rankedBy));
  return (
    <section aria-labelledby={id}>
      <div className={classes.head}>
        <Group gap={4}>
          <Title order={2} id={id} size="h4">
            Leaderboard
          </Title>
          <HowCounted title="Leaderboard" about={about} counted={query.data && counted(query.data.totals)} />
        </Group>
        <NativeSelect
          label="Rank by"
          value={state.rankedBy}
          data={leaderboardSorts.map((value) => ({ value, label: leaderboardSortLabels[value] }))}
          onChange={(event) => {
            const rankedBy = event.currentTarget.value as LeaderboardSort;
            show({ rankedBy, order: { by: 'rank', dir: 'asc' } }, false);
          }}
          classNames={{ root: classes.rankBy, label: classes.rankByLabel, input: classes.rankByInput }}
        />
      </div>
      <Answer
        query={query}
        skeleton={<Skeleton className={classes.skeleton} />}
        isEmpty={({ records }) => records.length === 0}
        empty={
          <div className={classes.card}>
            <EmptyCard text={messages.noData} />
          </div>
        }
      >
        {(answer) => (
          <Standing
            answer={answer}
            // the rows of the ranking before stay, veiled, until the new ones have come
            reloading={query.isPlaceholderData}
            narrow={narrow}
            showAccount={scope.accountIds.length > 1}
          />
        )}
      </Answer>
    </section>
  );
}

function Standing({
  answer: { records, totals },
  reloading,
  narrow,
  showAccount,
}: {
  answer: LeaderboardAnswer;
  reloading: boolean;
  narrow: boolean;
  showAccount: boolean;
}) {
  const { state, show } = useLeaderboardState();
  const { open, show: openStaff, close } = useOpening('staff');
  const changeAddress = useChangeAddress();
  const rows = inOrderOf(records, state.order);
  const asked = rowNamed(rows, open);
  // on a phone nobody is chosen at first, beside the table it is the first row
  const chosen = asked ?? (narrow ? null : (rows[0] ?? null));
  const shared = {
    rows,
    rankedBy: state.rankedBy,
    order: state.order,
    onOrder: (by: LeaderboardState['order']['by']) =>
      show({ ...state, order: orderedBy(state.order, by) }, true),
    chosen,
    onChoose: (staffId: string) => (narrow ? openStaff(staffId) : changeAddress({ staff: staffId })),
    showAccount,
  };
  return (
    <>
      <Totals totals={totals} />
      <div className={narrow ? undefined : classes.beside} aria-busy={reloading}>
        <div className={classes.board}>
          <LoadingOverlay
            visible={reloading}
            overlayProps={{ className: classes.cover }}
            loaderProps={{
              children: (
                <Group gap="sm" className={classes.veil} role="status">
                  <Loader size="sm" />
                  <Text size="sm">{messages.loadingData}</Text>
                </Group>
              ),
            }}
          />
          {narrow ? <LeaderboardList {...shared} /> : <LeaderboardTable {...shared} />}
        </div>
        {!narrow && chosen && (
          <div className={classes.card}>
            <StaffPanel row={chosen} titled showAccount={showAccount} />
          </div>
        )}
      </div>
      {narrow && (
        <SideDrawer opened={asked !== null} onClose={close} title={asked?.name ?? ''}>
          {asked && <StaffPanel row={asked} titled={false} showAccount={showAccount} />}
        </SideDrawer>
      )}
    </>
  );
}

/** What the rows add up to. */
function Totals({ totals }: { totals: LeaderboardAnswer['totals'] }) {
  const figures = [
    ['Staff', thousands(totals.staffCount)],
    ['Calls', thousands(totals.allCallCount)],
    ['Opportunities', thousands(totals.opportunityCount)],
    ['Appointments', thousands(totals.appointmentCount)],
    ['Appt Calls', thousands(totals.appointmentCallCount)],
    ['Average Conversion', `${totals.averageConversionRate}%`],
  ] as const;
  return (
    <dl className={classes.totals}>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
