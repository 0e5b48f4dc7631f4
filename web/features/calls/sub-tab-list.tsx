import { Tabs, Text } from '@mantine/core';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCurrentAddress } from '../../platform/address.ts';
import { useScrollToSelected } from '../../ui/scroll-to-selected.ts';
import { LazyTooltip } from '../../ui/lazy-tooltip.tsx';
import { useScope } from '../scope/index.ts';
import { summaryQuery } from './api.ts';
import { useCallList, useListPage } from './call-list.ts';
import { listFromAddress, listsCalls } from './list-address.ts';
import { useOpenCalls } from './open-calls.ts';
import classes from './sub-tab-list.module.css';
import { type ListKind, type SubTab, subTabs } from './sub-tabs.ts';

const tabOf = (kind: ListKind) => kind.replaceAll(' ', '-');

const tabsId = 'lists-of-calls';

/** List selected at the press; `displayed` while the URL shows another tab. */
function useChosenList(displayed: ListKind): ListKind {
  const address = useCurrentAddress();
  return address['tab'] === 'all-calls' ? listFromAddress(address).kind : displayed;
}

export function SubTabs({
  kind,
  loading,
  children,
}: {
  kind: ListKind;
  loading: boolean;
  children: ReactNode;
}) {
  const { query: scope, accountIds } = useScope();
  const summary = useQuery(summaryQuery(scope));
  const openCalls = useOpenCalls();
  const handlers = useCallList().list.filters.callHandlerId;
  const chosenKind = useChosenList(kind);
  // scrolls again once counts load, because they widen the row
  const row = useScrollToSelected<HTMLDivElement>(
    '[aria-selected="true"]',
    `${chosenKind} ${summary.isPending}`,
  );

  const countOf = (tab: SubTab) => {
    if (accountIds.length === 0) return '0';
    if (handlers) return <CountOfStaff kind={tab.kind} handlers={handlers} />;
    // an unknown count is not zero
    return summary.data ? thousands(tab.count(summary.data)) : summary.isError ? '?' : '…';
  };

  return (
    <Tabs
      id={tabsId}
      value={tabOf(chosenKind)}
      activateTabWithKeyboard={false}
      variant="unstyled"
      onChange={(chosen) => {
        const tab = subTabs.find((offered) => tabOf(offered.kind) === chosen);
        if (!loading && tab && tab.kind !== chosenKind)
          openCalls({ outcome: tab.kind, ...(handlers && { filters: { callHandlerId: handlers } }) });
      }}
    >
      <Tabs.List ref={row} className={classes.row} aria-label="Lists of calls">
        {subTabs.map((tab) => (
          // the list of the selected one begins with the same sentence
          <LazyTooltip key={tab.kind} label={tab.kind === chosenKind ? null : tab.definition} openDelay={300}>
            {(tooltip) => (
              <Tabs.Tab
                value={tabOf(tab.kind)}
                className={classes.tab}
                // not disabled, to keep the focus
                aria-disabled={loading || undefined}
                {...tooltip}
              >
                <span>{tab.label}</span>
                <span
                  className={classes.count}
                  title={summary.isError ? 'The count could not be loaded' : undefined}
                >
                  {countOf(tab)}
                </span>
              </Tabs.Tab>
            )}
          </LazyTooltip>
        ))}
      </Tabs.List>
      <Text size="sm" c="dimmed" className={classes.definition}>
        {subTabs.find((tab) => tab.kind === chosenKind)?.definition ??
          'Unresolved missed and follow-up calls from the last 30 days.'}
      </Text>
      {/* old rows stay until the selected list is drawn */}
      <div
        role="tabpanel"
        id={`${tabsId}-panel-${tabOf(chosenKind)}`}
        aria-labelledby={`${tabsId}-tab-${tabOf(chosenKind)}`}
        tabIndex={-1}
      >
        {children}
      </div>
    </Tabs>
  );
}

/** Rows that a tab lists of the chosen staff. */
function CountOfStaff({ kind, handlers }: { kind: ListKind; handlers: string[] }) {
  const list = { ...listFromAddress({ outcome: kind }), filters: { callHandlerId: handlers } };
  const { calls, appointments } = useListPage(list);
  const { data, isPlaceholderData, isError } = listsCalls(list) ? calls : appointments;
  if (isError) return '?';
  return data && !isPlaceholderData ? thousands(data.meta.total_count) : '…';
}
