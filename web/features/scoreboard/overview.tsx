import { Title, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { useQueryClient } from '@tanstack/react-query';
import { memo, type ReactNode, useEffect, useEffectEvent } from 'react';
import { textOf, useAddressPart } from '../../platform/address.ts';
import { idle } from '../../platform/scheduling.ts';
import { Deferred } from '../../ui/deferred.tsx';
import { EmptyCard } from '../../ui/empty-card.tsx';
import { useStaleWhileLoading } from '../../ui/stale-while-loading.ts';
import { type ScopeComparison, type ScopeState, useComparison } from '../scope/index.ts';
import { useLimited } from '../session/index.ts';
import { CallsOverTime } from './calls-over-time-place.tsx';
import { Breakdowns } from './breakdowns.tsx';
import { MissedAndFollowUpPanel, useAwaitsCallbacks } from './missed-and-follow-up-panel.tsx';
import { OverviewSummary } from './overview-summary.tsx';
import { requestBelow, requestBreakdowns } from './scoreboard-requests.ts';
import { WeekMapCard } from './week-map-card.tsx';
import classes from './overview.module.css';
import stale from './stale.module.css';

/** Whether cards are sections that open. A printed page keeps its columns at any width. */
const useCompactScreen = () =>
  useMediaQuery('screen and (max-width: 62em)', false, { getInitialValueInEffect: false });

export function Overview({ scope }: { scope: ScopeState }) {
  const limited = useLimited();
  const compact = useCompactScreen();
  const comparison = useComparison(scope);
  if (scope.accountIds.length === 0) return <EmptyCard text={messages.noAccountsSelected} />;
  const below = (
    <Deferred until="idle" fallback={<div className={classes.below} aria-busy />}>
      <Below scope={scope.query} comparison={comparison} compact={compact} />
    </Deferred>
  );
  return (
    <div>
      <section aria-labelledby="summary-title">
        <VisuallyHidden>
          <Title order={2} id="summary-title">
            Summary
          </Title>
        </VisuallyHidden>
        <OverviewSummary scope={scope} />
      </section>
      {limited ? (
        below
      ) : (
        <>
          <MissedAndFollowUpPanel scope={scope} />
          <BelowCallbacks scope={scope.query}>{below}</BelowCallbacks>
        </>
      )}
    </div>
  );
}

/** Milliseconds that figures below the window stay, marked as stale, while another scope loads. */
const maxStaleMs = 3000;

/** Calls over time, breakdowns and the week. Those below the window appear together once loaded. */
function Below({
  scope,
  comparison,
  compact,
}: {
  scope: ScopeState['query'];
  comparison: ScopeComparison | undefined;
  compact: boolean;
}) {
  const client = useQueryClient();
  const showAllSources = textOf(useAddressPart(sourcesName)['sources']) === 'all';
  const { value, isStale } = useStaleWhileLoading({
    value: scope,
    key: JSON.stringify(scope),
    async request(signal) {
      await idle();
      if (!signal.aborted) await requestBelow(client, scope, showAllSources);
    },
    maxStaleMs,
  });
  // before the cards render one by one, each of which would send its own request
  const requestFirst = useEffectEvent(() => void requestBreakdowns(client, scope, showAllSources));
  useEffect(() => requestFirst(), []);
  return (
    <>
      <div className={stale.part} aria-busy={isStale}>
        <CallsOverTime scope={value} compact={compact} />
      </div>
      <Breakdowns
        scope={scope}
        comparison={comparison}
        scopeBelow={value}
        isStale={isStale}
        compact={compact}
        showAllSources={showAllSources}
      />
      <Deferred until="idle" fallback={<div className={classes.later} aria-busy />}>
        <div className={stale.part} aria-busy={isStale}>
          <Week scope={value} compact={compact} />
        </div>
      </Deferred>
    </>
  );
}

const sourcesName = ['sources'] as const;
const Week = memo(WeekMapCard);

function BelowCallbacks({ scope, children }: { scope: ScopeState['query']; children: ReactNode }) {
  return <div className={useAwaitsCallbacks(scope) ? classes.held : undefined}>{children}</div>;
}
