import { Button, Stack, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { CallRow } from '@mailcall/contract/calls.ts';
import { drawerCallRows, type Mailing } from '@mailcall/contract/mailings.ts';
import { callerCut, callerShown, clockTime } from '@mailcall/contract/rules/caller.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { shownPage } from '@mailcall/contract/rules/paging.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { IconArrowLeft, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { Failed } from '../../ui/answer.tsx';
import { type Column, DataTable, TableCard } from '../../ui/data-table.tsx';
import { dateAndTime } from '../../ui/dates.ts';
import { focusRow, rowMark } from '../../ui/page-keys.ts';
import { Pager } from '../../ui/pager.tsx';
import { CallById, FirstOutcome } from '../calls/index.ts';
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

/** The Calls tab of a mailing: its appointment and opportunity calls, or one of them. */
export function MailingCalls({ mailing, drawer }: { mailing: Mailing; drawer: DrawerState }) {
  const change = useChangeDrawer();
  // the focus comes back to the row that was looked at
  const last = useRef<string | null>(null);
  useEffect(() => {
    if (drawer.callId === null && last.current !== null) focusRow(last.current);
    last.current = drawer.callId;
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

type OpenCall = (row: CallRow, how?: { play: boolean }) => void;

function CallRows({ mailing, drawer }: { mailing: Mailing; drawer: DrawerState }) {
  const change = useChangeDrawer();
  const { sort, dir, pageSize } = drawer;
  const query = useQuery(
    mailingCallsQuery(mailing.id, {
      page: 1,
      pageSize: pageSize === null ? drawerCallRows : -1,
      sort,
      dir,
      filters: { outcome: ['appointment', 'opportunity'] },
    }),
  );
  const open = useCallback<OpenCall>(
    (row, { play } = { play: false }) => change({ call: row.callId }, play ? { playAtOnce: true } : {}),
    [change],
  );
  const showZone = useShowsZone();
  const columns = useMemo(() => columnsOf(open, showZone), [open, showZone]);
  if (query.isError) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  const records = query.data?.records ?? [];
  const total = query.data?.total ?? 0;
  // a link may ask for a page beyond the last one
  const choice = { page: drawer.page, pageSize: pageSize ?? drawerCallRows };
  const shown = shownPage(records.length, choice, drawerPageSizes[0]);
  const rows = pageSize === null ? records : records.slice(shown.start, shown.end);
  if (query.data && records.length === 0) {
    return (
      <Text c="dimmed" ta="center" py="xl" role="status">
        {messages.noData}
      </Text>
    );
  }
  const sortBy = (pressed: DrawerCallSort) => {
    const next = callsSortedBy(drawer, pressed);
    change({ callSort: next.sort, callDir: next.dir, callPage: undefined });
  };
  return (
    <Stack gap="md">
      <TableCard>
        <DataTable
          label="Recent calls"
          columns={columns}
          rows={rows}
          rowKey={(row) => row.callId}
          renderItem={(row) => <CallItem row={row} showZone={showZone} onOpen={open} />}
          onOpen={open}
          sorting={{ field: sort, dir }}
          onSort={sortBy}
          loading={query.isPending || query.isPlaceholderData}
          loadingText={messages.loadingData}
          minWidth={540}
          room={540}
        />
        {pageSize === null ? null : (
          <Pager
            shown={shown}
            pageSize={pageSize}
            total={records.length}
            sizes={drawerPageSizes}
            onPage={(next) => change({ callPage: next === 1 ? undefined : String(next) })}
            onPageSize={(size) => change({ callRows: String(size), callPage: undefined })}
          />
        )}
      </TableCard>
      {pageSize === null && records.length >= drawerCallRows ? (
        <Button
          variant="default"
          className={classes.all ?? ''}
          onClick={() => change({ callRows: String(drawerPageSizes[0]) })}
        >
          View All
          <VisuallyHidden>, {thousands(total)} calls</VisuallyHidden>
        </Button>
      ) : null}
      <Text size="xs" c="dimmed">
        Calls with an appointment and opportunity calls of this mailing
        {pageSize !== null && total > records.length
          ? `: the first ${thousands(records.length)} of ${thousands(total)}`
          : ''}
        .
      </Text>
    </Stack>
  );
}

/** The time stays together: a narrow column breaks before its '@'. */
const timeOf = (row: CallRow, showZone: boolean) =>
  dateAndTime(row.dateTime, row.timeZone, showZone).replace(/@.*/, (time) => time.replaceAll(' ', '\u00a0'));

interface RowProps {
  row: CallRow;
  /** The selected accounts' clocks differ: the time names its zone. */
  showZone: boolean;
  onOpen: OpenCall;
}

function OpenButton({ row, showZone, onOpen }: RowProps) {
  return (
    <UnstyledButton className={classes.open} {...rowMark(row.callId)} onClick={() => onOpen(row)}>
      {timeOf(row, showZone)}
      <VisuallyHidden>, {callerShown(row) || 'unknown caller'}</VisuallyHidden>
    </UnstyledButton>
  );
}

/** How long a call is, and a press opens it and plays its recording. */
function PlayButton({ row, onOpen }: { row: CallRow; onOpen: OpenCall }) {
  const length = clockTime(row.callDuration);
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
    width: showZone ? 124 : 98,
    cell: (row) => <OpenButton row={row} showZone={showZone} onOpen={onOpen} />,
  },
  { key: 'caller', title: 'Caller', width: 100, cell: (row) => callerCut(callerShown(row)) },
  {
    key: 'type',
    title: 'Type',
    sorts: [{ field: 'campaignType', title: 'Type' }],
    width: 76,
    cell: (row) => row.campaignType ?? '-',
  },
  {
    key: 'outcome',
    title: 'Outcome',
    cell: (row) => <FirstOutcome outcome={row.outcome} resolved={row.callResolveDate !== null} />,
  },
  {
    key: 'recording',
    title: 'Recording',
    sorts: [{ field: 'callDuration', title: 'Recording' }],
    width: 106,
    cell: (row) => <PlayButton row={row} onOpen={onOpen} />,
  },
];

function CallItem({ row, showZone, onOpen }: RowProps) {
  return (
    <div className={classes.item}>
      <div className={classes.itemLine}>
        <OpenButton row={row} showZone={showZone} onOpen={onOpen} />
        <Text size="sm" c="dimmed">
          {callerCut(callerShown(row))}
        </Text>
      </div>
      <div className={classes.itemLine}>
        <FirstOutcome outcome={row.outcome} resolved={row.callResolveDate !== null} />
        <PlayButton row={row} onOpen={onOpen} />
      </div>
    </div>
  );
}
