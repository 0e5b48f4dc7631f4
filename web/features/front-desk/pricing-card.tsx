import { Skeleton, Table, Text } from '@mantine/core';
import type { PricingAnswer } from '@mailcall/contract/front-desk.ts';
import { gradeOfShare } from '@mailcall/contract/rules/grades.ts';
import { percent, thousands } from '@mailcall/contract/rules/rates.ts';
import { sampleSize, shareText } from '@mailcall/contract/rules/sample-size.ts';
import { useQuery } from '@tanstack/react-query';
import { Answer } from '../../ui/answer.tsx';
import { ChartOrTable } from '../../ui/chart-or-table.tsx';
import { EmptyCard } from '../../ui/empty-card.tsx';
import { CollapsibleCard } from '../../ui/collapsible-card.tsx';
import { NamedBars } from '../../ui/named-bars.tsx';
import type { BarPart } from '../../ui/stacked-bars.tsx';
import { Footnote, type ScopeState } from '../scope/index.ts';
import { type PricingAnswers, pricingQuery } from './api.ts';
import { GradeChip } from './grade-chip.tsx';
import { bandFor, gradedBy, gradingFor, maxBars, withBarsNote } from './figure-texts.ts';
import { ProTipLink } from './kpi-card.tsx';
import { proTipTitles } from './kpi-cards.ts';
import { pricingTotal } from './pricing-total.ts';
import classes from './chart-card.module.css';

const title = proTipTitles['pricing-answers'];
const about =
  'What staff answered to questions about the price, and how many of these calls ended with an appointment. The score is the share of calls with an appointment.';
/** Pixels: width of a bar, and of a bar's slot on small and large screens. */
const width = { bar: 80, compactSlot: 150, slot: 100 } as const;

const parts: readonly BarPart[] = [
  { key: 'with', name: 'With appointment', color: 'var(--mailcall-appointment)', striped: false },
  { key: 'without', name: 'Without appointment', color: 'var(--mailcall-without)', striped: true },
];

export function PricingCard({ scope, compact }: { scope: ScopeState; compact: boolean }) {
  const query = useQuery(pricingQuery(scope.query));
  const total = query.data && pricingTotal(query.data.records);
  return (
    <CollapsibleCard
      title={title}
      about={`${about} ${gradedBy('pricing')}`}
      counted={
        total && [
          { name: 'Calls with an appointment', value: thousands(total.withAppointment) },
          { name: 'Divided by calls with an answer', value: thousands(total.calls) },
        ]
      }
      summary={
        query.isError
          ? 'Could not be loaded'
          : total
            ? total.calls === 0
              ? 'Nothing yet'
              : `${total.rate}% · ${
                  sampleSize(total.calls) === 'enough'
                    ? `Grade ${total.grade}, ${bandFor('pricing', total.grade)}`
                    : shareText(total.withAppointment, total.calls)
                }`
            : null
      }
      collapsible={compact}
      mountsWhenOpened
    >
      <Answer
        query={query}
        skeleton={<Skeleton height="24.5rem" />}
        isEmpty={({ records }) => pricingTotal(records).calls === 0}
        empty={<EmptyCard text={null} />}
      >
        {(answers) => <Answers answers={answers} barSlotWidth={compact ? width.compactSlot : width.slot} />}
      </Answer>
      <div className={classes.foot}>
        <ProTipLink proTip="pricing-answers" title={title} />
      </div>
    </CollapsibleCard>
  );
}

function Answers({
  answers: { records, startDate },
  barSlotWidth,
}: {
  answers: PricingAnswers;
  barSlotWidth: number;
}) {
  const total = pricingTotal(records);
  const summary = `${thousands(total.withAppointment)} of ${thousands(total.calls)} ${
    total.calls === 1 ? 'call' : 'calls'
  } with a price question ended with an appointment`;
  const sentence = withBarsNote(summary, records.length);
  return (
    <>
      <div className={classes.graded}>
        <span className={classes.figure}>{total.rate}%</span>
        <GradeChip grade={total.grade} card="pricing" calls={total.calls} />
      </div>
      <ChartOrTable
        title={title}
        sentence={sentence}
        chart={
          <NamedBars
            description={`${title}. ${sentence}.`}
            bars={records.slice(0, maxBars).map((answer) => ({
              label: answer.priceAnswer,
              values: {
                with: answer.scoreWithAppointmentCount,
                without: answer.scoreWithoutAppointmentCount,
              },
            }))}
            parts={parts}
            barSlotWidth={barSlotWidth}
            barSize={width.bar}
          />
        }
        table={<AnswerTable records={records} />}
      />
      <Text size="xs" c="dimmed" mt="xs">
        <Footnote since={startDate} />
      </Text>
    </>
  );
}

function AnswerTable({ records }: { records: readonly PricingAnswer[] }) {
  return (
    <Table stickyHeader verticalSpacing={4} fz="sm" className={classes.table}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Answer</Table.Th>
          <Table.Th scope="col" ta="right">
            Calls
          </Table.Th>
          <Table.Th scope="col" ta="right">
            With appointment
          </Table.Th>
          <Table.Th scope="col">Grade</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {records.map(({ priceAnswer, totalCallCount: calls, scoreWithAppointmentCount: booked }) => (
          <Table.Tr key={priceAnswer}>
            <Table.Th scope="row" fw={400} className={classes.name}>
              {priceAnswer}
            </Table.Th>
            <Table.Td ta="right">{thousands(calls)}</Table.Td>
            <Table.Td ta="right">
              {thousands(booked)} ({percent(booked, calls)}%)
            </Table.Td>
            <Table.Td>
              <GradeChip
                grade={gradeOfShare(gradingFor('pricing'), booked, calls)}
                card="pricing"
                calls={calls}
              />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
