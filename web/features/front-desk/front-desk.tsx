import { Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { DrawnLater } from '../../ui/drawn-later.tsx';
import { EmptyCard } from '../../ui/empty-card.tsx';
import type { ScopeState } from '../scope/index.ts';
import { handlingRateQuery, holdMetricsQuery, type ScopeOfRequest } from './api.ts';
import { ConversionCard } from './conversion-card.tsx';
import { KpiCard } from './kpi-card.tsx';
import { handlingCards, holdCards, ivrCard, type KpiCard as Card } from './kpi-cards.ts';
import { Leaderboard } from './leaderboard.tsx';
import { MetricDrawer } from './metric-drawer.tsx';
import { PricingCard } from './pricing-card.tsx';
import { ProTipTraining } from './pro-tip.tsx';
import classes from './front-desk.module.css';

export { requestFrontDesk } from './front-desk-requests.ts';

/** The Front Desk tab: the results of each member of staff, and how calls are handled. */
export function FrontDesk({ scope }: { scope: ScopeState }) {
  // a printed page keeps its columns at any width
  const compact = useMediaQuery('screen and (max-width: 62em)', false, { getInitialValueInEffect: false });
  if (scope.accountIds.length === 0) return <EmptyCard text={messages.noAccountsSelected} />;
  return (
    <div className={classes.frontDesk}>
      <Leaderboard scope={scope} compact={compact} />
      <DrawnLater placeholder={<div className={classes.chartLater} />}>
        <div className={compact ? classes.sections : undefined}>
          <ConversionCard scope={scope} compact={compact} />
        </div>
      </DrawnLater>
      <DrawnLater placeholder={<div className={classes.cardsLater} />}>
        <HoldCards scope={scope.query} compact={compact} />
      </DrawnLater>
      <DrawnLater placeholder={<div className={classes.cardsLater} />}>
        <HandlingCards scope={scope} compact={compact} />
      </DrawnLater>
      <MetricDrawer scope={scope} />
      <ProTipTraining />
    </div>
  );
}

/** Call On Hold Metrics: three cards from one query. */
function HoldCards({ scope, compact }: { scope: ScopeOfRequest; compact: boolean }) {
  const query = useQuery({ ...holdMetricsQuery(scope), select: ({ metrics }) => metrics });
  return (
    <CardSection title="Call On Hold Metrics" compact={compact} rows="3">
      <Cards cards={holdCards} query={query} compact={compact} />
    </CardSection>
  );
}

/** Front Desk Key Performance Indicators of all staff: a card for each from one query, and the card of answers about the price. */
function HandlingCards({ scope, compact }: { scope: ScopeState; compact: boolean }) {
  const query = useQuery({
    ...handlingRateQuery(scope.query),
    // the contract guarantees one record
    select: ({ records }) => records[0] as (typeof records)[number],
  });
  const showsIvr = !query.data || !ivrCard.isEmpty(query.data);
  return (
    <CardSection
      title="Front Desk Key Performance Indicators (All Staff)"
      compact={compact}
      rows={showsIvr ? '3-2' : '2-2'}
    >
      <Cards cards={showsIvr ? [...handlingCards, ivrCard] : handlingCards} query={query} compact={compact} />
      <div className={compact ? undefined : classes.wide}>
        <PricingCard scope={scope} compact={compact} />
      </div>
    </CardSection>
  );
}

function Cards<Data>({
  cards,
  query,
  compact,
}: {
  cards: readonly Card<Data>[];
  query: UseQueryResult<Data>;
  compact: boolean;
}) {
  return cards.map((card) => <KpiCard key={card.key} card={card} query={query} collapsible={compact} />);
}

/** A section of the tab: cards next to each other, or on small screens sections that open. */
function CardSection({
  title,
  compact,
  rows,
  children,
}: {
  title: string;
  compact: boolean;
  /** How many cards each row has on large screens. */
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
