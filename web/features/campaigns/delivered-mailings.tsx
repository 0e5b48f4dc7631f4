import { Button, Stack, Text } from '@mantine/core';
import { type Mailing, mailingPageSizes, maxMailingsWithoutPager } from '@mailcall/contract/mailings.ts';
import { visiblePage } from '@mailcall/contract/rules/paging.ts';
import { campaignSummary } from '@mailcall/contract/scope/scope.ts';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo } from 'react';
import { useAddressPart, useChangeAddress } from '../../platform/address.ts';
import { Failed } from '../../ui/answer.tsx';
import { Deferred } from '../../ui/deferred.tsx';
import { EmptyCard } from '../../ui/empty-card.tsx';
import { useRedirectToLastPage } from '../../ui/redirect-to-last-page.ts';
import { Pager } from '../../ui/pager.tsx';
import { formatDays, type ScopeState } from '../scope/index.ts';
import { mailingsQuery } from './api.ts';
import { listFromAddress, listNames, listToAddress, type MailingListState } from './list-address.ts';
import { MailingCard, MailingTiles } from './mailing-card.tsx';
import { deliveredRequest } from './mailing-requests.ts';
import classes from './mailings-section.module.css';
import { SortMenu } from './sort-menu.tsx';

/** Cards drawn with the page: one row of a wide window. The others are below the first view. */
const drawnFirst = 4;

export function DeliveredMailings({ scope }: { scope: ScopeState }) {
  const id = useId();
  const address = useAddressPart(listNames);
  const changeAddress = useChangeAddress();
  const list = useMemo(() => listFromAddress(address), [address]);
  const change = (patch: Partial<MailingListState>, replace = false) =>
    changeAddress((before) => listToAddress({ ...listFromAddress(before), page: 1, ...patch }), { replace });
  const goToPage = (page: number, replace = false) => change({ page }, replace);
  const query = useQuery(mailingsQuery(deliveredRequest(scope, list)));
  const { meta, records = [] } = query.data ?? {};
  const total = query.isPlaceholderData ? undefined : meta?.totalCount;
  const leaving = useRedirectToLastPage(total, list, maxMailingsWithoutPager, goToPage);
  // an empty previous page does not mean an empty next one
  const loading = query.isPending || leaving || (query.isPlaceholderData && records.length === 0);
  return (
    <section className={classes.section} aria-labelledby={id} aria-busy={loading || query.isPlaceholderData}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          Delivered
        </h2>
        <SortMenu order={list.order} onOrder={(order) => change({ order })} />
      </div>
      {query.isError ? (
        <Failed error={query.error} onRetry={() => void query.refetch()} />
      ) : loading ? (
        <MailingTiles />
      ) : records.length === 0 ? (
        <NoMailings scope={scope} />
      ) : (
        <ul className={classes.grid} data-previous={query.isPlaceholderData || undefined}>
          <Cards mailings={records.slice(0, drawnFirst)} scope={scope} />
          {records.length > drawnFirst && (
            <Deferred until="idle" fallback={<PlacesOfCards count={records.length - drawnFirst} />}>
              <Cards mailings={records.slice(drawnFirst)} scope={scope} />
            </Deferred>
          )}
        </ul>
      )}
      {meta && records.length > 0 ? (
        <div className={classes.pager}>
          <Pager
            view={visiblePage(meta.totalCount, list, maxMailingsWithoutPager)}
            pageParameter="page"
            pageSize={list.pageSize}
            total={meta.totalCount}
            pageSizes={mailingPageSizes}
            loading={query.isPlaceholderData}
            rowsLabel="items"
            rangeText={(first, last, all) => `Showing ${first}-${last} of ${all} items`}
            onPage={goToPage}
            onPageSize={(pageSize) => change({ pageSize })}
          />
        </div>
      ) : null}
    </section>
  );
}

const Cards = ({ mailings, scope }: { mailings: readonly Mailing[]; scope: ScopeState }) =>
  mailings.map((mailing) => (
    <li key={mailing.id}>
      <MailingCard mailing={mailing} showAccount={scope.accountIds.length > 1} />
    </li>
  ));

const PlacesOfCards = ({ count }: { count: number }) =>
  Array.from({ length: count }, (_, index) => (
    <li key={index} className={classes.place} aria-hidden aria-busy />
  ));

function NoMailings({ scope: { scope, today, change } }: { scope: ScopeState }) {
  const filterTexts = [
    scope.preset === 'all' ? null : formatDays(scope, today),
    scope.campaignType === 'all' ? null : campaignSummary(scope),
  ].filter((text) => text !== null);
  if (filterTexts.length === 0) return <EmptyCard text="You don't have any delivered mailings" />;
  return (
    <NoMatches
      text={`No mailings found for ${filterTexts.join(', ')}`}
      action="Show all dates and campaigns"
      onAction={() => change({ preset: 'all', custom: null, campaignType: 'all' })}
    />
  );
}

function NoMatches({ text, action, onAction }: { text: string; action: string; onAction: () => void }) {
  return (
    <Stack align="center" gap="sm" py="xl" ta="center" role="status">
      <Text className={classes.text ?? ''}>{text}</Text>
      <Button variant="default" onClick={onAction}>
        {action}
      </Button>
    </Stack>
  );
}
