import { Stack, Text, UnstyledButton } from '@mantine/core';
import type { AppointmentSort } from '@mailcall/contract/appointments.ts';
import type { CallSort } from '@mailcall/contract/calls.ts';
import { counted, thousands } from '@mailcall/contract/rules/rates.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { SearchField } from '../../ui/search-field.tsx';
import { useWording } from '../accounts/index.ts';
import { useGuest } from '../session/index.ts';
import { DownloadButton, MyExports } from '../exports/index.ts';
import { useScope } from '../scope/index.ts';
import { type ActiveFilter, activeFiltersOf, nonStaff } from './active-filters.ts';
import { appointmentsQuery, callsQuery } from './api.ts';
import { AppointmentsTable } from './appointments-table.tsx';
import { type ShowList, useCallList, useListPage } from './call-list.ts';
import classes from './call-list-panel.module.css';
import { CallsTable } from './calls-table.tsx';
import { ClearedNotice, useClearedFilters } from './cleared-notice.tsx';
import { downloadFacts } from './download-facts.ts';
import { EmptyList } from './empty-list.tsx';
import { FilterChips } from './filter-chips.tsx';
import { FilterPanel, FiltersButton } from './filters-button.tsx';
import { useItemNames } from './item-names.ts';
import { type ListState, listsCalls, sortedBy } from './list-address.ts';
import { listFacts } from './list-facts.ts';
import { listLabel } from './sub-tabs.ts';
import { useFilterPanel } from './use-filter-panel.ts';

type CurrentPage = ReturnType<typeof useListPage>;

/** Milliseconds of a typing pause before searching. */
const searchDelay = { calls: 1000, appointments: 1200 } as const;

export function CallListPanel() {
  const { list, show } = useCallList();
  const guest = useGuest();
  const { query: scopeQuery } = useScope();
  const nameOf = useItemNames(list.filters, scopeQuery);
  const activeFilters = activeFiltersOf(list, useWording(), nameOf);
  const filters = useFilterPanel(list);
  const filtersButton = useRef<HTMLButtonElement>(null);
  const [cleared, dismissCleared] = useClearedFilters(list);
  const current = useListPage(list);
  const meta = metaOf(current, list);
  usePrefetchedPage(current, list, list.page < (meta?.page_count ?? 0) ? list.page + 1 : null);
  return (
    <Stack gap="sm">
      <div className={classes.bar}>
        <ListSummary list={list} total={meta?.total_count} />
        {!guest && <MyExports />}
        <div className={classes.controls}>
          <FiltersButton control={filters} ref={filtersButton} />
          {listsCalls(list) && !guest && (
            <ListDownload
              list={list}
              current={current}
              total={meta?.total_count}
              activeFilters={activeFilters}
            />
          )}
          <ListSearch list={list} show={show} />
        </div>
      </div>
      {filters.opened && (
        <Suspense>
          <FilterPanel control={filters} list={list} onShow={show} />
        </Suspense>
      )}
      <ClearedNotice cleared={cleared} focusAfter={filtersButton} onShow={show} onDismiss={dismissCleared} />
      <FilterChips
        activeFilters={activeFilters.filter(
          ({ field }) => field === null || (field === 'panel' && !filters.opened),
        )}
        onShow={show}
      />
      <OpportunitiesOf list={list} total={meta?.total_count} nameOf={nameOf} show={show} />
      <ListRows
        list={list}
        show={show}
        current={current}
        empty={<EmptyList list={list} activeFilters={activeFilters} onShow={show} />}
      />
    </Stack>
  );
}

function metaOf({ calls, appointments }: CurrentPage, list: ListState) {
  const answer = listsCalls(list) ? calls : appointments;
  return answer.isPlaceholderData ? undefined : answer.data?.meta;
}

function usePrefetchedPage(
  { callsRequest, appointmentsRequest }: CurrentPage,
  list: ListState,
  page: number | null,
): void {
  const client = useQueryClient();
  const showsCalls = listsCalls(list);
  useEffect(() => {
    if (page === null) return;
    void (showsCalls
      ? client.prefetchQuery(callsQuery({ ...callsRequest, page }))
      : client.prefetchQuery(appointmentsQuery({ ...appointmentsRequest, page })));
  }, [client, page, showsCalls, callsRequest, appointmentsRequest]);
}

