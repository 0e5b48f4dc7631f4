import { Button, Skeleton, Text } from '@mantine/core';
import type { CallRow, CallSort } from '@mailcall/contract/calls.ts';
import { callbackKindTexts } from '@mailcall/contract/rules/callbacks.ts';
import { outcomeTexts } from '@mailcall/contract/rules/outcome.ts';
import { labelText, type Wording } from '@mailcall/contract/rules/wording.ts';
import { memo, type ReactNode, useMemo } from 'react';
import { DataTable } from '../../ui/data-table.tsx';
import { dateAndTime } from '../../ui/dates.ts';
import type { Column } from '../../ui/table-column.ts';
import { useAccountName, useReadOnlyAccounts, useWording } from '../accounts/index.ts';
import { useShowsZone } from '../scope/index.ts';
import { answeredByOf, callerOf, CutName, RecordingCell, Summary } from './call-cells.tsx';
import { CallLink } from './call-link.tsx';
import classes from './callbacks-table.module.css';
import { ListTable, type ListTableProps } from './list-table.tsx';
import { useOpenCall } from './open-calls.ts';
import { OutcomeBadge } from './outcome-badges.tsx';
import { PhoneActions } from './phone-actions.tsx';
import { useResolve } from './resolve-address.ts';

interface RowOptions {
  wording: Wording;
  showAccount: boolean;
  nameOf: ReturnType<typeof useAccountName>;
  showZone: boolean;
  sortable: boolean;
  resolvable: boolean;
  canResolve: (row: CallRow) => boolean;
  onResolve: (row: CallRow) => void;
}

type CallbackColumn = Column<CallRow, CallSort>;

const time = (row: CallRow, showZone: boolean) => dateAndTime(row.dateTime, row.timeZone, showZone);

function FirstOutcome({ row }: { row: CallRow }) {
  const [first] = row.outcome;
  return first ? <OutcomeBadge label={first} /> : null;
}

const otherOutcomes = ({ outcome, callbackMark }: CallRow) => [
  ...(callbackMark ? [callbackKindTexts[callbackMark]] : []),
  ...outcome.slice(1).map((label) => outcomeTexts[label]),
];

function Outcomes({ row }: { row: CallRow }) {
  const others = otherOutcomes(row).join(' · ');
  return (
    <>
      <FirstOutcome row={row} />
      {others && (
        <span className={classes.others} title={others}>
          {others}
        </span>
      )}
    </>
  );
}

const patientAndAnswer = (row: CallRow, wording: Wording) =>
  [row.patientType && labelText(row.patientType, wording), answeredByOf(row)].filter(Boolean).join(' · ');

function Lines({
  first,
  second,
  buttons = false,
}: {
  first: ReactNode;
  second: ReactNode;
  buttons?: boolean;
}) {
  return (
    <span className={classes.lines} data-buttons={buttons || undefined}>
      <span className={classes.line}>{first}</span>
      <span className={classes.second}>{second}</span>
    </span>
  );
}

function CallerLink({ row, canResolve }: { row: CallRow; canResolve: boolean }) {
  return (
    <CallLink callId={row.callId} row strong opens={canResolve ? 'resolve' : 'details'}>
      <span title={callerOf(row)}>{callerOf(row)}</span>
    </CallLink>
  );
}

function ResolveButton({ row, onResolve }: { row: CallRow; onResolve: (row: CallRow) => void }) {
  return (
    <Button
      size="compact-sm"
      variant="light"
      className={classes.resolve ?? ''}
      data-resolves={row.callId}
      aria-label={`Resolve the call of ${callerOf(row)}`}
      onClick={() => onResolve(row)}
    >
      Resolve
    </Button>
  );
}

const columnsOf = ({
  wording,
  showAccount,
  nameOf,
  showZone,
  sortable,
  resolvable,
  canResolve,
  onResolve,
}: RowOptions): CallbackColumn[] => {
  const sorts = (field: CallSort, title: string) => (sortable ? { sorts: [{ field, title }] } : {});
  return [
    {
      key: 'caller',
      title: 'Caller',
      width: 190,
      cell: (row) => (
        <Lines
          first={<CallerLink row={row} canResolve={canResolve(row)} />}
          second={row.callerPhoneNumber ? <PhoneActions number={row.callerPhoneNumber} compact /> : '-'}
          buttons
        />
      ),
    },
    {
      key: 'dateTime',
      title: 'Date & Time',
      ...sorts('callDateTime', 'Date & Time'),
      width: showAccount ? 198 : showZone ? 184 : 158,
      cell: (row) => (
        <Lines
          first={time(row, showZone)}
          second={showAccount ? <CutName name={nameOf(row)} /> : row.campaignType}
        />
      ),
    },
    {
      key: 'outcome',
      title: 'Outcome',
      ...sorts('answeredBy', 'Answered by'),
      width: 250,
      cell: (row) => {
        const second = patientAndAnswer(row, wording);
        return <Lines first={<Outcomes row={row} />} second={<span title={second}>{second}</span>} />;
      },
    },
    {
      key: 'summary',
      title: 'Call Summary',
      cell: (row) => (
        <div className={classes.summary}>
          <Summary text={row.callSummary} />
        </div>
      ),
    },
    {
      key: 'recording',
      title: 'Recording',
      ...sorts('callDuration', 'Recording'),
      width: sortable ? 94 : 88,
      cell: (row) => <RecordingCell row={row} />,
    },
    ...(resolvable
      ? [
          {
            key: 'resolve',
            title: 'Callback',
            width: 96,
            cell: (row: CallRow) =>
              canResolve(row) ? <ResolveButton row={row} onResolve={onResolve} /> : null,
          },
        ]
      : []),
  ];
};

