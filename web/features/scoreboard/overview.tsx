import { Title, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { messages } from '@mailcall/contract/rules/messages.ts';
import type { BreakdownKey } from '@mailcall/contract/scoreboard.ts';
import { Fragment, type ReactNode } from 'react';
import { textOf, useAddress, useChangeAddress } from '../../platform/address.ts';
import { useWording } from '../accounts/index.ts';
import type { ScopeState } from '../scope/index.ts';
import { useLimited } from '../session/index.ts';
import { BreakdownCard } from './breakdown-card.tsx';
import { BreakdownDrawer } from './breakdown-drawer.tsx';
import { breakdownCards, cardOf } from './breakdown-table.ts';
import { CallsByHourCard } from './calls-by-hour-card.tsx';
import { DrawnLater } from '../../ui/drawn-later.tsx';
import { EmptyCard } from '../../ui/empty-card.tsx';
import { useFullList } from './full-list-address.ts';
import { MissedAndFollowUpPanel, useAwaitsCallbacks } from './missed-and-follow-up-panel.tsx';
import { OverviewSummary } from './overview-summary.tsx';
import { WeekMapCard } from './week-map-card.tsx';
import classes from './overview.module.css';

const keys = Object.keys(breakdownCards) as BreakdownKey[];

/** Whether the cards are sections that open. A printed page keeps its columns at any width. */
const useCompactScreen = () =>
  useMediaQuery('screen and (max-width: 62em)', false, { getInitialValueInEffect: false });

/** The Overview tab: summary cards, breakdowns, and the calls that wait for a callback. */
export function Overview({ scope }: { scope: ScopeState }) {
  const limited = useLimited();
  const compact = useCompactScreen();
  if (scope.accountIds.length === 0) return <EmptyCard text={messages.noAccountsSelected} />;
  const below = (
    <>
      <Breakdowns scope={scope.query} compact={compact} />
      <DrawnLater placeholder={<div className={classes.later} />}>
        <WeekMapCard scope={scope.query} compact={compact} />
      </DrawnLater>
    </>
  );
  return (
    <div>
      <section aria-labelledby="summary-title">
        <VisuallyHidden>
          <Title order={2} id="summary-title">
            Summary
          </Title>
        </VisuallyHidden>
        <OverviewSummary scope={scope.query} />
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

/** What is below the panel of calls to call back: it loads with the panel, and is visible once its place is known. */
function BelowCallbacks({ scope, children }: { scope: ScopeState['query']; children: ReactNode }) {
  return <div className={useAwaitsCallbacks(scope) ? classes.held : undefined}>{children}</div>;
}

/** The breakdown cards: two columns, or on small screens sections that open, with their heads above. */
function Breakdowns({ scope, compact }: { scope: ScopeState['query']; compact: boolean }) {
  const address = useAddress();
  const changeAddress = useChangeAddress();
  const wording = useWording();
  const showAllSources = textOf(address['sources']) === 'all';
  const fullList = useFullList();
  const showSources = (all: boolean) => changeAddress({ sources: all ? 'all' : undefined });
  return (
    <section aria-labelledby="breakdowns-title">
      {compact ? (
        <div className={classes.sectionsHead}>
          <Title order={2} id="breakdowns-title" size="sm">
            Breakdowns
          </Title>
          <span>Most frequent</span>
        </div>
      ) : (
        <VisuallyHidden>
          <Title order={2} id="breakdowns-title">
            Breakdowns
          </Title>
        </VisuallyHidden>
      )}
      <div className={compact ? classes.sections : classes.grid}>
        {keys.map((key) => (
          <Fragment key={key}>
            <DrawnLater placeholder={<div className={classes.later} />}>
              <BreakdownCard
                card={cardOf(key, wording, showAllSources)}
                scope={scope}
                collapsible={compact}
                sources={key === 'callerSource' ? { all: showAllSources, onChange: showSources } : null}
                onOpenList={() => fullList.show(key)}
              />
            </DrawnLater>
            {key === 'insurance' && (
              <DrawnLater placeholder={<div className={classes.later} />}>
                <CallsByHourCard scope={scope} collapsible={compact} />
              </DrawnLater>
            )}
          </Fragment>
        ))}
      </div>
      <BreakdownDrawer
        card={fullList.open && cardOf(fullList.open, wording, showAllSources)}
        scope={scope}
        showAllSources={showAllSources}
        onClose={fullList.close}
      />
    </section>
  );
}
