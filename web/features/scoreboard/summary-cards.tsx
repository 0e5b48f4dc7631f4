import { Badge, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { useQuery } from '@tanstack/react-query';
import { Failed } from '../../ui/answer.tsx';
import { FigureCard } from '../../ui/figure-card.tsx';
import { FigureMark } from '../../ui/figure-mark.tsx';
import { summaryQuery, useOpenCalls } from '../calls/index.ts';
import type { ScopeState } from '../scope/index.ts';
import { useLimited } from '../session/index.ts';
import { goToMissedAndFollowUp } from './missed-and-follow-up-panel.tsx';
import { summaryFigures } from './summary-figures.ts';
import classes from './summary-cards.module.css';

/** The six summary cards (spec 2 §2): one answer, so they load and fail together. */
export function SummaryCards({ scope }: { scope: ScopeState['query'] }) {
  const limited = useLimited();
  const openCalls = useOpenCalls();
  const query = useQuery(summaryQuery(scope));
  if (query.isError) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <div className={classes.grid}>
      {summaryFigures.map((card) => {
        const badge = query.data && card.badge(query.data);
        return (
          <FigureCard
            key={card.key}
            title={card.title}
            icon={<FigureMark figure={card.key} />}
            figure={query.data ? card.figure(query.data) : null}
            badge={
              badge && (
                <Badge
                  variant="light"
                  color={badge === '0%' ? 'gray' : 'red'}
                  radius="sm"
                  className={classes.badge}
                >
                  <VisuallyHidden>missed rate </VisuallyHidden>
                  {badge}
                </Badge>
              )
            }
            madeOf={
              query.data && (
                <>
                  {card.madeOf(query.data)}
                  {card.key === 'followUp' && (
                    <Waiting count={limited ? 0 : query.data.missed_and_followup_count} />
                  )}
                </>
              )
            }
            about={card.about}
            counted={
              query.data &&
              card.counted(query.data).map(({ name, value, opens }) => ({
                name,
                value: thousands(value),
                onOpen: opens && (() => openCalls(opens)),
              }))
            }
            action={{ label: 'View Calls', onClick: () => openCalls(card.opens) }}
          />
        );
      })}
    </div>
  );
}

/** The way down to the calls that wait for a callback. */
function Waiting({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <UnstyledButton className={classes.waiting} onClick={goToMissedAndFollowUp}>
      All {thousands(count)} to call back
    </UnstyledButton>
  );
}
