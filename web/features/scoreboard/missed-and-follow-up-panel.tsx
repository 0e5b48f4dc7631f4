import { Text, Title } from '@mantine/core';
import type { CallSort } from '@mailcall/contract/calls.ts';
import { followUpDays } from '@mailcall/contract/rules/outcome.ts';
import { useQuery } from '@tanstack/react-query';
import { useAddress, useChangeAddress } from '../../platform/address.ts';
import {
  callListRequest,
  CallsTable,
  callsQuery,
  listFromAddress,
  listToAddress,
  missedAndFollowUpId,
  sortedBy,
  summaryQuery,
} from '../calls/index.ts';
import type { ScopeState } from '../scope/index.ts';
import classes from './missed-and-follow-up-panel.module.css';

const headingId = missedAndFollowUpId;
const title = `Missed And Follow-up Calls (Last ${followUpDays} days)`;

/** Scrolls from the summary cards to the calls that wait for a callback. */
export function scrollToMissedAndFollowUp(): void {
  const heading = document.getElementById(headingId);
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView({ block: 'start' });
}

/**
 * The unresolved missed and follow-up calls of the last 30 days, sortable and paged; displayed only when there are any. Its
 * page and order are in the address, as for any list.
 */
export function MissedAndFollowUpPanel({ scope }: { scope: ScopeState }) {
  const address = useAddress();
  const changeAddress = useChangeAddress();
  const { sort, dir, page, pageSize } = address;
  const list = { ...listFromAddress({ sort, dir, page, pageSize }), kind: 'missed-and-followup' as const };
  const query = useQuery(callsQuery(callListRequest(list, scope.query)));
  const summary = useQuery(summaryQuery(scope.query));
  const show = (next: typeof list, replace = false) => {
    const { outcome: _, ...listAddress } = listToAddress(next);
    changeAddress(listAddress, { replace });
  };
  const mayHaveCalls = summary.data ? summary.data.missed_and_followup_count > 0 : true;
  const isVisible = query.data ? query.data.meta.total_count > 0 : query.isError || mayHaveCalls;
  if (!isVisible) return null;
  return (
    <section className={classes.panel} aria-labelledby={headingId}>
      <Title order={2} size="h4" id={headingId} tabIndex={-1} className={classes.title}>
        {title}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        Missed calls and calls that need a follow-up, not resolved yet, whatever the date range. Open one to
        record the result of calling back.
      </Text>
      <CallsTable
        label={title}
        query={query}
        sorting={{ field: list.sort as CallSort, dir: list.dir }}
        pageSize={list.pageSize}
        onSort={(field) => show({ ...sortedBy(list, field), kind: list.kind })}
        page={list.page}
        onPage={(next, replace) => show({ ...list, page: next }, replace)}
        onPageSize={(size) => show({ ...list, pageSize: size, page: 1 })}
        showAccount={scope.accountIds.length > 1}
        opens="resolve"
      />
    </section>
  );
}
