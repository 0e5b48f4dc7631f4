import { Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { OfficeHandlingRate } from '@mailcall/contract/front-desk.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { isMostlyUnscored, unscoredText } from '@mailcall/contract/rules/sample-size.ts';
import { type QueryClient, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId, useMemo } from 'react';
import { Deferred } from '../../ui/deferred.tsx';
import { EmptyCard } from '../../ui/empty-card.tsx';
import { useScoredCalls } from '../calls/index.ts';
import { comparedScope, ComparedWith } from '../comparison/index.ts';
import { type ScopeComparison, type ScopeState, useComparison } from '../scope/index.ts';
import {
  conversionQuery,
  handlingRateQuery,
  type HoldMetrics,
  holdMetricsQuery,
  leaderboardQuery,
  type ScopeOfRequest,
} from './api.ts';
import { ConversionCard } from './conversion-card.tsx';
import { KpiCard } from './kpi-card.tsx';
import { handlingCards, holdCards, ivrCard, type KpiCard as Card } from './kpi-cards.ts';
import { Leaderboard } from './leaderboard.tsx';
import { MetricDrawer } from './metric-drawer.tsx';
import { PricingCard } from './pricing-card.tsx';
import { ProTipTraining } from './pro-tip.tsx';
import classes from './front-desk.module.css';
import { leaderboardFromAddress } from './front-desk-address.ts';

export function FrontDesk({ scope }: { scope: ScopeState }) {
  // a printed page keeps its columns at any width
  const compact = useMediaQuery('screen and (max-width: 62em)', false, { getInitialValueInEffect: false });
  const comparison = useComparison(scope);
  const calls = useScoredCalls(scope.query);
  // a rate would be one of the few scored calls
  const unscored = calls && isMostlyUnscored(calls) ? unscoredText(calls) : null;
  if (scope.accountIds.length === 0) return <EmptyCard text={messages.noAccountsSelected} />;
  return (
    <div className={classes.frontDesk}>
      <Leaderboard scope={scope} compact={compact} hasRates={unscored === null} />
      {unscored === null ? (
        <Rates scope={scope} comparison={comparison} compact={compact} />
      ) : (
        <div role="status">
          <EmptyCard text={`${unscored}. Rates and grades are shown once half of the calls are scored.`} />
        </div>
      )}
      <ProTipTraining />
    </div>
  );
}

function Rates({ scope, comparison, compact }: ComparedCards & { scope: ScopeState }) {
  return (
    <>
      <Deferred until="idle" fallback={<div className={classes.chartLater} />}>
        <div className={compact ? classes.sections : undefined}>
          <ConversionCard scope={scope} compact={compact} />
        </div>
      </Deferred>
      <Deferred until="idle" fallback={<div className={classes.cardsLater} />}>
        {comparison && <ComparedWith comparison={comparison} />}
        <HoldCards scope={scope.query} comparison={comparison} compact={compact} />
      </Deferred>
      <Deferred until="idle" fallback={<div className={classes.cardsLater} />}>
        <HandlingCards scope={scope} comparison={comparison} compact={compact} />
      </Deferred>
      <MetricDrawer scope={scope} />
    </>
  );
}

interface ComparedCards {
  comparison: ScopeComparison | undefined;
  compact: boolean;
}

function useComparedScope(comparison: ScopeComparison | undefined) {
  return useMemo(() => comparison && comparedScope(comparison), [comparison]);
}

function HoldCards({ scope, comparison, compact }: ComparedCards & { scope: ScopeOfRequest }) {
  const select = ({ metrics }: { metrics: HoldMetrics }) => metrics;
  const query = useQuery({ ...holdMetricsQuery(scope), select });
  const other = useComparedScope(comparison);
  const before = useQuery({
    ...holdMetricsQuery(other ?? scope),
    select,
    enabled: Boolean(other) && query.isSuccess,
  });
  return (
    <CardSection title="Call On Hold Metrics" compact={compact} rows="3">
      <Cards cards={holdCards} query={query} before={other ? before : undefined} compact={compact} />
    </CardSection>
  );
}

function HandlingCards({ scope, comparison, compact }: ComparedCards & { scope: ScopeState }) {
  // the contract guarantees one record
  const select = ({ records }: { records: OfficeHandlingRate[] }) => records[0] as OfficeHandlingRate;
  const query = useQuery({ ...handlingRateQuery(scope.query), select });
  const other = useComparedScope(comparison);
  const before = useQuery({
    ...handlingRateQuery(other ?? scope.query),
    select,
    enabled: Boolean(other) && query.isSuccess,
  });
  const showsIvr = !query.data || !ivrCard.isEmpty(query.data);
  return (
    <CardSection
      title="Front Desk Key Performance Indicators (All Staff)"
      compact={compact}
      rows={showsIvr ? '3-2' : '2-2'}
    >
      <Cards
        cards={showsIvr ? [...handlingCards, ivrCard] : handlingCards}
        query={query}
        before={other ? before : undefined}
        compact={compact}
      />
      <div className={compact ? undefined : classes.wide}>
        <PricingCard scope={scope} compact={compact} />
      </div>
    </CardSection>
  );
}

function Cards<Data>({
  cards,
  query,
  before,
  compact,
}: {
  cards: readonly Card<Data>[];
  query: UseQueryResult<Data>;
  before: UseQueryResult<Data> | undefined;
  compact: boolean;
}) {
  return cards.map((card) => (
    <KpiCard key={card.key} card={card} query={query} before={before} collapsible={compact} />
  ));
}

function CardSection({
  title,
  compact,
  rows,
  children,
}: {
  title: string;
  compact: boolean;
  rows: '3' | '3-2' | '2-2';
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Title order={2} id={id} size="h4" className={classes.title}>
        {title}
      </Title>
      <div className={compact ? classes.sections : classes.grid} data-rows={rows}>
        {children}
      </div>
    </section>
  );
}

export function requestFrontDesk(client: QueryClient, { query }: ScopeState): void {
  void client.prefetchQuery(leaderboardQuery(query, leaderboardFromAddress({})));
  void client.prefetchQuery(conversionQuery(query, 1));
}
