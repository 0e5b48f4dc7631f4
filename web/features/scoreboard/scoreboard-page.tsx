import { Tabs } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useParams } from '@tanstack/react-router';
import { memo, type ReactNode, useMemo } from 'react';
import { Deferred, DeferredAddress, DeferredPage } from '../../ui/deferred.tsx';
import {
  type Address,
  AddressContext,
  textOf,
  useAddress,
  useChangeAddress,
  useCurrentAddress,
  useCurrentParameter,
} from '../../platform/address.ts';
import { useFocusOfHash } from '../../ui/focus-element.ts';
import { KeepMountedPanel } from '../../ui/keep-mounted.tsx';
import { preloadOnHover } from '../../ui/preload.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { usePrintInLightScheme } from '../../ui/print-in-light-scheme.ts';
import { useStaleWhileLoading } from '../../ui/stale-while-loading.ts';
import { AllCalls, ResolveLayer } from '../calls/index.ts';
import { FrontDesk } from '../front-desk/index.ts';
import { LiveUpdates } from '../live/index.ts';
import { ScreenScope } from '../saved-views/index.ts';
import { PrintedScope, isScopeName, useScope } from '../scope/index.ts';
import { FullAccess, useLimited } from '../session/index.ts';
import { TrackingLinesLink } from '../tracking-lines/index.ts';
import { WaitingStrip } from '../waiting/index.ts';
import { Overview } from './overview.tsx';
import { requestOverview, requestTab } from './scoreboard-requests.ts';
import classes from './scoreboard-page.module.css';
import stale from './stale.module.css';

const tabs = [
  { value: 'overview', label: 'Overview' },
  { value: 'front-desk', label: 'Front Desk' },
  { value: 'all-calls', label: 'All Calls' },
] as const;

const tabsId = 'scoreboard';

const tabOf = (named: string | undefined) => tabs.find(({ value }) => value === named)?.value ?? 'overview';

export function ScoreboardPage() {
  usePrintInLightScheme();
  useFocusOfHash();
  const { callId: detailsOf } = useParams({ strict: false });
  return (
    <>
      <div className={classes.head}>
        <div className={classes.title}>
          <PageHeading title="Scoreboard" />
          <FullAccess guests otherwise={null}>
            <TrackingLinesLink />
          </FullAccess>
        </div>
        <ScreenScope />
      </div>
      <AnsweredScope>{figures}</AnsweredScope>
      {/* a call's details have their own */}
      {detailsOf === undefined && <ResolveLayer />}
      <Outlet />
    </>
  );
}

/** Milliseconds that another scope's figures stay, marked as stale, while the new ones load. */
const maxStaleMs = 1000;

/** Content that depends on the scope: the Overview keeps the previous figures until its first data is answered. */
function AnsweredScope({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const scope = useScope();
  const limited = useLimited();
  const written = JSON.stringify(useCurrentAddress());
  const address = useMemo(() => JSON.parse(written) as Address, [written]);
  const isOverview = tabOf(textOf(address['tab'])) === 'overview';
  const { value, isStale } = useStaleWhileLoading({
    value: address,
    key: isOverview && scope.accountIds.length > 0 ? JSON.stringify(scope.query) : null,
    request: () => requestOverview(client, scope, { address, limited }),
    maxStaleMs,
  });
  return (
    <div className={stale.page} aria-busy={isStale}>
      <AddressContext value={value}>{children}</AddressContext>
    </div>
  );
}

function Waiting() {
  return <WaitingStrip scope={useScope()} listsPostcards={false} />;
}

function ScoreboardTabs({ children }: { children: ReactNode }) {
  const changeAddress = useChangeAddress();
  const tab = tabOf(useCurrentParameter('tab'));
  const client = useQueryClient();
  const scope = useScope();
  const limited = useLimited();
  return (
    <Tabs
      id={tabsId}
      value={tab}
      // a list's filters and page belong to its tab
      onChange={(value) =>
        value !== null && value !== tab && changeAddress({ tab: value }, { keep: isScopeName })
      }
      classNames={{ list: classes.tabs, tab: classes.tab }}
    >
      <Tabs.List aria-label="Scoreboard">
        {tabs.map(({ value, label }) => (
          <Tabs.Tab
            key={value}
            value={value}
            {...(limited || value === tab ? {} : preloadOnHover(() => requestTab(value, client, scope)))}
          >
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {children}
    </Tabs>
  );
}

function TabContent() {
  const scope = useScope();
  const limited = useLimited();
  const chosen = tabOf(textOf(useAddress()['tab']));
  // without accounts, and in a limited session's lists, there are no figures to date
  const hasFigures = scope.accountIds.length > 0 && !(limited && chosen === 'all-calls');
  const panel = (tab: typeof chosen) => ({
    tab,
    tabs: tabsId,
    selected: tab === chosen,
    className: `${classes.panel} ${stale.panel}`,
  });
  return (
    <>
      <Deferred until="idle">
        <PrintedScope scope={scope} />
      </Deferred>
      {hasFigures && <LiveUpdates scope={scope.query} />}
      <KeepMountedPanel {...panel('overview')}>
        <OverviewTab scope={scope} />
      </KeepMountedPanel>
      <KeepMountedPanel {...panel('front-desk')}>
        <FrontDeskTab scope={scope} />
      </KeepMountedPanel>
      <KeepMountedPanel {...panel('all-calls')}>
        <AllCallsTab />
      </KeepMountedPanel>
    </>
  );
}

// navigation that a tab does not read does not render it again
const OverviewTab = memo(Overview);
const FrontDeskTab = memo(FrontDesk);
const AllCallsTab = memo(() => (
  <FullAccess guests>
    <AllCalls />
  </FullAccess>
));

// the same element each time, so that overlays do not render the page again
const figures = (
  <>
    <Waiting />
    <ScoreboardTabs>
      <DeferredPage>
        <DeferredAddress>
          <TabContent />
        </DeferredAddress>
      </DeferredPage>
    </ScoreboardTabs>
  </>
);
