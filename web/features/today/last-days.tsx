import { Skeleton } from '@mantine/core';
import { comparisonOf, type ComparisonRule } from '@mailcall/contract/rules/change.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import type { CallsOfPeriod } from '@mailcall/contract/scoreboard.ts';
import type { DateRange } from '@mailcall/contract/scope/date-range.ts';
import { addDays, countDays } from '@mailcall/contract/time/periods.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Failed } from '../../ui/answer.tsx';
import { ChangeText } from '../../ui/change-text.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { callsLink, callsOverTimeQuery, type CallsSelection } from '../calls/index.ts';
import type { ScopeState } from '../scope/index.ts';
import { daysBefore, lastDays, scopeOn } from './api.ts';
import classes from './today-page.module.css';

interface Figure {
  title: string;
  of: (day: CallsOfPeriod) => number;
  opens: CallsSelection['outcome'];
  /** Whether calls can be in it that are not scored yet. */
  anyCalls?: true;
  direction: ComparisonRule['direction'];
}

const figures: readonly Figure[] = [
  { title: 'Calls', of: ({ calls }) => calls, opens: 'all calls', anyCalls: true, direction: 'more is good' },
  {
    title: 'Opportunities',
    of: ({ opportunity }) => opportunity,
    opens: 'opportunity',
    direction: 'more is good',
  },
  {
    title: 'Appointments',
    of: ({ appointments }) => appointments,
    opens: 'appointments',
    anyCalls: true,
    direction: 'more is good',
  },
  { title: 'Missed', of: ({ missed }) => missed, opens: 'missed call', direction: 'more is bad' },
];

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** Four figures of the last 30 days with their change; each opens exactly its calls. */
export function LastDays({ scope }: { scope: ScopeState }) {
  const days = lastDays(scope);
  const before = daysBefore(days);
  const query = useQuery(callsOverTimeQuery(scopeOn(scope, { ...days, startDate: before.startDate }), 'day'));
  return (
    <section aria-labelledby="last-days">
      <h2 id="last-days" className={classes.heading}>
        Last 30 days
      </h2>
      {query.isLoadingError ? (
        <Failed error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <ul className={classes.figures} aria-busy={query.isPending}>
          {figures.map((figure) => (
            <li key={figure.title} className={classes.figure}>
              {query.data ? (
                <FigureOfDays figure={figure} periods={query.data.periods} days={days} before={before} />
              ) : (
                <Skeleton height="4.5rem" />
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function FigureOfDays({
  figure,
  periods,
  days,
  before,
}: {
  figure: Figure;
  periods: readonly CallsOfPeriod[];
  days: DateRange;
  before: DateRange;
}) {
  const byDay = new Map(periods.map((period) => [period.startDate, period]));
  const valuesOf = ({ startDate, endDate }: DateRange, of: Figure['of']) =>
    Array.from({ length: countDays({ startDate, endDate }) }, (_, index) => {
      const day = byDay.get(addDays(startDate, index));
      return day ? of(day) : 0;
    });
  const sideOf = (range: DateRange) => {
    const value = sum(valuesOf(range, figure.of));
    const over = {
      calls: sum(valuesOf(range, ({ calls }) => calls)),
      unscored: sum(valuesOf(range, ({ unscored }) => unscored)),
    };
    return { value, of: value, ...(!figure.anyCalls && { over }) };
  };
  const now = sideOf(days);
  const change = comparisonOf(now, sideOf(before), { kind: 'count', direction: figure.direction });
  return (
    <>
      <Link {...callsLink({ outcome: figure.opens, days })} className={classes.opens}>
        {figure.title}
      </Link>
      <span className={classes.value}>{thousands(now.value)}</span>
      <Sparkline values={valuesOf(days, figure.of)} />
      <span className={classes.change}>
        <ChangeText change={change} />
      </span>
    </>
  );
}
