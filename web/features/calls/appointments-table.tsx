import type { AppointmentRow, AppointmentSort } from '@mailcall/contract/appointments.ts';
import { formatPhone } from '@mailcall/contract/rules/phone.ts';
import { useMemo } from 'react';
import type { Column } from '../../ui/table-column.ts';
import { dateAndTime } from '../../ui/dates.ts';
import { useShowsZone } from '../scope/index.ts';
import { AppointmentStatus } from './appointment-status.tsx';
import {
  OfficeLine,
  answeredByOf,
  ListItem,
  MailingType,
  RecordingCell,
  Summary,
  timeColumnWidth,
  TwoLines,
} from './call-cells.tsx';
import classes from './call-cells.module.css';
import { CallLink } from './call-link.tsx';
import { ListTable, type ListTableProps } from './list-table.tsx';
import { useOpenCall } from './open-calls.ts';

type AppointmentColumn = Column<AppointmentRow, AppointmentSort>;

const firstName = (row: AppointmentRow) => row.Patient_First_Name__c?.trim() || '--';
const lastName = (row: AppointmentRow) => row.Patient_Last_Name__c?.trim() || '--';
const phone = (row: AppointmentRow) => (row.Phone_Number__c ? formatPhone(row.Phone_Number__c) : '-');
const schedule = (row: AppointmentRow, showZone: boolean) =>
  row.Date_Time__c ? dateAndTime(row.Date_Time__c, row.call.timeZone, showZone) : '-';

const nameColumn: AppointmentColumn = {
  key: 'name',
  title: 'First Name',
  sorts: [
    { field: 'firstName', title: 'First Name' },
    { field: 'lastName', title: 'Last Name' },
  ],
  width: 210,
  cell: (row) => (
    <>
      <CallLink callId={row.call.callId} row>
        <span className={classes.line} title={`${firstName(row)} ${lastName(row)}`}>
          {firstName(row)} {lastName(row)}
        </span>
      </CallLink>
      <div className={classes.phone}>{phone(row)}</div>
    </>
  ),
};

// leaves 272 pixels for the summary in a window of 1,440
const columnsOf = (showAccount: boolean, showZone: boolean): AppointmentColumn[] => [
  nameColumn,
  {
    key: 'schedule',
    title: 'Schedule',
    sorts: [
      { field: 'date', title: 'Schedule' },
      { field: 'time', title: 'Time' },
    ],
    width: timeColumnWidth(showZone, true),
    cell: (row) => (
      <>
        <span className={classes.nowrap}>{schedule(row, showZone)}</span>
        {showAccount ? <OfficeLine row={row.call} /> : null}
      </>
    ),
  },
  {
    key: 'answeredBy',
    title: 'Answered by',
    width: 108,
    cell: (row) => <TwoLines>{answeredByOf(row.call)}</TwoLines>,
  },
  { key: 'mailingType', title: 'Mailing Type', width: 98, cell: (row) => <MailingType row={row.call} /> },
  {
    key: 'status',
    title: 'Status',
    width: 128,
    cell: (row) => <AppointmentStatus status={row.callOutcome} />,
  },
  { key: 'summary', title: 'Call Summary', cell: (row) => <Summary text={row.call.callSummary} /> },
  { key: 'recording', title: 'Recording', width: 96, cell: (row) => <RecordingCell row={row.call} /> },
];

function AppointmentItem({
  row,
  showAccount,
  showZone,
}: {
  row: AppointmentRow;
  showAccount: boolean;
  showZone: boolean;
}) {
  return (
    <ListItem
      call={row.call}
      showAccount={showAccount}
      title={
        <CallLink callId={row.call.callId} row strong>
          {firstName(row)} {lastName(row)}
        </CallLink>
      }
      time={<span className={classes.nowrap}>{schedule(row, showZone)}</span>}
    >
      <AppointmentStatus status={row.callOutcome} />
      <span className={classes.dimmed}>{phone(row)}</span>
    </ListItem>
  );
}

export function AppointmentsTable({
  showAccount,
  ...list
}: ListTableProps<AppointmentRow, AppointmentSort> & {
  showAccount: boolean;
}) {
  const openCall = useOpenCall();
  const showZone = useShowsZone();
  const columns = useMemo(() => columnsOf(showAccount, showZone), [showAccount, showZone]);
  return (
    <ListTable
      {...list}
      columns={columns}
      rowKey={(row) => row.Id}
      renderItem={(row) => <AppointmentItem row={row} showAccount={showAccount} showZone={showZone} />}
      onOpen={(row) => openCall(row.call.callId)}
      minWidth={1080}
    />
  );
}
