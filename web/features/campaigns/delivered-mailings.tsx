import { Button, Stack, Text } from '@mantine/core';
import { mailingPageSizes, mailingsWithoutPager } from '@mailcall/contract/mailings.ts';
import { deliveredStatuses } from '@mailcall/contract/rules/mailing.ts';
import { shownPage } from '@mailcall/contract/rules/paging.ts';
import { accountsOf, campaignSummary } from '@mailcall/contract/scope/scope.ts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useId, useMemo } from 'react';
import { useAddress, useChangeAddress } from '../../platform/address.ts';
import { Failed } from '../../ui/answer.tsx';
import { EmptyCard } from '../../ui/empty-card.tsx';
import { useExistingPage } from '../../ui/existing-page.ts';
import { Pager } from '../../ui/pager.tsx';
import { formatDays, type ScopeState } from '../scope/index.ts';
import { mailingsQuery } from './api.ts';
import { listFromAddress, listToAddress, mailingFilters, type MailingListState } from './list-address.ts';
import { MailingCard, MailingTiles } from './mailing-card.tsx';
import classes from './mailings-section.module.css';
import { SortMenu } from './sort-menu.tsx';

/** The delivered mailings: sorted, a page at a time. */
export function DeliveredMailings({ scope }: { scope: ScopeState }) {
  const id = useId();
  const address = useAddress();
  const changeAddress = useChangeAddress();
  const list = useMemo(() => listFromAddress(address), [address]);
  const change = useCallback(
    (patch: Partial<MailingListState>) => changeAddress(listToAddress({ ...list, page: 1, ...patch })),
    [changeAddress, list],
  );
  const goToPage = (page: number, replace = false) =>
    changeAddress(listToAddress({ ...list, page }), { replace });
  const query = useQuery(
    mailingsQuery({
      ...accountsOf(scope.query),
      page: list.page,
      pageSize: list.pageSize,
      ...list.order,
      filters: { status: [...deliveredStatuses], ...mailingFilters(scope, new Date()) },
    }),
  );
  const { meta, records = [] } = query.data ?? {};
  const total = query.isPlaceholderData ? undefined : meta?.totalCount;
  const leaving = useExistingPage(total, list, mailingsWithoutPager, goToPage);
  // that a page before was empty says nothing of the one that comes
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
        <ul className={classes.grid} data-old={query.isPlaceholderData || undefined}>
          {records.map((mailing) => (
            <li key={mailing.id}>
              <MailingCard mailing={mailing} />
            </li>
          ))}
        </ul>
      )}
      {meta && records.length > 0 ? (
        <div className={classes.pager}>
          <Pager
            shown={shownPage(meta.totalCount, list, mailingsWithoutPager)}
            pageSize={list.pageSize}
            total={meta.totalCount}
            sizes={mailingPageSizes}
            loading={query.isPlaceholderData}
            rows="items"
            place={(first, last, all) => `Showing ${first}-${last} of ${all} items`}
            onPage={goToPage}
            onPageSize={(pageSize) => change({ pageSize })}
          />
        </div>
      ) : null}
    </section>
  );
}

/** There is none: at all, or for these dates and campaigns, with the way to all of them. */
function NoMailings({ scope: { scope, change } }: { scope: ScopeState }) {
  const narrowed = [
    scope.preset === 'all' ? null : formatDays(scope, new Date()),
    scope.campaignType === 'all' ? null : campaignSummary(scope),
  ].filter((words) => words !== null);
  if (narrowed.length === 0) return <EmptyCard text="You don't have any delivered mailings" />;
  return (
    <Filtered
      text={`No mailings found for ${narrowed.join(', ')}`}
      action="Show all dates and campaigns"
      onAction={() => change({ preset: 'all', custom: null, campaignType: 'all' })}
    />
  );
}

function Filtered({ text, action, onAction }: { text: string; action: string; onAction: () => void }) {
  return (
    <Stack align="center" gap="sm" py="xl" ta="center" role="status">
      <Text className={classes.words ?? ''}>{text}</Text>
      <Button variant="default" onClick={onAction}>
        {action}
      </Button>
    </Stack>
  );
}
