import type { CallRow, CallSort } from '@mailcall/contract/calls.ts';
import { labelText, type Wording } from '@mailcall/contract/rules/wording.ts';
import { useMemo } from 'react';
import type { Column } from '../../ui/table-column.ts';
import { dateAndTime } from '../../ui/dates.ts';
import { HiddenText } from '../../ui/hidden-text.tsx';
import { useWording } from '../accounts/index.ts';
import { useShowsZone } from '../scope/index.ts';
import {
  OfficeLine,
  AppointmentMark,
  answeredByOf,
  CallerName,
  callerOf,
  ListItem,
  MailingType,
  RecordingCell,
  Summary,
  timeColumnWidth,
  TwoLines,
} from './call-cells.tsx';
import classes from './call-cells.module.css';
import { CallLink, type CallLinkTarget } from './call-link.tsx';
import { ListTable, type ListTableProps } from './list-table.tsx';
import { useOpenCall } from './open-calls.ts';
import { OutcomeBadges, RowOutcomes } from './outcome-badges.tsx';
import { useResolve } from './resolve-address.ts';

interface RowOptions {
  wording: Wording;
  showAccount: boolean;
  showZone: boolean;
  opens: CallLinkTarget;
}

type CallColumn = Column<CallRow, CallSort>;

const time = (row: CallRow, showZone: boolean) => dateAndTime(row.dateTime, row.timeZone, showZone);

const timeColumn = ({ showAccount, showZone, opens }: RowOptions): CallColumn => ({
  key: 'dateTime',
  title: 'Date & Time',
  sorts: [{ field: 'callDateTime', title: 'Date & Time' }],
  width: timeColumnWidth(showZone, showAccount),
  cell: (row) => (
    <>
      <CallLink callId={row.callId} row opens={opens}>
        <span className={classes.nowrap}>{time(row, showZone)}</span>
        <HiddenText>, {callerOf(row)}</HiddenText>
      </CallLink>
      {showAccount ? <OfficeLine row={row} /> : null}
    </>
  ),
});

const patientTypeColumn = ({ wording }: RowOptions): CallColumn => ({
  key: 'patientType',
  title: labelText('Patient Type', wording),
  width: 108,
  cell: (row) => (row.patientType ? labelText(row.patientType, wording) : '-'),
});

// leaves 272 pixels for the summary in a window of 1,440
const columnsOf = (options: RowOptions): CallColumn[] => [
  timeColumn(options),
  {
    key: 'caller',
    title: 'Caller',
    width: 106,
    cell: (row) => <CallerName row={row} />,
  },
  patientTypeColumn(options),
  {
    key: 'campaignType',
    title: 'Type',
    width: 84,
    cell: (row) => <MailingType row={row} />,
  },
  {
    key: 'answeredBy',
    title: 'Answered by',
    sorts: [{ field: 'answeredBy', title: 'Answered by' }],
    width: 108,
    cell: (row) => <TwoLines>{answeredByOf(row)}</TwoLines>,
  },
  {
    key: 'outcome',
    title: 'Outcome',
    width: 152,
    cell: (row) => (
      <RowOutcomes outcome={row.outcome} resolved={row.callResolveDate !== null} appointments={row.count} />
    ),
  },
  { key: 'summary', title: 'Call Summary', cell: (row) => <Summary text={row.callSummary} /> },
  {
    key: 'recording',
    title: 'Recording',
    sorts: [{ field: 'callDuration', title: 'Recording' }],
    width: 96,
    cell: (row) => <RecordingCell row={row} />,
  },
];

function CallItem({
  row,
  options: { wording, showAccount, showZone, opens },
}: {
  row: CallRow;
  options: RowOptions;
}) {
  return (
    <ListItem
      call={row}
      showAccount={showAccount}
      facts={row.patientType ? [labelText(row.patientType, wording)] : []}
      title={
        <CallLink callId={row.callId} row strong opens={opens}>
          <span className={classes.caller}>{callerOf(row)}</span>
        </CallLink>
      }
      time={<span className={classes.time}>{time(row, showZone)}</span>}
    >
      <OutcomeBadges outcome={row.outcome} resolved={row.callResolveDate !== null} />
      <AppointmentMark count={row.count} />
    </ListItem>
  );
}

export function CallsTable({
  showAccount = false,
  opens = 'details',
  ...list
}: ListTableProps<CallRow, CallSort> & {
  showAccount?: boolean;
  opens?: CallLinkTarget;
}) {
  const wording = useWording();
  const openCall = useOpenCall();
  const resolve = useResolve();
  const showZone = useShowsZone();
  const options = useMemo(
    () => ({ wording, showAccount, showZone, opens }),
    [wording, showAccount, showZone, opens],
  );
  const columns = useMemo(() => columnsOf(options), [options]);
  return (
    <ListTable
      {...list}
      columns={columns}
      rowKey={(row) => row.callId}
      renderItem={(row) => <CallItem row={row} options={options} />}
      onOpen={(row) => (opens === 'resolve' ? resolve.open(row.callId) : openCall(row.callId))}
      minWidth={1060}
    />
  );
}
