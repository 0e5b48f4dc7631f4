import { Badge, VisuallyHidden } from '@mantine/core';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { sampleSize } from '@mailcall/contract/rules/sample-size.ts';
import { memo } from 'react';
import { FigureCard } from '../../ui/figure-card.tsx';
import { FigureIcon } from '../../ui/figure-icon.tsx';
import { callsLink, useOpenCalls } from './open-calls.ts';
import classes from './summary-cards.module.css';
import { type SummaryCounts, summaryFigures } from './summary-figures.ts';

/**
 * The six summary cards; each opens its calls, and explains its figure with links to the calls behind it. An answer is deferred
 * until it is drawn in a transition: before that the cards are not drawn again.
 */
export const SummaryCards = memo(function SummaryCards({
  counts,
  countsOf,
}: {
  /** Undefined while they are loading. */
  counts: SummaryCounts | undefined;
  /** What they are counted in, such as the selected accounts and dates. */
  countsOf?: unknown;
}) {
  const openCalls = useOpenCalls();
  return (
    <div className={classes.grid}>
      {summaryFigures.map((card) => (
        <FigureCard
          key={card.key}
          title={card.title}
          icon={<FigureIcon figure={card.key} />}
          figure={counts ? card.figure(counts) : null}
          figureOf={countsOf}
          badge={counts && <MissedRate rate={card.badge(counts)} counts={counts} />}
          madeOf={counts && card.madeOf(counts)}
          about={card.about}
          counted={
            counts &&
            card.counted(counts).map(({ name, value, opens }) => ({
              name,
              value: thousands(value),
              onOpen: opens && (() => openCalls(opens)),
            }))
          }
          action={{ label: 'View Calls', link: callsLink(card.opens) }}
        />
      ))}
    </div>
  );
});

/** Red only where it is based on enough calls to say so. */
function MissedRate({ rate, counts }: { rate: string | null; counts: SummaryCounts }) {
  if (rate === null) return null;
  const isKnown = sampleSize(counts.missed_calls_count + counts.opportunity_calls_count) === 'enough';
  return (
    <Badge
      variant="light"
      color={rate === '0%' || !isKnown ? 'gray' : 'red'}
      radius="sm"
      tt="none"
      className={classes.rate ?? ''}
    >
      <VisuallyHidden>missed rate </VisuallyHidden>
      {rate}
    </Badge>
  );
}