function ListSummary({ list, total }: { list: ListState; total: number | undefined }) {
  const { scope, today } = useScope();
  return (
    <Text size="sm" c="dimmed" role="status" className={classes.facts ?? ''}>
      {total === undefined ? null : (
        <>
          <Text span inherit fw={600} c="var(--mantine-color-text)">
            {thousands(total)} {rowNoun(listsCalls(list), total)}
          </Text>
          <span className={classes.repeated}> · </span>
        </>
      )}
      <span className={classes.repeated}>{listFacts(list.kind, scope, today).join(' · ')}</span>
    </Text>
  );
}

/** All calls of a person, opened by the number of their opportunities, are more than that number. */
function OpportunitiesOf({
  list,
  total,
  nameOf,
  show,
}: {
  list: ListState;
  total: number | undefined;
  nameOf: ReturnType<typeof useItemNames>;
  show: ShowList;
}) {
  const [id, ...others] = list.filters.callHandlerId ?? [];
  const applies =
    list.kind === 'all calls' && id !== undefined && others.length === 0 && id !== nonStaff.value;
  const { calls } = useListPage({ ...list, kind: 'opportunity', page: 1 }, applies);
  if (!applies) return null;
  const count = calls.isPlaceholderData ? undefined : calls.data?.meta.total_count;
  const name = nameOf('callHandlerId', id);
  const isKnown = total !== undefined && count !== undefined && name !== undefined;
  if (isKnown && (count === 0 || count === total)) return null;
  return (
    <Text size="sm" role="status" className={classes.ofPerson ?? ''}>
      {isKnown && (
        <>
          {counted(total, 'call')} of {name}, {counted(count, 'opportunity', 'opportunities')}:{' '}
          <UnstyledButton
            className={classes.only ?? ''}
            onClick={() => show((before) => ({ ...before, kind: 'opportunity', page: 1 }))}
          >
            show only these
          </UnstyledButton>
        </>
      )}
    </Text>
  );
}

const rowNoun = (calls: boolean, count: number) =>
  calls ? (count === 1 ? 'call' : 'calls') : count === 1 ? 'appointment' : 'appointments';

function ListDownload({
  list,
  current: { callsRequest },
  total,
  activeFilters,
}: {
  list: ListState;
  current: CurrentPage;
  total: number | undefined;
  activeFilters: readonly ActiveFilter[];
}) {
  const { scope, accountIds, today } = useScope();
  if (total === undefined || accountIds.length === 0) return <DownloadButton subject={null} />;
  const { page: _, pageSize: __, ...listRequest } = callsRequest;
  const facts = downloadFacts(list, scope, activeFilters, today);
  return <DownloadButton subject={{ list: listRequest, calls: total, facts }} />;
}

function ListSearch({ list, show }: { list: ListState; show: ShowList }) {
  const showsCalls = listsCalls(list);
  return (
    <SearchField
      label={showsCalls ? 'Search calls' : 'Search appointments'}
      value={list.search}
      wait={showsCalls ? searchDelay.calls : searchDelay.appointments}
      onSearch={(search, replace) => show((before) => ({ ...before, search, page: 1 }), replace)}
    />
  );
}

function ListRows({
  list,
  show,
  current: { calls, appointments },
  empty,
}: {
  list: ListState;
  show: ShowList;
  current: CurrentPage;
  empty: ReactNode;
}) {
  const { accountIds } = useScope();
  const table = {
    label: listLabel(list.kind),
    pageSize: list.pageSize,
    page: list.page,
    onPage: (page: number, replace = false) => show((before) => ({ ...before, page }), replace),
    onPageSize: (pageSize: number) => show((before) => ({ ...before, pageSize, page: 1 })),
    onSort: (field: ListState['sort']) => show((before) => sortedBy(before, field)),
    showAccount: accountIds.length > 1,
    empty,
  };
  return listsCalls(list) ? (
    <CallsTable {...table} query={calls} sorting={{ field: list.sort as CallSort, dir: list.dir }} />
  ) : (
    <AppointmentsTable
      {...table}
      query={appointments}
      sorting={{ field: list.sort as AppointmentSort, dir: list.dir }}
    />
  );
}
