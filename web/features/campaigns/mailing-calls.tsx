import { formatDay } from '@mailcall/contract/time/date-format.ts';
import { Button, Stack, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { CallRow } from '@mailcall/contract/calls.ts';
import { drawerCallRows, type Mailing } from '@mailcall/contract/mailings.ts';
import { callTypeHeading } from '@mailcall/contract/rules/call-label.ts';
import { truncatedCaller, callerText, durationText } from '@mailcall/contract/rules/caller.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { visiblePage } from '@mailcall/contract/rules/paging.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { IconArrowLeft, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { Failed } from '../../ui/answer.tsx';
import { DataTable, TableCard } from '../../ui/data-table.tsx';
import type { Column } from '../../ui/table-column.ts';
import { dateAndTime } from '../../ui/dates.ts';
import { daysInWords } from '../../ui/days-in-words.ts';
import { focusWhenDisplayed } from '../../ui/focus-element.ts';
import { focusRow, rowAttributes } from '../../ui/page-keys.ts';
import { Pager } from '../../ui/pager.tsx';
import { CallById, RowOutcomes } from '../calls/index.ts';
import { useShowsZone } from '../scope/index.ts';
import { mailingCallsQuery } from './api.ts';
import {
  callsSortedBy,
  type DrawerCallSort,
  drawerPageSizes,
  type DrawerState,
  useChangeDrawer,
} from './drawer-address.ts';
import classes from './mailing-calls.module.css';

const maxPageSize = Math.max(...drawerPageSizes);

export function MailingCalls({ mailing, drawer }: { mailing: Mailing; drawer: DrawerState }) {
  const change = useChangeDrawer();
  // to return the focus to the row of the call that was open
  const lastCallId = useRef<string | null>(null);
  useEffect(() => {
    const last = lastCallId.current;
    lastCallId.current = drawer.callId;
    // a page opened with the call has no rows yet
    if (drawer.callId === null && last !== null) return focusWhenDisplayed(() => focusRow(last));
    return undefined;
  }, [drawer.callId]);
  if (drawer.callId !== null) {
    return (
      <Stack gap="md" align="stretch">
        <div>
          <UnstyledButton className={classes.back} onClick={() => change({ call: undefined })}>
            <IconArrowLeft size={16} stroke={2} aria-hidden />
            Go back to the calls
          </UnstyledButton>
        </div>
        <CallById key={drawer.callId} callId={drawer.callId} />
      </Stack>
    );
  }
  return <CallRows mailing={mailing} drawer={drawer} />;
}

type ChangeDrawer = ReturnType<typeof useChangeDrawer>;
type OpenCall = (row: CallRow, options?: { play: boolean }) => void;

function useCallsOfMailing(mailing: Mailing, { sort, dir, pageSize, callDays }: DrawerState) {
  return useQuery(
    mailingCallsQuery(mailing.id, {
      page: 1,
      pageSize: pageSize === null ? drawerCallRows : -1,
      sort,
      dir,
      filters: callDays ?? { outcome: ['appointment', 'opportunity'] },
    }),
  );
}

function CallRows({ mailing, drawer }: { mailing: Mailing; drawer: DrawerState }) {
  const change = useChangeDrawer();
  const query = useCallsOfMailing(mailing, drawer);
  if (query.isError) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data?.records.length === 0) {
    return (
      <>
        <CallDays days={drawer.callDays} change={change} />
        <Text c="dimmed" ta="center" py="xl" role="status">
          {messages.noData}
        </Text>
      </>
    );
  }
  const records = query.data?.records ?? [];
  const total = query.data?.total ?? 0;
  const showsAll = drawer.pageSize !== null;
  return (
    <Stack gap="md">
      <CallDays days={drawer.callDays} change={change} />
      <CallTable
        drawer={drawer}
        records={records}
        loading={query.isPending || query.isPlaceholderData}
        change={change}
      />
      {!showsAll && records.length >= drawerCallRows ? (
        <Button
          variant="default"
          className={classes.all ?? ''}
          onClick={() => change({ callRows: String(maxPageSize) })}
        >
          View All
          <VisuallyHidden>, {thousands(total)} calls</VisuallyHidden>
        </Button>
      ) : null}
      <Text size="xs" c="dimmed">
        {drawer.callDays === null ? 'Appointment and opportunity calls' : 'All calls'} of this mailing
        {drawer.callDays === null ? '' : ' on these days'}
        {showsAll && total > records.length
          ? `: the first ${thousands(records.length)} of ${thousands(total)}`
          : ''}
        .
      </Text>
    </Stack>
  );
}

function CallDays({ days, change }: { days: DrawerState['callDays']; change: ChangeDrawer }) {
  if (days === null) return null;
  const { startDate, endDate } = days;
  const text =
    startDate === undefined
      ? `Up to ${formatDay(endDate ?? '')}`
      : endDate === undefined
        ? `From ${formatDay(startDate)} on`
        : daysInWords({ startDate, endDate });
  return (
    <div className={classes.days}>
      <span>{text}</span>
      <Button
        size="compact-sm"
        variant="subtle"
        className={classes.all ?? ''}
        onClick={() => change({ callFrom: undefined, callTo: undefined, callPage: undefined })}
      >
        Show calls of all days
      </Button>
    </div>
  );
}

function CallTable({
  drawer,
  records,
  loading,
  change,
}: {
  drawer: DrawerState;
  records: CallRow[];
  loading: boolean;
  change: ChangeDrawer;
}) {
  const { sort, dir, pageSize } = drawer;
  const open = useCallback<OpenCall>(
    (row, { play } = { play: false }) => change({ call: row.callId }, play ? { playAtOnce: true } : {}),
    [change],
  );
  const showZone = useShowsZone();
  const columns = useMemo(() => columnsOf(open, showZone), [open, showZone]);
  // a link may request a page beyond the last
  const requested = { page: drawer.page, pageSize: pageSize ?? drawerCallRows };
  const page = visiblePage(records.length, requested, drawerPageSizes[0]);
  const sortBy = (field: DrawerCallSort) => {
    const next = callsSortedBy(drawer, field);
    change({ callSort: next.sort, callDir: next.dir, callPage: undefined });
  };
  return (
    <TableCard>
      <DataTable
        label="Recent calls"
        columns={columns}
        rows={pageSize === null ? records : records.slice(page.start, page.end)}
        rowKey={(row) => row.callId}
        renderItem={(row) => <CallItem row={row} showZone={showZone} onOpen={open} />}
        onOpen={open}
        sorting={{ field: sort, dir }}
        onSort={sortBy}
        loading={loading}
        loadingText={messages.loadingData}
        minWidth={540}
        compactBelow={540}
      />
      {pageSize === null ? null : (
        <Pager
          view={page}
          pageParameter="callPage"
          pageSize={pageSize}
          total={records.length}
          pageSizes={drawerPageSizes}
          onPage={(next) => change({ callPage: next === 1 ? undefined : String(next) })}
          onPageSize={(size) => change({ callRows: String(size), callPage: undefined })}
        />
      )}
    </TableCard>
  );
}

/** Date and time; a narrow column breaks only before the '@'. */
const timeOf = (row: CallRow, showZone: boolean) =>
  dateAndTime(row.dateTime, row.timeZone, showZone).replace(/@.*/, (time) => time.replaceAll(' ', '\u00a0'));

const typeOf = ({ followUpOpportunity, callResolveDate, count, opportunity, outcome }: CallRow) =>
  callTypeHeading({
    followUpOpportunity,
    resolveDate: callResolveDate,
    appointmentsCounter: count,
    opportunity,
    outcome,
  });

interface RowProps {
  row: CallRow;
  showZone: boolean;
  onOpen: OpenCall;
}

function OpenButton({ row, showZone, onOpen }: RowProps) {
  return (
    <UnstyledButton className={classes.open} {...rowAttributes(row.callId)} onClick={() => onOpen(row)}>
      {timeOf(row, showZone)}
      <VisuallyHidden>, {callerText(row) || 'unknown caller'}</VisuallyHidden>
    </UnstyledButton>
  );
}

function PlayButton({ row, onOpen }: { row: CallRow; onOpen: OpenCall }) {
  const length = durationText(row.callDuration);
  if (row.callAudioURL === null) {
    return (
      <span className={classes.unrecorded}>
        {length}
        <span>no recording</span>
      </span>
    );
  }
  return (
    <UnstyledButton
      className={classes.play}
      aria-label={`Play recording, ${length}`}
      onClick={() => onOpen(row, { play: true })}
    >
      <IconPlayerPlayFilled size={12} aria-hidden />
      {length}
    </UnstyledButton>
  );
}

const columnsOf = (onOpen: OpenCall, showZone: boolean): Column<CallRow, DrawerCallSort>[] => [
  {
    key: 'date',
    title: 'Date',
    sorts: [{ field: 'callDateTime', title: 'Date' }],
    width: showZone ? 126 : 98,
    cell: (row) => <OpenButton row={row} showZone={showZone} onOpen={onOpen} />,
  },
  {
    key: 'caller',
    title: 'Caller',
    width: 134,
    cell: (row) => <span className={classes.caller}>{truncatedCaller(callerText(row))}</span>,
  },
  {
    key: 'type',
    title: 'Type',
    // the campaign type is the same in each row
    sorts: [{ field: 'callType', title: 'Type' }],
    width: 92,
    cell: typeOf,
  },
  {
    key: 'outcome',
    title: 'Outcome',
    cell: (row) => <RowOutcomes outcome={row.outcome} resolved={row.callResolveDate !== null} />,
  },
  {
    key: 'recording',
    title: 'Recording',
    sorts: [{ field: 'callDuration', title: 'Recording' }],
    width: 98,
    cell: (row) => <PlayButton row={row} onOpen={onOpen} />,
  },
];

function CallItem({ row, showZone, onOpen }: RowProps) {
  return (
    <div className={classes.item}>
      <div className={classes.itemLine}>
        <OpenButton row={row} showZone={showZone} onOpen={onOpen} />
        <Text size="sm" c="dimmed">
          <span className={classes.caller}>{truncatedCaller(callerText(row))}</span>
        </Text>
      </div>
      <div className={classes.itemLine}>
        <Text size="sm">{typeOf(row)}</Text>
        <PlayButton row={row} onOpen={onOpen} />
      </div>
      <RowOutcomes outcome={row.outcome} resolved={row.callResolveDate !== null} />
    </div>
  );
}
