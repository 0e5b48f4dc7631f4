import { Button, Group, Stack, Text } from '@mantine/core';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { useQueries } from '@tanstack/react-query';
import { useScope } from '../scope/index.ts';
import type { ActiveFilter } from './active-filters.ts';
import { appointmentsQuery, callsQuery } from './api.ts';
import type { ShowList } from './call-list.ts';
import { withoutFilters } from './filter-panel-state.ts';
import classes from './filter-chips.module.css';
import { appointmentListRequest, callListRequest, type ListState, listsCalls } from './list-address.ts';
import { ignoresDates } from './list-facts.ts';
import { NoRows } from './list-table.tsx';

export function EmptyList({
  list,
  activeFilters,
  onShow,
}: {
  list: ListState;
  activeFilters: readonly ActiveFilter[];
  onShow: ShowList;
}) {
  const { accountIds } = useScope();
  if (accountIds.length === 0)
    return (
      <NoRows>
        <Text size="sm" c="dimmed">
          {messages.noAccountsSelected}
        </Text>
      </NoRows>
    );
  return activeFilters.length === 0 ? (
    <NothingInDates list={list} />
  ) : (
    <NothingMatches list={list} activeFilters={activeFilters} onShow={onShow} />
  );
}

/** Without filters, only limited dates can make a list empty. */
function NothingInDates({ list }: { list: ListState }) {
  const { scope, change } = useScope();
  if (scope.preset === 'all' || ignoresDates(list.kind)) return <NoRows />;
  return (
    <NoRows>
      <Text size="sm" c="dimmed">
        Nothing in the selected dates.
      </Text>
      <Button
        variant="default"
        size="xs"
        className={classes.clear}
        onClick={() => change({ preset: 'all', custom: null })}
      >
        Show all time
      </Button>
    </NoRows>
  );
}

/** Row count without each filter; undefined while unknown. */
function useCountsWithout(list: ListState, activeFilters: readonly ActiveFilter[]): (number | undefined)[] {
  const { query: scope } = useScope();
  const counts = useQueries({
    queries: activeFilters.map(({ without }) => {
      const smallestPage = { ...without(list), pageSize: 1 };
      const query = listsCalls(smallestPage)
        ? callsQuery(callListRequest(smallestPage, scope))
        : appointmentsQuery(appointmentListRequest(smallestPage, scope));
      // only the count is used, which both kinds of pages have
      return query as ReturnType<typeof callsQuery>;
    }),
  });
  return counts.map((count) => (count.isPlaceholderData ? undefined : count.data?.meta.total_count));
}

function NothingMatches({
  list,
  activeFilters,
  onShow,
}: {
  list: ListState;
  activeFilters: readonly ActiveFilter[];
  onShow: ShowList;
}) {
  const counts = useCountsWithout(list, activeFilters);
  return (
    <NoRows>
      <Text size="sm" c="dimmed">
        {activeFilters.length === 1
          ? 'Nothing matches this filter.'
          : 'Nothing matches all of these filters together.'}
      </Text>
      <Stack gap={8} align="center">
        {activeFilters.map((filter, index) => (
          <ClearableFilter
            key={filter.key}
            filter={filter}
            rows={listsCalls(list) ? 'calls' : 'appointments'}
            countWithout={counts[index]}
            onClear={() => onShow(filter.without)}
          />
        ))}
        {activeFilters.length > 1 ? (
          <Button variant="light" size="xs" className={classes.clear} onClick={() => onShow(withoutFilters)}>
            Clear all filters
          </Button>
        ) : null}
      </Stack>
    </NoRows>
  );
}

function ClearableFilter({
  filter: { name, value },
  rows,
  countWithout,
  onClear,
}: {
  filter: ActiveFilter;
  rows: 'calls' | 'appointments';
  countWithout: number | undefined;
  onClear: () => void;
}) {
  return (
    <Group gap="sm" justify="center">
      <Text size="sm">
        <b>
          {name}: {value}
        </b>
        {countWithout === undefined
          ? ''
          : countWithout === 0
            ? ` – no ${rows} in these dates either`
            : ` – ${thousands(countWithout)} without it`}
      </Text>
      <Button
        variant="default"
        size="xs"
        className={classes.clear}
        aria-label={`Clear ${name}: ${value}`}
        onClick={onClear}
      >
        Clear
      </Button>
    </Group>
  );
}
