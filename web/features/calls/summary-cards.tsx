import { Badge, VisuallyHidden } from '@mantine/core';
import type { FigureName } from '@mailcall/contract/rules/figure-words.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import type { ReactNode } from 'react';
import { FigureCard } from '../../ui/figure-card.tsx';
import { FigureMark } from '../../ui/figure-mark.tsx';
import { callsLink, useOpenCalls } from './open-calls.ts';
import classes from './summary-cards.module.css';
import { type SummaryCounts, summaryFigures } from './summary-figures.ts';

/** The six summary cards; each opens its calls, and says what it is made of with the way to those. */
export function SummaryCards({
  counts,
  more = {},
}: {
  /** Undefined while they are loading. */
  counts: SummaryCounts | undefined;
  /** What a card says below what it is made of. */
  more?: Partial<Record<FigureName, ReactNode>>;
}) {
  const openCalls = useOpenCalls();
  return (
    <div className={classes.grid}>
      {summaryFigures.map((card) => (
        <FigureCard
          key={card.key}
          title={card.title}
          icon={<FigureMark figure={card.key} />}
          figure={counts ? card.figure(counts) : null}
          badge={counts && <MissedRate rate={card.badge(counts)} />}
          madeOf={
            counts && (
              <>
                {card.madeOf(counts)}
                {more[card.key]}
              </>
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
  );
}

function MissedRate({ rate }: { rate: string | null }) {
  if (rate === null) return null;
  return (
    <Badge variant="light" color={rate === '0%' ? 'gray' : 'red'} radius="sm" tt="none">
      <VisuallyHidden>missed rate </VisuallyHidden>
      {rate}
    </Badge>
  );
}
