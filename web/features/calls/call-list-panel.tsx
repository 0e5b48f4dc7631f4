import { Stack, Text } from '@mantine/core';
import type { AppointmentSort, CallSort } from '@mailcall/contract/calls.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { SearchField } from '../../ui/search-field.tsx';
import { useWording } from '../accounts/index.ts';
import { DownloadButton, MyExports } from '../exports/index.ts';
import { useScope } from '../scope/index.ts';
import { appointmentsQuery, callsQuery } from './api.ts';
import { AppointmentsTable } from './appointments-table.tsx';
import { useCallList, useListPage } from './call-list.ts';
import classes from './call-list-panel.module.css';
import { CallsTable } from './calls-table.tsx';
import { ClearedNotice, useClearedFilters } from './cleared-notice.tsx';
import { downloadFacts } from './download-facts.ts';
import { EmptyList } from './empty-list.tsx';
import { FilterChips } from './filter-chips.tsx';
import { FilterPanel, FiltersButton, useFilterPanel } from './filter-panel.tsx';
import { useItemNames } from './item-names.ts';
import { listsCalls, sortedBy } from './list-address.ts';
import { listFacts } from './list-facts.ts';
import { activeFiltersOf } from './active-filters.ts';
import { listLabel } from './sub-tabs.ts';

/** How long typing pauses before it searches, in milliseconds. */
const searchWait = { calls: 1000, appointments: 1200 } as const;

/** One list of the All Calls tab with its search, what narrows it and its pages. */
export function CallListPanel() {
  const { list, show } = useCallList();
  const { scope, query: scopeQuery, accountIds } = useScope();
  const wording = useWording();
  const nameOf = useItemNames(list.filters, scopeQuery);
  const activeFilters = activeFiltersOf(list, wording, nameOf);
  const filters = useFilterPanel(list);
  const filtersButton = useRef<HTMLButtonElement>(null);
  const [cleared, dismissCleared] = useClearedFilters(list);
  const { calls, appointments, callsRequest, appointmentsRequest } = useListPage(list);
  const showsCalls = listsCalls(list);
  const answer = showsCalls ? calls : appointments;
  const meta = answer.isPlaceholderData ? undefined : answer.data?.meta;

  const pageCount = meta?.page_count ?? 0;
  const client = useQueryClient();
  const next = list.page < pageCount ? list.page + 1 : null;
  useEffect(() => {
    if (next === null) return;
    void (showsCalls
      ? client.prefetchQuery(callsQuery({ ...callsRequest, page: next }))
      : client.prefetchQuery(appointmentsQuery({ ...appointmentsRequest, page: next })));
  }, [client, next, showsCalls, callsRequest, appointmentsRequest]);

  const table = {
    label: listLabel(list.kind),
    pageSize: list.pageSize,
    page: list.page,
    onPage: (page: number, replace = false) => show({ ...list, page }, replace),
    onPageSize: (pageSize: number) => show({ ...list, pageSize, page: 1 }),
    showAccount: accountIds.length > 1,
    empty: <EmptyList list={list} activeFilters={activeFilters} onShow={show} />,
  };
  const { page: _, pageSize: __, ...listRequest } = callsRequest;
  const download =
    meta && accountIds.length > 0
      ? {
          list: listRequest,
          calls: meta.total_count,
          facts: downloadFacts(list, scope, activeFilters, new Date()),
        }
      : null;
  const rows = meta ? `${thousands(meta.total_count)} ${rowWord(showsCalls, meta.total_count)}` : null;

  return (
    <Stack gap="sm">
      <div className={classes.bar}>
        <Text size="sm" c="dimmed" role="status" className={classes.facts ?? ''}>
          {rows === null ? null : (
            <>
              <Text span inherit fw={600} c="var(--mantine-color-text)">
                {rows}
              </Text>
              {' · '}
            </>
          )}
          {listFacts(list.kind, scope, new Date()).join(' · ')}
        </Text>
        <MyExports />
        <div className={classes.controls}>
          <FiltersButton control={filters} ref={filtersButton} />
          {showsCalls && <DownloadButton subject={download} />}
          <SearchField
            label={showsCalls ? 'Search calls' : 'Search appointments'}
            value={list.search}
            wait={showsCalls ? searchWait.calls : searchWait.appointments}
            onSearch={(search, replace) => show({ ...list, search, page: 1 }, replace)}
          />
        </div>
      </div>
      {filters.opened && <FilterPanel control={filters} list={list} onShow={show} />}
      <ClearedNotice
        cleared={cleared}
        list={list}
        focusAfter={filtersButton}
        onShow={show}
        onDismiss={dismissCleared}
      />
      <FilterChips list={list} activeFilters={activeFilters} onShow={show} />
      {showsCalls ? (
        <CallsTable
          {...table}
          query={calls}
          sorting={{ field: list.sort as CallSort, dir: list.dir }}
          onSort={(field) => show(sortedBy(list, field))}
        />
      ) : (
        <AppointmentsTable
          {...table}
          query={appointments}
          sorting={{ field: list.sort as AppointmentSort, dir: list.dir }}
          onSort={(field) => show(sortedBy(list, field))}
        />
      )}
    </Stack>
  );
}

const rowWord = (calls: boolean, count: number) =>
  calls ? (count === 1 ? 'call' : 'calls') : count === 1 ? 'appointment' : 'appointments';
