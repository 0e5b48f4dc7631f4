import { Skeleton, Switch } from '@mantine/core';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { explanationOf } from '../../platform/api.ts';
import { Suspense, useState } from 'react';
import { isClientView } from '../../platform/session-store.ts';
import { Failed } from '../../ui/answer.tsx';
import { EmptyCard } from '../../ui/empty-card.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { toast } from '../../ui/toast.tsx';
import { NextCallers } from '../callbacks/index.ts';
import { summaryQuery } from '../calls/index.ts';
import { TodayMailings } from '../campaigns/index.ts';
import { LiveUpdates } from '../live/index.ts';
import { ScopeBar, type ScopeState, useScope } from '../scope/index.ts';
import { AnsweredDisputes, useDecidedDisputes } from '../score-disputes/index.ts';
import { useOwnAccess } from '../session/index.ts';
import { calledBackQuery, daysOfWeek, scopeOn, startPageQuery, startWithToday } from './api.ts';
import { LastDays } from './last-days.tsx';
import classes from './today-page.module.css';
import { weekSentence } from './today-texts.ts';

export function TodayPage() {
  const scope = useScope();
  const hasAccounts = scope.accountIds.length > 0;
  return (
    <div className={classes.page}>
      <PageHead title="Today" aside={<ScopeBar accountsOnly />} />
      {hasAccounts ? (
        <TodayOf key={JSON.stringify(scope.query)} scope={scope} />
      ) : (
        <EmptyCard text={messages.noAccountsSelected} />
      )}
    </div>
  );
}

/** What is below a part shows once that part is complete, so that nothing moves. */
function TodayOf({ scope }: { scope: ScopeState }) {
  const own = useOwnAccess();
  const [hasCallers, setHasCallers] = useState(false);
  const [hasMailings, setHasMailings] = useState(false);
  const decided = useDecidedDisputes(scope.query, { enabled: own });
  const isHeld = !hasCallers || decided === undefined;
  return (
    <>
      <LiveUpdates scope={scope.query} showsDesigns />
      <Week scope={scope} />
      <Suspense fallback={<Skeleton height="12rem" />}>
        <div className={classes.columns}>
          <NextCallers scope={scope} isShown={hasCallers} onComplete={() => setHasCallers(true)} />
          <div className={classes.aside} data-held={isHeld || undefined}>
            <TodayMailings
              scope={scope}
              own={own}
              isShown={hasMailings}
              onComplete={() => setHasMailings(true)}
            >
              {own && decided && (
                <AnsweredDisputes scope={scope} decided={decided} className={classes.button} />
              )}
            </TodayMailings>
          </div>
        </div>
      </Suspense>
      <div className={classes.below} data-held={isHeld || !hasMailings || undefined}>
        <LastDays scope={scope} />
        <div className={classes.foot}>{own && <StartPage />}</div>
      </div>
    </>
  );
}

function Week({ scope }: { scope: ScopeState }) {
  const week = scopeOn(scope, daysOfWeek(scope));
  const summary = useQuery(summaryQuery(week));
  const calledBack = useQuery(calledBackQuery(week));
  if (summary.isLoadingError) return <Failed error={summary.error} onRetry={() => void summary.refetch()} />;
  // one sentence, written once
  if (!summary.data || calledBack.isPending)
    return (
      <div className={classes.week}>
        <Skeleton height="1.75rem" width="70%" />
      </div>
    );
  const { all_calls_count, calls_with_Appointments_count, missed_calls_count, unscored_calls_count } =
    summary.data;
  return (
    <p className={classes.week}>
      {weekSentence(
        {
          calls: all_calls_count,
          booked: calls_with_Appointments_count,
          missed: missed_calls_count,
          unscored: unscored_calls_count,
        },
        calledBack.data ?? null,
      )}
    </p>
  );
}

function StartPage() {
  const client = useQueryClient();
  const query = useQuery(startPageQuery);
  if (query.data === undefined || isClientView()) return null;
  return (
    <Switch
      label="Open Today when I log in"
      checked={query.data}
      onChange={({ currentTarget: { checked } }) => {
        client.setQueryData(startPageQuery.queryKey, checked);
        startWithToday(client, checked).catch((error: unknown) => {
          client.setQueryData(startPageQuery.queryKey, !checked);
          toast('error', explanationOf(error));
        });
      }}
    />
  );
}
