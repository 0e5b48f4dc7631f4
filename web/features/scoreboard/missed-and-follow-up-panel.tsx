import { Text, Title, UnstyledButton } from '@mantine/core';
import { followUpDays } from '@mailcall/contract/rules/outcome.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { isSameRequest } from '../../platform/api.ts';
import { useSectionExitAnimation, useFadeIn } from '../../ui/brief-motion.ts';
import { elementIds, focusElement, focusWhenDisplayed } from '../../ui/focus-element.ts';
import { HowCounted } from '../../ui/how-counted.tsx';
import { pageTexts } from '../../ui/page-texts.ts';
import {
  type CallListRequest,
  callListRequest,
  CallbacksTable,
  callsQuery,
  sortedBy,
  summaryQuery,
} from '../calls/index.ts';
import type { ScopeState } from '../scope/index.ts';
import { UnresolvedCalls } from '../waiting/index.ts';
import { useCallbacksState } from './callbacks-address.ts';
import classes from './missed-and-follow-up-panel.module.css';

const headingId = elementIds.callsToCallBack;
const { title, days } = pageTexts.callsToCallBack;
const about = `Missed calls and calls that need a follow-up of the last ${followUpDays} days, not resolved yet, whatever the date range. Open one to record the result of calling back.`;

const firstRows = 5;

function ShowAllText({ total, scope }: { total: number | undefined; scope: ScopeState['query'] }) {
  const shown = useFadeIn<HTMLSpanElement>(total ?? null, scope);
  return (
    <span ref={shown} className={classes.toggleText}>
      Show all{total === undefined ? '' : ` ${thousands(total)}`}
    </span>
  );
}

const callsOf = ({ page: _page, pageSize: _size, sort: _sort, dir: _dir, ...calls }: CallListRequest) =>
  calls;

function useCallbacks(scope: ScopeState['query']) {
  const { state, show } = useCallbacksState();
  const request = callListRequest(state.list, scope);
  const query = useQuery({
    ...callsQuery(request),
    // rows of another scope do not apply here
    placeholderData: (before, previous) =>
      previous && isSameRequest(callsOf(previous.queryKey[2]), callsOf(request)) ? before : undefined,
  });
  const summary = useQuery(summaryQuery(scope));
  const count = summary.data?.missed_and_followup_count;
  const expected = query.isError || count !== 0;
  return {
    state,
    show,
    query,
    total: query.data?.meta.total_count ?? count,
    isVisible: query.data ? query.data.meta.total_count > 0 : expected,
  };
}

/** Whether the panel's height is still unknown, so that content below has no place yet. */
export function useAwaitsCallbacks(scope: ScopeState['query']): boolean {
  const { query, isVisible } = useCallbacks(scope);
  return query.isPending && isVisible;
}

function focusFirstNewRow(): boolean {
  const panel = document.getElementById(headingId)?.closest('section');
  const row = panel?.querySelectorAll<HTMLElement>('[data-row]')[firstRows];
  row?.focus();
  return row !== undefined;
}

/** Moves the focus after the number of rows changed: to the first new row or the heading. The press may precede the rows. */
function useFocusAfterChange(all: boolean): () => void {
  const pressed = useRef(false);
  useEffect(() => {
    if (!pressed.current) return;
    pressed.current = false;
    return focusWhenDisplayed(all ? focusFirstNewRow : () => focusElement(headingId));
  }, [all]);
  return () => {
    pressed.current = true;
  };
}

export function MissedAndFollowUpPanel({ scope }: { scope: ScopeState }) {
  const { state, show, query, total, isVisible } = useCallbacks(scope.query);
  const { all, list } = state;
  const moveFocus = useFocusAfterChange(all);
  const { section, placeholder } = useSectionExitAnimation();
  if (!isVisible) return <div ref={placeholder} />;
  const toggle = () => {
    moveFocus();
    show({ ...state, all: !all });
  };
  const mayHaveMore = !query.isError && (total === undefined || total > firstRows);
  return (
    <section ref={section} className={classes.panel} aria-labelledby={headingId}>
      <div className={classes.head}>
        <Title order={2} id={headingId} tabIndex={-1} className={classes.title}>
          {title}{' '}
          <Text span c="dimmed" className={classes.days}>
            {days}
          </Text>
        </Title>
        <HowCounted title={title} about={about} />
        <Text size="sm" c="dimmed" className={classes.callers}>
          <UnresolvedCalls scope={scope.query} />
        </Text>
      </div>
      <CallbacksTable
        label={`${title} ${days}`}
        query={query}
        accountIds={scope.accountIds}
        sortable={all}
        sorting={{ field: list.sort, dir: list.dir }}
        onSort={(field) =>
          show({ all, list: { ...list, ...sortedBy(list, field), kind: list.kind, sort: field } })
        }
        page={list.page}
        onPage={(page, replace) => show({ all, list: { ...list, page } }, replace)}
        pageSize={list.pageSize}
        onPageSize={(pageSize) => show({ all, list: { ...list, pageSize, page: 1 } })}
        skeletonRows={Math.min(total ?? firstRows, all ? list.pageSize : firstRows)}
        preview={
          all
            ? null
            : {
                rows: firstRows,
                below: mayHaveMore ? (
                  <UnstyledButton className={classes.toggle} onClick={toggle}>
                    <ShowAllText total={total} scope={scope.query} />
                  </UnstyledButton>
                ) : null,
              }
        }
      />
      {all && (
        <UnstyledButton className={classes.fewer} onClick={toggle}>
          Show fewer
        </UnstyledButton>
      )}
    </section>
  );
}
