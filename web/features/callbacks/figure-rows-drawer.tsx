import { Skeleton, Table, Text } from '@mantine/core';
import type { CallbackFigureCall } from '@mailcall/contract/callback-figures.ts';
import { callbackFigureTexts } from '@mailcall/contract/rules/callback-figures.ts';
import { callerText } from '@mailcall/contract/rules/caller.ts';
import { dateAndTimeInZone } from '@mailcall/contract/time/office-time.ts';
import { minutesText } from '@mailcall/contract/rules/office-hours.ts';
import { visiblePage } from '@mailcall/contract/rules/paging.ts';
import { useQuery } from '@tanstack/react-query';
import { Answer } from '../../ui/answer.tsx';
import { EmptyCard } from '../../ui/empty-card.tsx';
import { Pager } from '../../ui/pager.tsx';
import { PlainButton } from '../../ui/plain-button.tsx';
import { useRedirectToLastPage } from '../../ui/redirect-to-last-page.ts';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { AccountName } from '../accounts/index.ts';
import { useOpenCall } from '../calls/index.ts';
import type { ScopeState } from '../scope/index.ts';
import type { FigureRows } from './desk-address.ts';
import classes from './desk-figures.module.css';
import { callersText, hourText } from './figure-texts.ts';
import { figureCallsPerPage, figureCallsQuery } from './figures-api.ts';

const titleOf = ({ list, staff, hour }: FigureRows) =>
  [
    callbackFigureTexts[list].title,
    staff === null ? null : staff || 'Not known',
    hour === null ? null : hourText(hour),
  ]
    .filter((part) => part !== null)
    .join(' · ');

export function FigureRowsDrawer({
  rows,
  scope,
  onPage,
  onClose,
}: {
  rows: FigureRows;
  scope: ScopeState;
  onPage: (page: number) => void;
  onClose: () => void;
}) {
  const query = useQuery(figureCallsQuery(scope.query, rows));
  const choice = { page: rows.page, pageSize: figureCallsPerPage };
  const total = query.isPlaceholderData ? undefined : query.data?.meta.total_count;
  useRedirectToLastPage(total, choice, figureCallsPerPage, onPage);
  return (
    <SideDrawer opened onClose={onClose} title={titleOf(rows)}>
      <Answer
        query={query}
        skeleton={<Skeleton height="12rem" />}
        isEmpty={({ records }) => records.length === 0}
        empty={<EmptyCard text="No calls" />}
      >
        {({ records, callers, meta }) => (
          <div aria-busy={query.isPlaceholderData}>
            <Text size="sm" c="dimmed" mb="xs">
              {callersText({ callers, calls: meta.total_count })}
            </Text>
            <CallsTable records={records} title={titleOf(rows)} showAccount={scope.accountIds.length > 1} />
            <Pager
              view={visiblePage(meta.total_count, choice, figureCallsPerPage)}
              pageParameter="rowsPage"
              total={meta.total_count}
              pageSize={figureCallsPerPage}
              loading={query.isPlaceholderData}
              rowsLabel="calls"
              onPage={onPage}
            />
          </div>
        )}
      </Answer>
    </SideDrawer>
  );
}

function CallsTable({
  records,
  title,
  showAccount,
}: {
  records: readonly CallbackFigureCall[];
  title: string;
  showAccount: boolean;
}) {
  const openCall = useOpenCall();
  return (
    <Table verticalSpacing={6} className={classes.table} aria-label={title}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Caller</Table.Th>
          <Table.Th scope="col">Missed</Table.Th>
          <Table.Th scope="col">Called back</Table.Th>
          <Table.Th scope="col">Step</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {records.map((call) => (
          <Table.Tr key={call.callId}>
            <Table.Th scope="row">
              <PlainButton className={classes.opens} onClick={() => openCall(call.callId)}>
                {callerText(call) || 'Unknown caller'}
              </PlainButton>
              {showAccount && (
                <span className={classes.of}>
                  <AccountName of={call} />
                </span>
              )}
            </Table.Th>
            <Table.Td>{dateAndTimeInZone(call.at, call.timeZone)}</Table.Td>
            <Table.Td>{attemptOf(call)}</Table.Td>
            <Table.Td>
              {call.step === 'missed' ? 'Nobody tried' : callbackFigureTexts[call.step].title}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

const attemptOf = ({ firstAttempt }: CallbackFigureCall) =>
  firstAttempt === null
    ? '–'
    : `After ${minutesText(firstAttempt.minutes)}${firstAttempt.by === null ? '' : `, ${firstAttempt.by}`}`;
