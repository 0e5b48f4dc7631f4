import type { Compared, ComparisonRule } from '@mailcall/contract/rules/change.ts';
import type { FigureName } from '@mailcall/contract/rules/figure-texts.ts';
import { followUpDaysText } from '@mailcall/contract/rules/outcome.ts';
import { conversionRate, displayedConversionRate } from '@mailcall/contract/rules/rates.ts';
import { isMostlyUnscored } from '@mailcall/contract/rules/sample-size.ts';
import type { CallsOfPeriod } from '@mailcall/contract/scoreboard.ts';
import { lengthFor, periodOf, periodsOf } from '@mailcall/contract/time/periods.ts';
import { useQuery } from '@tanstack/react-query';
import { ChangeText } from '../../ui/change-text.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { ChangeLine, comparedScope, ComparedWith } from '../comparison/index.ts';
import type { ScopeComparison } from '../scope/index.ts';
import { callsOverTimeQuery, summaryQuery } from './api.ts';
import { scoredCalls, type SummaryCounts } from './summary-figures.ts';
import classes from './summary-cards.module.css';

export { ComparedWith };

/** Null leaves the period out. */
type ValueOfPeriod = (period: CallsOfPeriod) => number | null;

/** Compared figures: value, sample and meaning of more. Follow-ups are missing, because they always cover the last 30 days. */
const compared: Partial<
  Record<
    FigureName,
    {
      value: (counts: SummaryCounts) => number;
      /** Sample; the value itself if absent. */
      of?: (counts: SummaryCounts) => number;
      period: ValueOfPeriod;
      /** Whether calls can be in it that are not scored yet. */
      anyCalls?: true;
      rule: ComparisonRule;
    }
  >
> = {
  all: {
    value: (counts) => counts.all_calls_count,
    period: ({ calls }) => calls,
    anyCalls: true,
    rule: { kind: 'count', direction: 'more is good' },
  },
  opportunity: {
    value: (counts) => counts.opportunity_calls_count,
    period: ({ opportunity }) => opportunity,
    rule: { kind: 'count', direction: 'more is good' },
  },
  appointments: {
    value: (counts) => counts.appointment_calls_count,
    period: ({ appointments }) => appointments,
    anyCalls: true,
    rule: { kind: 'count', direction: 'more is good' },
  },
  conversion: {
    value: (counts) =>
      displayedConversionRate(
        conversionRate(counts.all_appointment_set_by_staff_count, counts.opportunity_calls_by_staff_count),
      ),
    of: (counts) => counts.opportunity_calls_by_staff_count,
    period: ({ appointmentsByStaff, opportunity }) =>
      opportunity === 0 ? null : displayedConversionRate(conversionRate(appointmentsByStaff, opportunity)),
    rule: { kind: 'percent', direction: 'more is good', noun: 'opportunities' },
  },
  missed: {
    value: (counts) => counts.missed_calls_count,
    period: ({ missed }) => missed,
    rule: { kind: 'count', direction: 'more is bad' },
  },
};

export function SummaryChange({
  figure,
  counts,
  comparison,
}: {
  figure: FigureName;
  counts: SummaryCounts;
  comparison: ScopeComparison;
}) {
  const scope = comparedScope(comparison);
  const before = useQuery({ ...summaryQuery(scope ?? comparison.scope), enabled: scope !== null });
  const known = compared[figure];
  if (!known) return <NotCompared />;
  const { value, of = value, anyCalls, rule } = known;
  const sideOf = (summary: SummaryCounts): Compared => ({
    value: value(summary),
    of: of(summary),
    ...(!anyCalls && { over: scoredCalls(summary) }),
  });
  return (
    <>
      <span className={classes.trend}>
        {(anyCalls || !isMostlyUnscored(scoredCalls(counts))) && (
          <Trend comparison={comparison} of={known.period} />
        )}
      </span>
      <ChangeLine before={before} now={sideOf(counts)} sideOf={sideOf} rule={rule} />
    </>
  );
}

const NotCompared = () => (
  <>
    <span className={classes.trend} />
    <ChangeText
      change={{ text: `Not compared: ${followUpDaysText.toLowerCase()}`, short: '–', tone: null }}
    />
  </>
);

/** Line of the figure by day, week or month of the dates up to today. */
function Trend({ comparison: { scope, today }, of }: { comparison: ScopeComparison; of: ValueOfPeriod }) {
  const { startDate = today.startDate, endDate = today.endDate } = scope.filters;
  const days = { startDate, endDate: endDate < today.endDate ? endDate : today.endDate };
  const length = lengthFor(days, undefined);
  const { data } = useQuery(callsOverTimeQuery(scope, length));
  if (!data) return null;
  const counted = new Map(data.periods.map((period) => [period.startDate, period]));
  const values = periodsOf(days, length).flatMap((within) => {
    const period = counted.get(periodOf(within.startDate, length).startDate);
    return (period ? of(period) : 0) ?? [];
  });
  return values.length > 1 && <Sparkline values={values} />;
}
