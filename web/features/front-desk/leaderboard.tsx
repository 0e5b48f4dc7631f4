import { Group, NativeSelect, Skeleton, Title } from '@mantine/core';
import {
  leaderboardSortLabels,
  type LeaderboardSort,
  leaderboardSorts,
} from '@mailcall/contract/leaderboard.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { visiblePage } from '@mailcall/contract/rules/paging.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useAddress, useChangeAddress } from '../../platform/address.ts';
import { Answer } from '../../ui/answer.tsx';
import { EmptyCard } from '../../ui/empty-card.tsx';
import { type Counted, HowCounted } from '../../ui/how-counted.tsx';
import { LoadingCover } from '../../ui/loading-cover.tsx';
import { Pager } from '../../ui/pager.tsx';
import { useRedirectToLastPage } from '../../ui/redirect-to-last-page.ts';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import type { ScopeState } from '../scope/index.ts';
import { type Leaderboard as LeaderboardAnswer, leaderboardQuery, staffPerPage } from './api.ts';
import {
  leaderboardFromAddress,
  type LeaderboardState,
  leaderboardToAddress,
  toggleOrder,
  useOverlay,
} from './front-desk-address.ts';
import { LeaderboardList } from './leaderboard-list.tsx';
import { findRow } from './leaderboard-rows.ts';
import { LeaderboardTable } from './leaderboard-table.tsx';
import { nothingCounted } from './figure-texts.ts';
import { StaffPanel } from './staff-panel.tsx';
import classes from './leaderboard.module.css';

const about =
  'Of the calls that each member of staff answered: all of them, those scored as opportunities, the appointments made on them (several per call count) and the calls with one or more appointments. A member’s conversion rate is appointments / opportunity calls. The average conversion is calls with an appointment / opportunity calls, of all staff together.';

const counted = (totals: LeaderboardAnswer['totals']): Counted[] => [
  { name: 'Calls that staff answered', value: thousands(totals.allCallCount) },
  { name: 'Calls with an appointment', value: thousands(totals.appointmentCallCount) },
  { name: 'Divided by opportunity calls', value: thousands(totals.opportunityCount) },
];

function useLeaderboardState() {
  const address = useAddress();
  const changeAddress = useChangeAddress();
  return {
    state: leaderboardFromAddress(address),
    /** Another list clears the selected staff member; another order keeps them. */
    show: (next: (before: LeaderboardState) => LeaderboardState, sameList: boolean, replace = false) =>
      changeAddress(
        (before) => ({
          ...leaderboardToAddress(next(leaderboardFromAddress(before))),
          ...(sameList ? {} : { staff: undefined }),
        }),
        { replace },
      ),
  };
}

export function Leaderboard({
  scope,
  compact,
  hasRates,
}: {
  scope: ScopeState;
  compact: boolean;
  hasRates: boolean;
}) {
  const id = useId();
  const { state, show } = useLeaderboardState();
  const query = useQuery(leaderboardQuery(scope.query, state));
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
            show(() => ({ rankedBy, order: { by: 'rank', dir: 'asc' }, page: 1 }), false);
          }}
          classNames={{ root: classes.rankBy, label: classes.rankByLabel, input: classes.rankByInput }}
        />
      </div>
      <Answer
        query={query}
        skeleton={<LeaderboardSkeleton compact={compact} />}
        isEmpty={({ totals }) => totals.staffCount === 0}
        empty={
          <div className={classes.card}>
            <EmptyCard text={messages.noData} />
          </div>
        }
      >
        {(answer) => (
          <RankedStaff
            answer={answer}
            // rows of the previous ranking stay, covered, until new ones load
            reloading={query.isPlaceholderData}
            compact={compact}
            showAccount={scope.accountIds.length > 1}
            hasRates={hasRates}
          />
        )}
      </Answer>
    </section>
  );
}