function CallbackItem({ row, options }: { row: CallRow; options: RowOptions }) {
  const { canResolve, nameOf, onResolve, showAccount, showZone } = options;
  return (
    <div className={classes.item}>
      <div className={classes.itemHead}>
        <span className={classes.line}>
          <CallerLink row={row} canResolve={canResolve(row)} />
        </span>
        <Text span size="xs" c="dimmed" className={classes.time}>
          {time(row, showZone)}
        </Text>
      </div>
      <div className={classes.itemText}>
        <FirstOutcome row={row} />
        <span className={classes.second}>{[...otherOutcomes(row), row.callSummary ?? ''].join(' · ')}</span>
      </div>
      {showAccount ? (
        <span className={classes.second}>
          <CutName name={nameOf(row)} />
        </span>
      ) : null}
      <div className={classes.itemActions}>
        {row.callerPhoneNumber ? <PhoneActions number={row.callerPhoneNumber} copyable={false} /> : <span />}
        {row.callAudioURL === null ? null : <RecordingCell row={row} compact />}
        {canResolve(row) ? <ResolveButton row={row} onResolve={onResolve} /> : null}
      </div>
    </div>
  );
}

function useRowOptions(accountIds: readonly string[], sortable: boolean): RowOptions {
  const wording = useWording();
  const showZone = useShowsZone();
  const readOnly = useReadOnlyAccounts();
  const nameOf = useAccountName();
  const { open } = useResolve();
  return useMemo(
    () => ({
      wording,
      nameOf,
      showZone,
      sortable,
      showAccount: accountIds.length > 1,
      resolvable: accountIds.some((id) => !readOnly.has(id)),
      canResolve: ({ accountId }) => !readOnly.has(accountId),
      onResolve: ({ callId }) => open(callId),
    }),
    [wording, nameOf, showZone, sortable, accountIds, readOnly, open],
  );
}

/** Width in pixels below which columns scroll sideways. */
const minWidth = 1040;

/** A row opens the resolve drawer, or details in read-only accounts. */
export function CallbacksTable({
  accountIds,
  sortable,
  skeletonRows,
  ...list
}: Omit<ListTableProps<CallRow, CallSort>, 'skeleton'> & {
  /** Selected accounts; with several, each call shows its office. */
  accountIds: readonly string[];
  sortable: boolean;
  skeletonRows: number;
}) {
  const openCall = useOpenCall();
  const options = useRowOptions(accountIds, sortable);
  const columns = useMemo(() => columnsOf(options), [options]);
  const { canResolve, onResolve } = options;
  return (
    <ListTable
      {...list}
      columns={columns}
      rowKey={(row) => row.callId}
      renderItem={(row) => <CallbackItem row={row} options={options} />}
      onOpen={(row) => (canResolve(row) ? onResolve(row) : openCall(row.callId))}
      skeleton={<CallbacksSkeleton columns={columns} rows={skeletonRows} options={options} />}
      minWidth={minWidth}
    />
  );
}

const CallbacksSkeleton = memo(function CallbacksSkeleton({
  columns,
  rows,
  options,
}: {
  columns: readonly CallbackColumn[];
  rows: number;
  options: RowOptions;
}) {
  const twoLines = (buttons: boolean) => (
    <Lines
      buttons={buttons}
      first={<Skeleton height="0.625rem" width="80%" />}
      second={<Skeleton height="0.5rem" width="55%" />}
    />
  );
  return (
    <div inert aria-busy>
      <DataTable<{ key: string }, CallSort>
        label="Loading"
        columns={columns.map((column) => ({ ...column, cell: () => twoLines(column.key === 'caller') }))}
        rows={Array.from({ length: rows }, (_, index) => ({ key: String(index) }))}
        rowKey={({ key }) => key}
        renderItem={() => (
          <div className={classes.item}>
            <div className={classes.itemHead}>
              <Skeleton height="0.75rem" width="9rem" my="0.3125rem" />
              <Skeleton height="0.625rem" width="6rem" />
            </div>
            <div className={classes.itemText}>
              <Skeleton height="0.75rem" width="90%" />
            </div>
            {options.showAccount ? <span className={classes.second}>&nbsp;</span> : null}
            <div className={classes.itemActions}>
              <Skeleton height="2rem" width="11rem" radius="xl" />
              <Skeleton height="1.75rem" width="4.5rem" />
            </div>
          </div>
        )}
        sorting={{ field: 'callDateTime', dir: 'desc' }}
        onSort={() => {}}
        loading={false}
        loadingText=""
        minWidth={minWidth}
      />
    </div>
  );
});
