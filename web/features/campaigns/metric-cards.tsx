import { Badge, VisuallyHidden } from '@mantine/core';
import type { MailingSummary } from '@mailcall/contract/mailings.ts';
import { type FigureName, figureWords } from '@mailcall/contract/rules/figure-words.ts';
import { followUpDays } from '@mailcall/contract/rules/outcome.ts';
import { missedRate, percent, shownConversionRate, thousands } from '@mailcall/contract/rules/rates.ts';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Failed } from '../../ui/answer.tsx';
import { FigureCard } from '../../ui/figure-card.tsx';
import { FigureMark } from '../../ui/figure-mark.tsx';
import { type CallsChoice, useOpenCalls } from '../calls/index.ts';
import type { ScopeState } from '../scope/index.ts';
import { mailingSummaryQuery } from './api.ts';
import classes from './metric-cards.module.css';

interface Metric {
  name: FigureName;
  figure: (summary: MailingSummary) => string;
  madeOf: (summary: MailingSummary) => string;
  /** The list of calls behind it; the conversion rate opens the appointment calls (spec 3 §2). */
  opens: CallsChoice['outcome'];
}

/** The six metric cards in their order (spec 3 §2). */
const metrics: readonly Metric[] = [
  {
    name: 'all',
    figure: ({ all }) => thousands(all),
    madeOf: () => 'In these accounts, dates and campaigns',
    opens: 'all calls',
  },
  {
    name: 'opportunity',
    figure: ({ leads }) => thousands(leads),
    madeOf: ({ leads, all }) => `${percent(leads, all)}% of all calls`,
    opens: 'opportunity',
  },
  {
    name: 'appointments',
    figure: ({ appointments }) => thousands(appointments),
    madeOf: () => 'A call can have several',
    opens: 'appointments',
  },
  {
    name: 'conversion',
    figure: ({ conversionRate }) => `${shownConversionRate(conversionRate)}%`,
    madeOf: () => 'Of opportunities, by staff',
    opens: 'appointment',
  },
  {
    name: 'missed',
    figure: ({ missed }) => thousands(missed),
    madeOf: ({ missed, leads }) => `of ${thousands(missed + leads)} missed + opportunity`,
    opens: 'missed call',
  },
  {
    name: 'followUp',
    figure: ({ followUps }) => thousands(followUps),
    madeOf: () => `Last ${followUpDays} days`,
    opens: 'follow-up',
  },
];

function MissedRate({ summary: { missed, leads } }: { summary: MailingSummary }) {
  const rate = missedRate(missed, leads);
  return (
    <Badge variant="light" color={rate === 0 ? 'gray' : 'red'} radius="sm" tt="none">
      <VisuallyHidden>missed rate </VisuallyHidden>
      {rate}%
    </Badge>
  );
}

/** The metric cards: one answer, so they load and fail together; each opens its calls on the scoreboard. */
export function MetricCards({ scope }: { scope: ScopeState['query'] }) {
  const id = useId();
  const openCalls = useOpenCalls();
  const query = useQuery(mailingSummaryQuery(scope));
  const summary = query.data;
  return (
    <section aria-labelledby={id}>
      <VisuallyHidden>
        <h2 id={id}>Summary</h2>
      </VisuallyHidden>
      {query.isError ? (
        <Failed error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <div className={classes.grid}>
          {metrics.map(({ name, figure, madeOf, opens }) => (
            <FigureCard
              key={name}
              title={figureWords[name].title}
              icon={<FigureMark figure={name} />}
              figure={summary ? figure(summary) : null}
              badge={summary && name === 'missed' ? <MissedRate summary={summary} /> : null}
              madeOf={summary && madeOf(summary)}
              about={figureWords[name].about}
              action={{ label: 'View Calls', onClick: () => openCalls({ outcome: opens }) }}
            />
          ))}
        </div>
      )}
    </section>
  );
}
