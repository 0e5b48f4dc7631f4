import { Tabs } from '@mantine/core';
import { IconMap } from '@tabler/icons-react';
import { Outlet } from '@tanstack/react-router';
import { memo, useRef } from 'react';
import { paths } from '../../paths.ts';
import { useAddressPart } from '../../platform/address.ts';
import { Deferred, DeferredPage } from '../../ui/deferred.tsx';
import { EmptyCard } from '../../ui/empty-card.tsx';
import { useFocusOfHash } from '../../ui/focus-element.ts';
import { useRowKeys } from '../../ui/page-keys.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { usePrintInLightScheme } from '../../ui/print-in-light-scheme.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { LiveUpdates } from '../live/index.ts';
import { ScreenScope } from '../saved-views/index.ts';
import { PrintedScope, scopeNames, useScope } from '../scope/index.ts';
import { useLimited } from '../session/index.ts';
import { WaitingStrip } from '../waiting/index.ts';
import classes from './campaigns-page.module.css';
import { DeliveredMailings } from './delivered-mailings.tsx';
import { InProduction } from './in-production.tsx';
import { MetricCards } from './metric-cards.tsx';

export function CampaignsPage() {
  usePrintInLightScheme();
  useFocusOfHash();
  return (
    <>
      <div className={classes.head}>
        <PageHeading title="Campaigns" />
        <ScreenScope />
      </div>
      {content}
      <Outlet />
    </>
  );
}

function Content() {
  const scope = useScope();
  const mailings = useRef<HTMLDivElement>(null);
  useRowKeys(mailings);
  const scopePart = useAddressPart(scopeNames);
  const isLimited = useLimited();
  const hasAccounts = scope.accountIds.length > 0;
  return (
    <>
      <WaitingStrip scope={scope} listsPostcards />
      <Deferred until="idle">
        <PrintedScope scope={scope} />
      </Deferred>
      {hasAccounts && <LiveUpdates scope={scope.query} showsDesigns />}
      <Tabs
        value="overview"
        classNames={{ list: classes.tabs ?? '', tab: classes.tab ?? '', panel: classes.panel ?? '' }}
      >
        <Tabs.List aria-label="Campaigns">
          <Tabs.Tab value="overview">Overview</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="overview">
          {hasAccounts ? (
            <DeferredPage>
              <MetricCards scope={scope} />
              {!isLimited && (
                <PageLink to={paths.areas} search={scopePart} icon={IconMap} on="phones">
                  Areas and zones
                </PageLink>
              )}
              <div ref={mailings}>
                <InProductionOfScope scope={scope} />
                <DeliveredOfScope scope={scope} />
              </div>
            </DeferredPage>
          ) : (
            <EmptyCard text={messages.noAccountsSelected} />
          )}
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

const InProductionOfScope = memo(InProduction);
const DeliveredOfScope = memo(DeliveredMailings);

// the same element each time, so that an overlay does not render the page again
const content = <Content />;
