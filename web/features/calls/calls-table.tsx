import { Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { type CallRow, type CallSort, defaultPageSize, pageSizes } from '@mailcall/contract/calls.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { labelText, type Wording } from '@mailcall/contract/rules/wording.ts';
import { type ReactNode, useMemo } from 'react';
import type { Column } from '../../ui/data-table.tsx';
import { dateAndTime } from '../../ui/dates.ts';
import { PagedTable } from '../../ui/paged-table.tsx';
import { useWording } from '../accounts/index.ts';
import { useShowsZone } from '../scope/index.ts';
import type { CallPage } from './api.ts';
import { AppointmentMark, answeredByOf, callerOf, RecordingCell, Summary } from './call-cells.tsx';
import classes from './call-cells.module.css';
import { CallLink, type CallLinkTarget } from './call-link.tsx';
import type { ListTableProps } from './list-table-props.ts';
import { useOpenCall } from './open-calls.ts';
import { FirstOutcome, OutcomeBadges } from './outcome-badges.tsx';
import { useResolve } from './resolve-address.ts';

const time = (row: CallRow, showZone: boolean) => dateAndTime(row.dateTime, row.timeZone, showZone);

function columnsOf(
  wording: Wording,
  { showAccount, showZone, opens }: { showAccount: boolean; showZone: boolean; opens: CallLinkTarget },
): Column<CallRow, CallSort>[] {
  return [
    {
      key: 'count',
      title: 'Appointments',
      hideTitle: true,
      width: 46,
      cell: (row) => <AppointmentMark count={row.count} />,
    },
    {
      key: 'dateTime',
      title: 'Date & Time',
      sorts: [{ field: 'callDateTime', title: 'Date & Time' }],
      width: showZone ? 184 : 160,
      cell: (row) => (
        <CallLink callId={row.callId} row opens={opens}>
          <Text span inherit className={classes.nowrap}>
            {time(row, showZone)}
          </Text>
          <VisuallyHidden>, {callerOf(row)}</VisuallyHidden>
        </CallLink>
      ),
    },
    {
      key: 'caller',
      title: 'Caller',
      width: 150,
      cell: (row) => (
        <>
          <Text inherit fw={500} className={classes.caller}>
            {callerOf(row)}
          </Text>
          {showAccount ? (
            <Text size="xs" c="dimmed" lineClamp={2} title={row.accountName}>
              {row.accountName}
            </Text>
          ) : null}
        </>
      ),
    },
    {
      key: 'patientType',
      title: labelText('Patient Type', wording),
      width: 108,
      cell: (row) => (row.patientType ? labelText(row.patientType, wording) : '-'),
    },
    {
      key: 'campaignType',
      title: 'Type',
      width: 94,
      cell: (row) => <span title={row.campaignName ?? undefined}>{row.campaignType ?? '-'}</span>,
    },
    {
      key: 'answeredBy',
      title: 'Answered by',
      sorts: [{ field: 'answeredBy', title: 'Answered by' }],
      width: 126,
      cell: answeredByOf,
    },
    {
      key: 'outcome',
      title: 'Outcome',
      width: 186,
      cell: (row) => <FirstOutcome outcome={row.outcome} resolved={row.callResolveDate !== null} />,
    },
    { key: 'summary', title: 'Call Summary', cell: (row) => <Summary text={row.callSummary} lines={3} /> },
    {
      key: 'recording',
      title: 'Recording',
      sorts: [{ field: 'callDuration', title: 'Recording' }],
      width: 104,
      cell: (row) => <RecordingCell row={row} />,
    },
  ];
}

function CallItem({
  row,
  wording,
  showAccount,
  showZone,
  opens,
}: {
  row: CallRow;
  wording: Wording;
  showAccount: boolean;
  showZone: boolean;
  opens: CallLinkTarget;
}) {
  const facts = [
    answeredByOf(row) === '-' ? null : `Answered by ${answeredByOf(row)}`,
    row.campaignType,
    row.patientType ? labelText(row.patientType, wording) : null,
    showAccount ? row.accountName : null,
  ].filter((fact) => fact !== null);
  return (
    <div className={classes.item}>
      <div className={classes.itemHead}>
        <CallLink callId={row.callId} row strong opens={opens}>
          <span className={classes.caller}>{callerOf(row)}</span>
        </CallLink>
        <Text size="sm" c="dimmed" className={classes.nowrap}>
          {time(row, showZone)}
        </Text>
      </div>
      <Group gap={8}>
        <OutcomeBadges outcome={row.outcome} resolved={row.callResolveDate !== null} />
        <AppointmentMark count={row.count} />
      </Group>
      {row.callSummary ? <Summary text={row.callSummary} /> : null}
      <div className={classes.itemFoot}>
        <Text size="xs" c="dimmed">
          {facts.join(' · ')}
        </Text>
        <RecordingCell row={row} />
      </div>
    </div>
  );
}

/** A list of calls, a page at a time: rows open the call's details or resolve it, headings sort, and phones get a list. */
export function CallsTable({
  label,
  query,
  sorting,
  page,
  pageSize,
  onSort,
  onPage,
  onPageSize,
  empty,
  showAccount = false,
  opens = 'details',
}: ListTableProps<CallPage, CallSort> & {
  /** What a row opens. */
  opens?: CallLinkTarget;
}) {
  const wording = useWording();
  const openCall = useOpenCall();
  const resolve = useResolve();
  const showZone = useShowsZone();
  const columns = useMemo(
    () => columnsOf(wording, { showAccount, showZone, opens }),
    [wording, showAccount, showZone, opens],
  );
  return (
    <PagedTable
      label={label}
      query={query}
      columns={columns}
      rowKey={(row) => row.callId}
      renderItem={(row) => (
        <CallItem row={row} wording={wording} showAccount={showAccount} showZone={showZone} opens={opens} />
      )}
      onOpen={(row) => (opens === 'resolve' ? resolve.open(row.callId) : openCall(row.callId))}
      sorting={sorting}
      onSort={onSort}
      loadingText={messages.loadingData}
      sizes={pageSizes}
      wholeUpTo={defaultPageSize}
      page={page}
      pageSize={pageSize}
      onPage={onPage}
      onPageSize={onPageSize}
      empty={empty ?? <NoRows />}
      minWidth={1060}
    />
  );
}

/** The words of a list without rows. */
export function NoRows({ children }: { children?: ReactNode }) {
  return (
    <Stack align="center" gap="sm" py={48} px="md" ta="center" role="status">
      <Text fw={500}>{messages.noData}</Text>
      {children}
    </Stack>
  );
}
