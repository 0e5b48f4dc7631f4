import { Center, Skeleton, Stack, Tabs, Text } from '@mantine/core';
import type { Mailing } from '@mailcall/contract/mailings.ts';
import { hasStory } from '@mailcall/contract/rules/delivery-day.ts';
import { hasMap, mailingTitle } from '@mailcall/contract/rules/mailing.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useAddress } from '../../platform/address.ts';
import { CallFailed } from '../../platform/api.ts';
import { Failed } from '../../ui/answer.tsx';
import { dayShort } from '../../ui/dates.ts';
import { focusRow } from '../../ui/page-keys.ts';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { mailingQuery } from './api.ts';
import {
  drawerFromAddress,
  drawerTabs,
  type DrawerTab,
  useChangeDrawer,
  useCloseDrawer,
} from './drawer-address.ts';
import { MailingCalls } from './mailing-calls.tsx';
import { MailingDesign } from './mailing-design.tsx';
import { MailingDetails } from './mailing-details.tsx';
import classes from './mailing-drawer.module.css';
import { MailingFace } from './mailing-face.tsx';
import { AuditBadge, MailingFacts, MailingFigures, StatusBadge } from './mailing-facts.tsx';
import { MailingMapTab } from './mailing-map-tab.tsx';
import { MailingName } from './mailing-name.tsx';
import { MailingProgress } from './mailing-progress.tsx';
import { MailingTracking } from './mailing-tracking.tsx';
import { StorySkeleton } from './mailing-story-skeleton.tsx';
import { NextStepBox } from './next-step.tsx';

const MailingStory = lazy(() =>
  import('./mailing-story.tsx').then((module) => ({ default: module.MailingStory })),
);

const tabLabels: Record<DrawerTab, string> = {
  results: 'Results',
  details: 'Details',
  design: 'Design',
  map: 'Map',
  calls: 'Calls',
};

export function MailingDrawer({ mailingId }: { mailingId: string }) {
  const close = useCloseDrawer();
  const mailing = useQuery(mailingQuery(mailingId));
  const last = useRef(mailingId);
  useEffect(() => {
    last.current = mailingId;
  }, [mailingId]);
  useEffect(
    () => () => {
      // after the drawer is removed, because the page behind it cannot be focused before
      queueMicrotask(() => void focusRow(last.current));
    },
    [],
  );
  return (
    <SideDrawer
      opened
      onClose={close}
      title={mailing.data ? mailingTitle(mailing.data) : 'Mailing'}
      content="mailing"
    >
      {mailing.isPending ? (
        <Loading />
      ) : mailing.isError ? (
        mailing.error instanceof CallFailed && mailing.error.status === 404 ? (
          <MailingNotFound />
        ) : (
          <Failed error={mailing.error} onRetry={() => void mailing.refetch()} />
        )
      ) : (
        <Content mailing={mailing.data} />
      )}
    </SideDrawer>
  );
}

const weekAndType = ({ deliveryWeek, campaignType }: Mailing) =>
  deliveryWeek === null ? campaignType : `${dayShort(deliveryWeek)} · ${campaignType}`;

function Loading() {
  return (
    <Stack gap="lg" aria-busy="true">
      <div className={classes.card}>
        <Skeleton className={classes.face ?? ''} />
        <Stack gap={10} mt={6}>
          <Skeleton height="1.25rem" width="45%" />
          <Skeleton height="0.875rem" width="70%" />
          <Skeleton height="0.875rem" width="60%" />
          <Skeleton height="0.875rem" width="65%" />
        </Stack>
        <Skeleton className={classes.figures ?? ''} height="4rem" />
      </div>
      <Skeleton height="4.5rem" />
      <Skeleton height="2.75rem" />
      <Stack gap="md">
        {[1, 2, 3, 4, 5, 6].map((row) => (
          <Skeleton key={row} height="1.5rem" />
        ))}
      </Stack>
    </Stack>
  );
}

function MailingNotFound() {
  return (
    <Center mih={240}>
      <Stack gap={4} align="center" role="alert">
        <Text fw={600}>No mailing found</Text>
        <Text size="sm" c="dimmed" ta="center">
          {messages.possiblyNotYours}
        </Text>
      </Stack>
    </Center>
  );
}

function Content({ mailing }: { mailing: Mailing }) {
  const change = useChangeDrawer();
  const drawer = drawerFromAddress(useAddress());
  const offered = drawerTabs.filter(
    (tab) => (tab !== 'map' || hasMap(mailing.campaignType)) && (tab !== 'results' || hasStory(mailing)),
  );
  const tab = offered.find((one) => one === drawer.tab) ?? offered[0] ?? 'details';
  return (
    <Stack gap="lg">
      <Text size="sm" c="dimmed" mb="-sm">
        {weekAndType(mailing)}
      </Text>
      <section aria-label="Mailing" className={classes.card}>
        <div className={classes.face}>
          <MailingFace
            path={mailing.frontDesignThumbnailUrl}
            name={`Front of ${mailingTitle(mailing)}`}
            eager
          />
        </div>
        <div className={classes.about}>
          <MailingName mailing={mailing} level={null} />
          <MailingFacts mailing={mailing} />
          <div className={classes.badges}>
            <StatusBadge status={mailing.status} />
            <AuditBadge mailing={mailing} />
          </div>
        </div>
        <div className={classes.figures}>
          <MailingFigures mailing={mailing} />
        </div>
      </section>
      <MailingProgress mailing={mailing} />
      <MailingTracking mailing={mailing} />
      <NextStepBox mailing={mailing} />
      <Tabs
        value={tab}
        onChange={(value) =>
          value !== null &&
          value !== tab &&
          change({
            panel: value === offered[0] ? undefined : value,
            preview: undefined,
            call: undefined,
            callFrom: undefined,
            callTo: undefined,
          })
        }
        keepMounted={false}
        classNames={{ tab: classes.tab ?? '', panel: classes.panel ?? '' }}
      >
        <Tabs.List grow aria-label="Mailing">
          {offered.map((value) => (
            <Tabs.Tab key={value} value={value}>
              {tabLabels[value]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="results">
          <Suspense fallback={<StorySkeleton />}>
            <MailingStory mailing={mailing} chosen={drawer.resultsPer} />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="details">
          <MailingDetails mailing={mailing} />
        </Tabs.Panel>
        <Tabs.Panel value="design">
          <MailingDesign mailing={mailing} preview={drawer.preview} />
        </Tabs.Panel>
        <Tabs.Panel value="map">
          <MailingMapTab mailing={mailing} />
        </Tabs.Panel>
        <Tabs.Panel value="calls">
          <MailingCalls mailing={mailing} drawer={drawer} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}
