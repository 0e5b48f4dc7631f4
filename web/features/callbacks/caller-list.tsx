import { Skeleton, Text } from '@mantine/core';
import type { CallbackEntry } from '@mailcall/contract/callbacks.ts';
import { callbackDays, type CallbackList } from '@mailcall/contract/rules/callbacks.ts';
import { visiblePage } from '@mailcall/contract/rules/paging.ts';
import { IconCircleCheck } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { Answer } from '../../ui/answer.tsx';
import { HiddenText } from '../../ui/hidden-text.tsx';
import { usePageKeys } from '../../ui/page-keys.ts';
import { Pager } from '../../ui/pager.tsx';
import { useRedirectToLastPage } from '../../ui/redirect-to-last-page.ts';
import { type Callers, callersPerPage } from './api.ts';
import classes from './caller-list.module.css';
import { CallerRow } from './caller-row.tsx';
import { newClaimsText } from './caller-texts.ts';
import { SelectedBar, type SelectedCallers } from './selected-callers.tsx';

const emptyTexts: Readonly<Record<CallbackList, { title: string; text: string }>> = {
  'to-call': {
    title: 'No one is waiting for a callback',
    text: 'New missed and follow-up calls appear here.',
  },
  snoozed: {
    title: 'No snoozed callers',
    text: 'Snoozed callers stay here until it is time to try again.',
  },
  closed: {
    title: 'No closed callers',
    text: `Closed callers stay here for ${callbackDays} days.`,
  },
};

function Empty({ list, noAccounts }: { list: CallbackList; noAccounts: boolean }) {
  const { title, text } = emptyTexts[list];
  if (noAccounts) return <div className={classes.empty}>No accounts selected</div>;
  return (
    <div className={classes.empty}>
      <IconCircleCheck size={28} stroke={1.25} aria-hidden />
      <Text fw={600}>{title}</Text>
      <Text size="sm">{text}</Text>
    </div>
  );
}

const rows = [0, 1, 2, 3, 4, 5];

function ListSkeleton() {
  return (
    <ul className={classes.list} inert>
      {rows.map((row) => (
        <li key={row} className={classes.row}>
          <Skeleton height="0.875rem" width={`${60 - row * 4}%`} />
          <Skeleton height="0.625rem" width="80%" mt="0.5rem" />
          <Skeleton height="0.625rem" width="50%" mt="0.75rem" />
          <Skeleton height="0.625rem" width="40%" my="0.75rem" />
        </li>
      ))}
    </ul>
  );
}

function ClaimsReadOut({ entries }: { entries: readonly CallbackEntry[] }) {
  const [seen, setSeen] = useState(entries);
  const [text, setText] = useState('');
  if (seen !== entries) {
    setSeen(entries);
    const news = newClaimsText(seen, entries);
    if (news !== '') setText(news);
  }
  return (
    <div role="status">
      <HiddenText>{text}</HiddenText>
    </div>
  );
}

/** `j` and `k` go to the first or last row while no caller is open; an open caller handles them itself. */
function useFirstRowKeys(container: RefObject<HTMLElement | null>, enabled: boolean): void {
  const focusAt = (at: 0 | -1) => {
    const links = [...(container.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const focused = links.findIndex((link) => link === document.activeElement);
    const next = focused < 0 ? links.at(at) : links[focused + (at === 0 ? 1 : -1)];
    next?.focus();
    next?.scrollIntoView({ block: 'nearest' });
  };
  usePageKeys(container, enabled ? { j: () => focusAt(0), k: () => focusAt(-1) } : {});
}

export function CallerList({
  list,
  query,
  selected,
  checked,
  onClosed,
  keys,
  accountIds,
  page,
  onPage,
}: {
  list: CallbackList;
  query: UseQueryResult<Callers>;
  selected: string | null;
  checked: SelectedCallers;
  onClosed: (ids: readonly string[]) => void;
  /** Whether `j` and `k` step through the rows; false while an open caller handles them. */
  keys: boolean;
  accountIds: readonly string[];
  page: number;
  onPage: (page: number, replace?: boolean) => void;
}) {
  const container = useRef<HTMLDivElement>(null);
  useFirstRowKeys(container, keys);
  const checkedIds = new Set(checked.entries.map(({ id }) => id));
  const total = query.isPlaceholderData ? undefined : query.data?.meta.total_count;
  const choice = { page, pageSize: callersPerPage };
  const isRedirecting = useRedirectToLastPage(total, choice, callersPerPage, onPage);
  if (accountIds.length === 0) return <Empty list={list} noAccounts />;
  return (
    <div ref={container} className={classes.place}>
      <Answer
        query={query}
        skeleton={<ListSkeleton />}
        isEmpty={({ records }) => records.length === 0 && !isRedirecting}
        empty={<Empty list={list} noAccounts={false} />}
      >
        {({ records, meta }) => (
          <>
            <SelectedBar selected={checked} all={records} open={selected} onClosed={onClosed} />
            <ul className={classes.list} aria-label="Callers" aria-busy={query.isPlaceholderData}>
              {records.map((entry) => (
                <CallerRow
                  key={entry.id}
                  entry={entry}
                  selected={entry.id === selected}
                  checked={checked.canSelect(entry) ? checkedIds.has(entry.id) : null}
                  onCheck={checked.toggle}
                  showAccount={accountIds.length > 1}
                  now={query.dataUpdatedAt}
                />
              ))}
            </ul>
            <ClaimsReadOut entries={records} />
            <Pager
              view={visiblePage(meta.total_count, choice, callersPerPage)}
              pageParameter="page"
              pageSize={callersPerPage}
              total={meta.total_count}
              rowsLabel="callers"
              loading={query.isPlaceholderData}
              onPage={onPage}
            />
          </>
        )}
      </Answer>
    </div>
  );
}
