import { Skeleton, Text, UnstyledButton } from '@mantine/core';
import { IconBulb } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Answer } from '../../ui/answer.tsx';
import { EmptyCard } from '../../ui/empty-card.tsx';
import { FoldCard } from '../../ui/fold-card.tsx';
import { useOpenCalls } from '../calls/index.ts';
import { useOpening } from './front-desk-address.ts';
import { GradeChip } from './grade-chip.tsx';
import { GradedBy } from './graded-by.tsx';
import type { KpiCard as Card } from './kpi-cards.ts';
import classes from './kpi-card.module.css';
import { fetchProTip } from './pro-tip-image.ts';

/** What a closed section says in a few words. */
function answerText<Data>(card: Card<Data>, query: UseQueryResult<Data>): string | null {
  if (query.isError) return 'Could not be loaded';
  if (!query.data) return null;
  if (card.isEmpty(query.data)) return 'Nothing yet';
  const { figure, grade } = card.figureOf(query.data);
  return grade === null ? figure : `${figure} · Grade ${grade}`;
}

/** The card of one indicator: its figure and grade, the way to each member of staff's, and the training for it. */
export function KpiCard<Data>({
  card,
  query,
  folds,
}: {
  card: Card<Data>;
  query: UseQueryResult<Data>;
  /** Whether the card is a section that opens: on small screens. */
  folds: boolean;
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
    <FoldCard
      title={card.title}
      about={card.about}
      counted={counted}
      answer={answerText(card, query)}
      folds={folds}
    >
      <Answer
        query={query}
        skeleton={<KpiSkeleton />}
        isEmpty={card.isEmpty}
        empty={<EmptyCard text={card.empty} />}
      >
        {(answer) => <Indicator card={card} answer={answer} />}
      </Answer>
      <CardFoot card={card} />
    </FoldCard>
  );
}

function Indicator<Data>({ card, answer }: { card: Card<Data>; answer: Data }) {
  const { figure, madeOf, calls, grade } = card.figureOf(answer);
  return (
    <>
      <div className={classes.figureRow}>
        <span className={classes.figure}>{figure}</span>
        {grade !== null && <GradeChip grade={grade} calls={calls} />}
      </div>
      <Text size="sm" c="dimmed">
        {madeOf}
      </Text>
      {card.advice !== null && (
        <Text size="sm" mt="0.25rem">
          {card.advice}
        </Text>
      )}
      {card.grading !== null && (
        <Text size="xs" c="dimmed" className={classes.bands}>
          <GradedBy grading={card.grading} />
        </Text>
      )}
    </>
  );
}

/** 'See Individual Metric' and 'Pro Tip Training', which are there whatever the card says. */
function CardFoot({ card }: { card: Pick<Card<unknown>, 'title' | 'metric' | 'key'> }) {
  const metric = useOpening('metric');
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

/** Opens the Pro Tip Training of a card. */
export function ProTipLink({ proTip, title }: { proTip: string; title: string }) {
  const opening = useOpening('proTip');
  const ahead = () => fetchProTip(proTip);
  return (
    <UnstyledButton
      className={classes.action}
      // whoever is about to open it need not wait for it
      onPointerEnter={ahead}
      onFocus={ahead}
      onClick={() => opening.show(proTip)}
      aria-label={`Pro Tip Training: ${title}`}
    >
      <IconBulb size={16} stroke={1.75} aria-hidden />
      Pro Tip Training
    </UnstyledButton>
  );
}

function KpiSkeleton() {
  return (
    <>
      <div className={classes.figureRow}>
        <Skeleton height="1.75rem" width="5.5rem" my="0.25rem" />
        <Skeleton height="1.625rem" width="1.625rem" circle />
      </div>
      <Skeleton height="0.75rem" width="60%" my="0.25rem" />
      <Skeleton height="0.625rem" width="85%" mt="0.75rem" />
    </>
  );
}
