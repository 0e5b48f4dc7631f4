import { Group, Text } from '@mantine/core';
import {
  type AppointmentRow,
  type AppointmentSort,
  defaultPageSize,
  pageSizes,
} from '@mailcall/contract/calls.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { formatPhone } from '@mailcall/contract/rules/phone.ts';
import { useMemo } from 'react';
import type { Column } from '../../ui/data-table.tsx';
import { dateAndTime } from '../../ui/dates.ts';
import { PagedTable } from '../../ui/paged-table.tsx';
import { useShowsZone } from '../scope/index.ts';
import type { AppointmentPage } from './api.ts';
import { AppointmentStatus } from './appointment-status.tsx';
import { answeredByOf, RecordingCell, Summary } from './call-cells.tsx';
import classes from './call-cells.module.css';
import { CallLink } from './call-link.tsx';
import { NoRows } from './calls-table.tsx';
import type { ListTableProps } from './list-table-props.ts';
import { useOpenCall } from './open-calls.ts';

const firstName = (row: AppointmentRow) => row.Patient_First_Name__c?.trim() || '--';
const lastName = (row: AppointmentRow) => row.Patient_Last_Name__c?.trim() || '--';
const phone = (row: AppointmentRow) => (row.Phone_Number__c ? formatPhone(row.Phone_Number__c) : '-');
const schedule = (row: AppointmentRow, showZone: boolean) =>
  row.Date_Time__c ? dateAndTime(row.Date_Time__c, row.call.timeZone, showZone) : '-';

function columnsOf(showAccount: boolean, showZone: boolean): Column<AppointmentRow, AppointmentSort>[] {
  return [
    {
      key: 'firstName',
      title: 'First Name',
      sorts: [{ field: 'firstName', title: 'First Name' }],
      width: 104,
      cell: (row) => (
        <CallLink callId={row.call.callId} row>
          {firstName(row)}
        </CallLink>
      ),
    },
    {
      key: 'lastName',
      title: 'Last Name',
      sorts: [{ field: 'lastName', title: 'Last Name' }],
      width: 116,
      cell: (row) => (
        <>
          <Text inherit>{lastName(row)}</Text>
          {showAccount ? (
            <Text size="xs" c="dimmed" lineClamp={2} title={row.call.accountName}>
              {row.call.accountName}
            </Text>
          ) : null}
        </>
      ),
    },
    {
      key: 'phone',
      title: 'Phone Number',
      width: 138,
      cell: (row) => <span className={classes.nowrap}>{phone(row)}</span>,
    },
    {
      key: 'schedule',
      title: 'Schedule',
      sorts: [
        { field: 'date', title: 'Schedule' },
        { field: 'time', title: 'Time' },
      ],
      width: showZone ? 184 : 160,
      cell: (row) => <span className={classes.nowrap}>{schedule(row, showZone)}</span>,
    },
    { key: 'answeredBy', title: 'Answered by', width: 112, cell: (row) => answeredByOf(row.call) },
    { key: 'mailingType', title: 'Mailing Type', width: 100, cell: (row) => row.call.campaignType ?? '-' },
    {
      key: 'status',
      title: 'Status',
      width: 124,
      cell: (row) => <AppointmentStatus status={row.callOutcome} />,
    },
    { key: 'summary', title: 'Call Summary', cell: (row) => <Summary text={row.call.callSummary} /> },
    { key: 'recording', title: 'Recording', width: 100, cell: (row) => <RecordingCell row={row.call} /> },
  ];
}

function AppointmentItem({
  row,
  showAccount,
  showZone,
}: {
  row: AppointmentRow;
  showAccount: boolean;
  showZone: boolean;
}) {
  const facts = [
    answeredByOf(row.call) === '-' ? null : `Answered by ${answeredByOf(row.call)}`,
    row.call.campaignType,
    showAccount ? row.call.accountName : null,
  ].filter((fact) => fact !== null);
  return (
    <div className={classes.item}>
      <div className={classes.itemHead}>
        <CallLink callId={row.call.callId} row strong>
          {firstName(row)} {lastName(row)}
        </CallLink>
        <Text size="sm" className={classes.nowrap}>
          {schedule(row, showZone)}
        </Text>
      </div>
      <Group gap={8}>
        <AppointmentStatus status={row.callOutcome} />
        <Text size="sm" c="dimmed">
          {phone(row)}
        </Text>
      </Group>
      {row.call.callSummary ? <Summary text={row.call.callSummary} /> : null}
      <div className={classes.itemFoot}>
        <Text size="xs" c="dimmed">
          {facts.join(' · ')}
        </Text>
        <RecordingCell row={row.call} />
      </div>
    </div>
  );
}

/** A list of appointments, a page at a time: rows open the details of the call they were booked on. */
export function AppointmentsTable({
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
}: ListTableProps<AppointmentPage, AppointmentSort>) {
  const openCall = useOpenCall();
  const showZone = useShowsZone();
  const columns = useMemo(() => columnsOf(showAccount, showZone), [showAccount, showZone]);
  return (
    <PagedTable
      label={label}
      query={query}
      columns={columns}
      rowKey={(row) => row.Id}
      renderItem={(row) => <AppointmentItem row={row} showAccount={showAccount} showZone={showZone} />}
      onOpen={(row) => openCall(row.call.callId)}
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
      minWidth={1080}
    />
  );
}