function RankedStaff({
  answer: { records: rows, totals },
  reloading,
  compact,
  showAccount,
  hasRates,
}: {
  answer: LeaderboardAnswer;
  reloading: boolean;
  compact: boolean;
  showAccount: boolean;
  hasRates: boolean;
}) {
  const { state, show } = useLeaderboardState();
  const { open, show: openStaff, close } = useOverlay('staff');
  const changeAddress = useChangeAddress();
  const goToPage = (page: number, replace = false) => show((before) => ({ ...before, page }), false, replace);
  const choice = { page: state.page, pageSize: staffPerPage };
  useRedirectToLastPage(totals.staffCount, choice, staffPerPage, goToPage);
  const requested = findRow(rows, open);
  // on small screens no row is selected at first, beside the table the first one is
  const chosen = requested ?? (compact ? null : (rows[0] ?? null));
  const rowsProps = {
    rows,
    rankedBy: state.rankedBy,
    order: state.order,
    onOrder: (by: LeaderboardState['order']['by']) =>
      show((before) => ({ ...before, order: toggleOrder(before.order, by), page: 1 }), true),
    chosen,
    onChoose: (staffId: string) => (compact ? openStaff(staffId) : changeAddress({ staff: staffId })),
    showAccount,
    hasRates,
  };
  return (
    <>
      <Totals totals={totals} hasRates={hasRates} />
      <div className={compact ? undefined : classes.beside} aria-busy={reloading}>
        <div className={classes.board} data-accounts={showAccount || undefined}>
          <LoadingCover loading={reloading} text={messages.loadingData} headHeight={compact ? 48 : 40}>
            {compact ? (
              <LeaderboardList key={state.page} {...rowsProps} />
            ) : (
              // another page starts at its top
              <LeaderboardTable key={state.page} {...rowsProps} />
            )}
          </LoadingCover>
          <Pager
            view={visiblePage(totals.staffCount, choice, staffPerPage)}
            pageParameter="staffPage"
            total={totals.staffCount}
            pageSize={staffPerPage}
            loading={reloading}
            rowsLabel="staff"
            onPage={goToPage}
          />
        </div>
        {!compact && chosen && (
          <div className={classes.card}>
            <StaffPanel row={chosen} titled showAccount={showAccount} hasRates={hasRates} />
          </div>
        )}
      </div>
      {compact && (
        <SideDrawer opened={requested !== null} onClose={close} title={requested?.name ?? ''}>
          {requested && (
            <StaffPanel row={requested} titled={false} showAccount={showAccount} hasRates={hasRates} />
          )}
        </SideDrawer>
      )}
    </>
  );
}

function Totals({ totals, hasRates }: { totals: LeaderboardAnswer['totals']; hasRates: boolean }) {
  const figures = [
    ['Staff', thousands(totals.staffCount)],
    ['Answered calls', thousands(totals.allCallCount)],
    ['Opportunities', thousands(totals.opportunityCount)],
    ['Appointments on answered calls', thousands(totals.appointmentCount)],
    ['Appt Calls', thousands(totals.appointmentCallCount)],
    // conversion rates of rows count appointments, not calls
    [
      'Average conversion (calls with an appointment)',
      totals.opportunityCount === 0 || !hasRates ? nothingCounted : `${totals.averageConversionRate}%`,
    ],
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

/** Totals with typical digits, to reserve their lines. */
const placeholderTotals: LeaderboardAnswer['totals'] = {
  staffCount: 10,
  allCallCount: 10_000,
  opportunityCount: 1000,
  appointmentCount: 1000,
  appointmentCallCount: 1000,
  averageConversionRate: 50,
};

function LeaderboardSkeleton({ compact }: { compact: boolean }) {
  return (
    <>
      <Skeleton width={compact ? '100%' : 'fit-content'} aria-hidden>
        <Totals totals={placeholderTotals} hasRates />
      </Skeleton>
      {compact ? (
        <Skeleton className={classes.listSkeleton} data-loading />
      ) : (
        <div className={classes.beside}>
          <Skeleton className={classes.skeleton} />
          <Skeleton className={classes.panelSkeleton} />
        </div>
      )}
    </>
  );
}
