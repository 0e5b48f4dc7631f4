import { sampleSize } from '@mailcall/contract/rules/sample-size.ts';
import { Skeleton, Text, UnstyledButton } from '@mantine/core';
import { IconBulb } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Answer } from '../../ui/answer.tsx';
import { EmptyCard } from '../../ui/empty-card.tsx';
import { CollapsibleCard } from '../../ui/collapsible-card.tsx';
import { useOpenCalls } from '../calls/index.ts';
import { ChangeLine } from '../comparison/index.ts';
import { useOverlay } from './front-desk-address.ts';
import { GradeChip } from './grade-chip.tsx';
import { bandFor, gradedBy } from './figure-texts.ts';
import type { KpiCard as Card } from './kpi-cards.ts';
import classes from './kpi-card.module.css';
import { fetchProTip } from './pro-tip-image.ts';

function summaryText<Data>(card: Card<Data>, query: UseQueryResult<Data>): string | null {
  if (query.isError) return 'Could not be loaded';
  if (!query.data) return null;
  if (card.isEmpty(query.data)) return 'Nothing yet';
  const { figure, grade, calls, madeOf } = card.figureOf(query.data);
  if (grade === null || card.grading === null) return figure;
  return `${figure} · ${sampleSize(calls) === 'enough' ? `Grade ${grade}, ${bandFor(card.grading, grade)}` : madeOf}`;
}

export function KpiCard<Data>({
  card,
  query,
  before,
  collapsible,
}: {
  card: Card<Data>;
  query: UseQueryResult<Data>;
  before: UseQueryResult<Data> | undefined;
  collapsible: boolean;
}) {
  const openCalls = useOpenCalls();
  const counted =
    query.data &&
    card.figureOf(query.data).counted.map(({ name, value, opens }) => ({
      name,
      value,
      onOpen: opens && (() => openCalls(opens)),
    }));
  return (
    <CollapsibleCard
      title={card.title}
      about={card.grading === null ? card.about : `${card.about} ${gradedBy(card.grading)}`}
      counted={counted}
      summary={summaryText(card, query)}
      collapsible={collapsible}
    >
      <Answer
        query={query}
        skeleton={<KpiSkeleton card={card} />}
        isEmpty={card.isEmpty}
        empty={<EmptyCard text={card.empty} />}
      >
        {(answer) => <Indicator card={card} answer={answer} before={before} />}
      </Answer>
      <CardFoot card={card} />
    </CollapsibleCard>
  );
}

function Indicator<Data>({
  card,
  answer,
  before,
}: {
  card: Card<Data>;
  answer: Data;
  before: UseQueryResult<Data> | undefined;
}) {
  const { figure, madeOf, calls, grade, value } = card.figureOf(answer);
  const sideOf = (other: Data) => {
    const then = card.figureOf(other);
    return { value: then.value, of: then.calls };
  };
  return (
    <>
      <div className={classes.figureRow}>
        <span className={classes.figure}>{figure}</span>
        {grade !== null && card.grading !== null && (
          <GradeChip grade={grade} card={card.grading} calls={calls} />
        )}
      </div>
      <Text size="sm" c="dimmed">
        {madeOf}
      </Text>
      {before && (
        <Text size="sm" component="div">
          <ChangeLine before={before} now={{ value, of: calls }} sideOf={sideOf} rule={card.change} />
        </Text>
      )}
      <CardTexts card={card} />
    </>
  );
}

function CardTexts({ card: { advice } }: { card: Pick<Card<unknown>, 'advice'> }) {
  return advice === null ? null : (
    <Text size="sm" mt="0.25rem">
      {advice}
    </Text>
  );
}

/** 'See Individual Metric' and 'Pro Tip Training', also on an empty card. */
function CardFoot({ card }: { card: Pick<Card<unknown>, 'title' | 'metric' | 'key'> }) {
  const metric = useOverlay('metric');
  const { metric: opens } = card;
  return (
    <div className={classes.foot}>
      {opens !== null && (
        <UnstyledButton
          className={classes.action}
          onClick={() => metric.show(opens)}
          aria-label={`See Individual Metric: ${card.title}`}
        >
          See Individual Metric
        </UnstyledButton>
      )}
      <ProTipLink proTip={card.key} title={card.title} />
    </div>
  );
}

export function ProTipLink({ proTip, title }: { proTip: string; title: string }) {
  const opening = useOverlay('proTip');
  const prefetch = () => fetchProTip(proTip);
  return (
    <UnstyledButton
      className={classes.action}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onClick={() => opening.show(proTip)}
      aria-label={`Pro Tip Training: ${title}`}
    >
      <IconBulb size={16} stroke={1.75} aria-hidden />
      Pro Tip Training
    </UnstyledButton>
  );
}

function KpiSkeleton({ card }: { card: Pick<Card<unknown>, 'advice' | 'longestMadeOf'> }) {
  return (
    <>
      <div className={classes.figureRow}>
        <Skeleton height="1.75rem" width="5.5rem" my="0.25rem" />
        <Skeleton height="1.625rem" width="1.625rem" circle />
      </div>
      <Skeleton aria-hidden>
        <Text size="sm">{card.longestMadeOf}</Text>
      </Skeleton>
      <CardTexts card={card} />
    </>
  );
}
