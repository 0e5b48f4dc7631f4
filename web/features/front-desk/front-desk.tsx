import { Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
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

/** The Front Desk tab: who made what of the calls they answered, and how calls are handled. */
export function FrontDesk({ scope }: { scope: ScopeState }) {
  // paper has room for the columns, however narrow it is
  const narrow = useMediaQuery('screen and (max-width: 62em)', false, { getInitialValueInEffect: false });
  if (scope.accountIds.length === 0) return <EmptyCard text={messages.noAccountsSelected} />;
  return (
    <div className={classes.frontDesk}>
      <Leaderboard scope={scope} narrow={narrow} />
      <div className={narrow ? classes.folds : undefined}>
        <ConversionCard scope={scope} narrow={narrow} />
      </div>
      <HoldCards scope={scope.query} narrow={narrow} />
      <HandlingCards scope={scope} narrow={narrow} />
      <MetricDrawer scope={scope} />
      <ProTipTraining />
    </div>
  );
}

/** Call On Hold Metrics: one answer, three cards. */
function HoldCards({ scope, narrow }: { scope: ScopeOfRequest; narrow: boolean }) {
  const query = useQuery({ ...holdMetricsQuery(scope), select: ({ metrics }) => metrics });
  return (
    <Part title="Call On Hold Metrics" narrow={narrow} rows="3">
      <Cards cards={holdCards} query={query} narrow={narrow} />
    </Part>
  );
}

/** Front Desk Key Performance Indicators of all staff together: one answer, a card for each, and the answers about the price. */
function HandlingCards({ scope, narrow }: { scope: ScopeState; narrow: boolean }) {
  const query = useQuery({
    ...handlingRateQuery(scope.query),
    // one record, says the contract
    select: ({ records }) => records[0] as (typeof records)[number],
  });
  const showsIvr = !query.data || !ivrCard.isEmpty(query.data);
  return (
    <Part
      title="Front Desk Key Performance Indicators (All Staff)"
      narrow={narrow}
      rows={showsIvr ? '3-2' : '2-2'}
    >
      <Cards cards={showsIvr ? [...handlingCards, ivrCard] : handlingCards} query={query} narrow={narrow} />
      <div className={narrow ? undefined : classes.wide}>
        <PricingCard scope={scope} narrow={narrow} />
      </div>
    </Part>
  );
}

function Cards<Data>({
  cards,
  query,
  narrow,
}: {
  cards: readonly Card<Data>[];
  query: UseQueryResult<Data>;
  narrow: boolean;
}) {
  return cards.map((card) => <KpiCard key={card.key} card={card} query={query} folds={narrow} />);
}

/** A part of the tab: cards beside each other, or on small screens sections that open. */
function Part({
  title,
  narrow,
  rows,
  children,
}: {
  title: string;
  narrow: boolean;
  /** How many cards stand in each row where there is room. */
  rows: '3' | '3-2' | '2-2';
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Title order={2} id={id} size="h4" className={classes.title}>
        {title}
      </Title>
      <div className={narrow ? classes.folds : classes.grid} data-rows={rows}>
        {children}
      </div>
    </section>
  );
}
