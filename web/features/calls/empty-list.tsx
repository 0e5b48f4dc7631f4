import { Button, Group, Stack, Text } from '@mantine/core';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { useQueries } from '@tanstack/react-query';
import { useScope } from '../scope/index.ts';
import { appointmentsQuery, callsQuery } from './api.ts';
import { NoRows } from './calls-table.tsx';
import classes from './filter-chips.module.css';
import { appointmentListRequest, callListRequest, type ListState, listsCalls } from './list-address.ts';
import { ignoresDates } from './list-facts.ts';
import type { ActiveFilter } from './active-filters.ts';

/** How many rows the list would have without each narrowing: undefined while that is not known. */
function useCountsWithout(activeFilters: readonly ActiveFilter[]): (number | undefined)[] {
  const { query: scope } = useScope();
  const counts = useQueries({
    queries: activeFilters.map(({ without }) => {
      const one = { ...without, pageSize: 1 };
      const query = listsCalls(one)
        ? callsQuery(callListRequest(one, scope))
        : appointmentsQuery(appointmentListRequest(one, scope));
      // only the count is looked at, which both kinds of page have alike
      return query as ReturnType<typeof callsQuery>;
    }),
  });
  return counts.map((answer) => (answer.isPlaceholderData ? undefined : answer.data?.meta.total_count));
}

/** A list without rows: says which filter empties it, with a button that clears it; or which dates have none. */
export function EmptyList({
  list,
  activeFilters,
  onShow,
}: {
  list: ListState;
  activeFilters: readonly ActiveFilter[];
  onShow: (next: ListState) => void;
}) {
  const { scope, accountIds, change } = useScope();
  const counts = useCountsWithout(activeFilters);
  if (accountIds.length === 0) {
    return (
      <NoRows>
        <Text size="sm" c="dimmed">
          {messages.noAccountsSelected}
        </Text>
      </NoRows>
    );
  }
  if (activeFilters.length === 0) {
    const narrowDates = scope.preset !== 'all' && !ignoresDates(list.kind);
    return (
      <NoRows>
        {narrowDates ? (
          <>
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
          </>
        ) : null}
      </NoRows>
    );
  }
  const cleared = { ...list, filters: {}, search: '', page: 1 };
  return (
    <NoRows>
      <Text size="sm" c="dimmed">
        {activeFilters.length === 1
          ? 'Nothing matches this filter.'
          : 'Nothing matches all of these filters together.'}
      </Text>
      <Stack gap={8} align="center">
        {activeFilters.map((activeFilter, index) => {
          const count = counts[index];
          return (
            <Group key={activeFilter.key} gap="sm" justify="center">
              <Text size="sm">
                <b>
                  {activeFilter.name}: {activeFilter.value}
                </b>
                {count === undefined
                  ? ''
                  : count === 0
                    ? ' – without it still none'
                    : ` – ${thousands(count)} without it`}
              </Text>
              <Button
                variant="default"
                size="xs"
                className={classes.clear}
                aria-label={`Clear ${activeFilter.name}: ${activeFilter.value}`}
                onClick={() => onShow(activeFilter.without)}
              >
                Clear
              </Button>
            </Group>
          );
        })}
        {activeFilters.length > 1 ? (
          <Button variant="light" size="xs" className={classes.clear} onClick={() => onShow(cleared)}>
            Clear all filters
          </Button>
        ) : null}
      </Stack>
    </NoRows>
  );
}
