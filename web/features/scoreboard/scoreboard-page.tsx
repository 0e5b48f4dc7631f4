import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useParams } from '@tanstack/react-router';
import { textOf, useAddress, useChangeAddress } from '../../platform/address.ts';
import { AsOf } from '../../ui/as-of.tsx';
import { useFocusOfHash } from '../../ui/focus-element.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { usePrintInLightScheme } from '../../ui/print-in-light-scheme.ts';
import { AllCalls, ResolveLayer, summaryQuery } from '../calls/index.ts';
import { FrontDesk } from '../front-desk/index.ts';
import { PrintedScope, ScopeBar, scopeNames, type ScopeState, useScope } from '../scope/index.ts';
import { FullAccess, useLimited } from '../session/index.ts';
import { TrackingLinesLink } from '../tracking-lines/index.ts';
import { waitingCount, WaitingStrip } from '../waiting/index.ts';
import { Overview } from './overview.tsx';
import classes from './scoreboard-page.module.css';

const tabs = [
  { value: 'overview', label: 'Overview' },
  { value: 'front-desk', label: 'Front Desk' },
  { value: 'all-calls', label: 'All Calls' },
] as const;

const isScopeName = (name: string) => (scopeNames as readonly string[]).includes(name);

/**
 * The page of /scoreboard: scope, tabs and their content. A child route opens a call's details on top of it.
 */
export function ScoreboardPage() {
  usePrintInLightScheme();
  useFocusOfHash();
  const scope = useScope();
  const limited = useLimited();
  const address = useAddress();
  const changeAddress = useChangeAddress();
  const { callId: detailsOf } = useParams({ strict: false });
  const requestedTab = textOf(address['tab']);
  const tab = tabs.find(({ value }) => value === requestedTab)?.value ?? 'overview';
  // without accounts, and in the lists of a limited session, there are no figures that could be as of a time
  const hasFigures = scope.accountIds.length > 0 && !(limited && tab === 'all-calls');
  return (
    <>
      <div className={classes.head}>
        <div className={classes.title}>
          <PageHeading title="Scoreboard" />
          <FullAccess otherwise={null}>
            <TrackingLinesLink />
          </FullAccess>
        </div>
        <ScopeBar />
      </div>
      <Waiting scope={scope} listsCalls={tab === 'overview'} />
      <PrintedScope scope={scope} />
      <Tabs
        value={tab}
        // a list's filters and page belong to its tab
        onChange={(value) =>
          value !== null && value !== tab && changeAddress({ tab: value }, { keep: isScopeName })
        }
        keepMounted={false}
        classNames={{ list: classes.tabs, tab: classes.tab, panel: classes.panel }}
      >
        <Tabs.List aria-label="Scoreboard">
          {tabs.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {hasFigures && <AsOf accounts={scope.query} />}
        <Tabs.Panel value="overview">
          <Overview scope={scope} />
        </Tabs.Panel>
        <Tabs.Panel value="front-desk">
          <FrontDesk scope={scope} />
        </Tabs.Panel>
        <Tabs.Panel value="all-calls">
          <FullAccess>
            <AllCalls />
          </FullAccess>
        </Tabs.Panel>
      </Tabs>
      {/* a call's details have their own */}
      {detailsOf === undefined && <ResolveLayer />}
      <Outlet />
    </>
  );
}

/** What waits for the office; the calls are a figure of the summary cards. */
function Waiting({ scope, listsCalls }: { scope: ScopeState; listsCalls: boolean }) {
  const summary = useQuery(summaryQuery(scope.query));
  return (
    <WaitingStrip
      scope={scope}
      calls={waitingCount(summary, summary.data?.missed_and_followup_count)}
      here={listsCalls ? 'calls' : null}
    />
  );
}
