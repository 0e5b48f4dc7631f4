import { Badge, VisuallyHidden } from '@mantine/core';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { sampleSize } from '@mailcall/contract/rules/sample-size.ts';
import { lazyRouteComponent } from '@tanstack/react-router';
import { memo, Suspense } from 'react';
import { FigureCard } from '../../ui/figure-card.tsx';
import { FigureIcon } from '../../ui/figure-icon.tsx';
import type { ScopeComparison } from '../scope/index.ts';
import { callsLink, useOpenCalls } from './open-calls.ts';
import classes from './summary-cards.module.css';
import { type SummaryCounts, summaryFigures } from './summary-figures.ts';

const changes = () => import('./summary-change.tsx');
const SummaryChange = lazyRouteComponent(changes, 'SummaryChange');
const ComparedWith = lazyRouteComponent(changes, 'ComparedWith');

/** Six cards that open their calls. A new answer waits until drawn; the cards do not render again before. */
export const SummaryCards = memo(function SummaryCards({
  counts,
  countsOf,
  comparison,
}: {
  counts: SummaryCounts | undefined;
  countsOf?: unknown;
  /** Comparison period; the cards do not wait for it. */
  comparison?: ScopeComparison | undefined;
}) {
  const openCalls = useOpenCalls();
  return (
    <>
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
            change={
              comparison && (
                <div className={classes.change}>
                  {counts && (
                    <Suspense>
                      <SummaryChange figure={card.key} counts={counts} comparison={comparison} />
                    </Suspense>
                  )}
                </div>
              )
            }
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
      {comparison && (
        <Suspense fallback={<br />}>
          <ComparedWith comparison={comparison} />
        </Suspense>
      )}
    </>
  );
});

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
