import { Skeleton, Stack, Table, Text, UnstyledButton } from '@mantine/core';
import type { Grading } from '@mailcall/contract/rules/grades.ts';
import { visiblePage } from '@mailcall/contract/rules/paging.ts';
import { useQuery } from '@tanstack/react-query';
import { Answer } from '../../ui/answer.tsx';
import { EmptyCard } from '../../ui/empty-card.tsx';
import { HowCounted } from '../../ui/how-counted.tsx';
import { Pager } from '../../ui/pager.tsx';
import { useRedirectToLastPage } from '../../ui/redirect-to-last-page.ts';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { AccountName } from '../accounts/index.ts';
import { useOpenCalls } from '../calls/index.ts';
import type { ScopeState } from '../scope/index.ts';
import { type ScopeOfRequest, staffPerPage } from './api.ts';
import { useMetricPage, useOverlay } from './front-desk-address.ts';
import { GradeChip } from './grade-chip.tsx';
import { gradedBy } from './figure-texts.ts';
import { emptyTexts, proTipTitles } from './kpi-cards.ts';
import {
  isMetricKey,
  type MetricAnswer,
  type MetricFigure,
  type MetricKey,
  metricLists,
} from './metric-lists.ts';
import classes from './metric-drawer.module.css';

export function MetricDrawer({ scope }: { scope: ScopeState }) {
  const { open, close } = useOverlay('metric');
  const metric = isMetricKey(open) ? open : null;
  return (
    <SideDrawer opened={metric !== null} onClose={close} title={metric ? proTipTitles[metric] : ''}>
      {metric && (
        <StaffMetric
          key={metric}
          metric={metric}
          scope={scope.query}
          showAccount={scope.accountIds.length > 1}
        />
      )}
    </SideDrawer>
  );
}

function StaffMetric({
  metric,
  scope,
  showAccount,
}: {
  metric: MetricKey;
  scope: ScopeOfRequest;
  showAccount: boolean;
}) {
  const { page, show } = useMetricPage();
  const query = useQuery(metricLists[metric].query({ scope, page }));
  const choice = { page, pageSize: staffPerPage };
  const total = query.isPlaceholderData ? undefined : query.data?.total;
  useRedirectToLastPage(total, choice, staffPerPage, show);
  return (
    <Answer
      query={query}
      skeleton={
        <Stack gap="xs">
          {Array.from({ length: 8 }, (_, index) => (
            <Skeleton key={index} height="2.5rem" />
          ))}
        </Stack>
      }
      isEmpty={({ rows }) => rows.length === 0}
      empty={<EmptyCard text={emptyTexts[metric]} />}
    >
      {(answer) => (
        <>
          <div aria-busy={query.isPlaceholderData} className={classes.page}>
            <MetricTable metric={metric} answer={answer} showAccount={showAccount} />
          </div>
          <Pager
            view={visiblePage(answer.total, choice, staffPerPage)}
            pageParameter="metricPage"
            total={answer.total}
            pageSize={staffPerPage}
            loading={query.isPlaceholderData}
            rowsLabel="staff"
            onPage={show}
          />
          <MetricNote />
        </>
      )}
    </Answer>
  );
}

function MetricTable({
  metric,
  answer,
  showAccount,
}: {
  metric: MetricKey;
  answer: MetricAnswer;
  showAccount: boolean;
}) {
  const openCalls = useOpenCalls();
  const { field, countedTitle, valueTitle, grading } = metricLists[metric];
  return (
    <Table verticalSpacing={6} className={classes.table} aria-label={proTipTitles[metric]}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Staff</Table.Th>
          <Table.Th scope="col" ta="right">
            {countedTitle}
          </Table.Th>
          <Table.Th scope="col" ta="right">
            {valueTitle}
          </Table.Th>
          <Table.Th scope="col">
            <span className={classes.grade}>
              Grade
              <HowCounted title="Grade" about={gradedBy(grading)} />
            </span>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {answer.rows.map((row) => {
          const open = () =>
            openCalls({ outcome: 'all calls', filters: { callHandlerId: row.id }, mark: field });
          return (
            <Table.Tr key={`${row.accountId} ${row.id}`}>
              <Table.Th scope="row" fw={400} className={classes.staff}>
                <UnstyledButton
                  className={classes.open}
                  title="View all calls that they answered"
                  onClick={open}
                >
                  {row.name}
                </UnstyledButton>
                {showAccount && (
                  <Text size="xs" c="dimmed">
                    <AccountName of={row} />
                  </Text>
                )}
              </Table.Th>
              <Figures figure={row} grading={grading} staff={row.name} onOpen={open} />
            </Table.Tr>
          );
        })}
      </Table.Tbody>
      <Table.Tfoot>
        <Table.Tr>
          <Table.Th scope="row">All Staff</Table.Th>
          <Figures figure={answer.all} grading={grading} />
        </Table.Tr>
      </Table.Tfoot>
    </Table>
  );
}

function MetricNote() {
  return (
    <Text size="xs" c="dimmed" mt="md">
      Staff without a call that counts are not listed. All Staff also includes calls that an unknown person
      answered.
    </Text>
  );
}

/** Keeps a number and its unit on one line: '35 secs'. */
const withUnits = (value: string) => value.replace(/(?<=\d) /g, '\u00a0');

function Figures({
  figure,
  grading,
  staff,
  onOpen,
}: {
  figure: MetricFigure;
  grading: Grading;
  staff?: string;
  onOpen?: () => void;
}) {
  const grade = <GradeChip grade={figure.grade} card={grading} calls={figure.calls} />;
  return (
    <>
      <Table.Td ta="right">{figure.counted}</Table.Td>
      <Table.Td ta="right" fw={600}>
        {withUnits(figure.value)}
      </Table.Td>
      <Table.Td>
        {onOpen && figure.calls > 0 ? (
          <UnstyledButton className={classes.open} title={`View the calls of ${staff}`} onClick={onOpen}>
            {grade}
          </UnstyledButton>
        ) : (
          grade
        )}
      </Table.Td>
    </>
  );
}
