import { changeOf, type Direction } from '@mailcall/contract/rules/change.ts';
import { comparedDays } from '@mailcall/contract/rules/compared-dates.ts';
import type { FigureName } from '@mailcall/contract/rules/figure-texts.ts';
import { conversionRate, displayedConversionRate } from '@mailcall/contract/rules/rates.ts';
import { minComparedCalls } from '@mailcall/contract/rules/sample-size.ts';
import type { DateRange } from '@mailcall/contract/scope/date-range.ts';
import { useQuery } from '@tanstack/react-query';
import { daysInWords } from '../../ui/days-in-words.ts';
import type { ScopeComparison } from '../scope/index.ts';
import { summaryQuery } from './api.ts';
import classes from './summary-change.module.css';
import type { SummaryCounts } from './summary-figures.ts';

/** A figure that is compared: its value, what it is of, and what more of it means. Follow-ups are always of the last 30 days. */
const compared: Partial<
  Record<
    FigureName,
    {
      value: (counts: SummaryCounts) => number;
      /** Absent: the value itself. */
      of?: (counts: SummaryCounts) => number;
      kind?: 'percent';
      direction: Direction;
    }
  >
> = {
  all: { value: (counts) => counts.all_calls_count, direction: 'more is good' },
  opportunity: { value: (counts) => counts.opportunity_calls_count, direction: 'more is good' },
  appointments: { value: (counts) => counts.appointment_calls_count, direction: 'more is good' },
  conversion: {
    value: (counts) =>
      displayedConversionRate(
        conversionRate(counts.all_appointment_set_by_staff_count, counts.opportunity_calls_by_staff_count),
      ),
    of: (counts) => counts.opportunity_calls_by_staff_count,
    kind: 'percent',
    direction: 'more is good',
  },
  missed: { value: (counts) => counts.missed_calls_count, direction: 'more is bad' },
};

const failed = 'Could not be compared';

/** The days that a summary is compared with; null for dates that have not begun. */
function comparedDaysOf({ scope, today, with: comparison }: ScopeComparison): DateRange | null {
  const { startDate, endDate } = scope.filters;
  return startDate === undefined || endDate === undefined
    ? null
    : comparedDays({ startDate, endDate }, today, comparison);
}

/**
 * How a figure of the summary has changed, in words and color, or why it is not compared. Its line is kept free until that is known;
 * the follow-ups have none.
 */
export function SummaryChange({
  figure,
  counts,
  comparison,
}: {
  figure: FigureName;
  counts: SummaryCounts;
  comparison: ScopeComparison;
}) {
  const { scope } = comparison;
  const days = comparedDaysOf(comparison);
  const query = useQuery({
    ...summaryQuery({ ...scope, filters: { ...scope.filters, dateFilterType: 'custom', ...days } }),
    enabled: days !== null,
  });
  const rule = compared[figure];
  if (!rule) return null;
  if (query.isError) return <span className={classes.change}>{failed}</span>;
  if (!query.data) return <span className={classes.change} />;
  const { value, of = value, kind = 'count', direction } = rule;
  const side = (summary: SummaryCounts) => ({ value: value(summary), of: of(summary) });
  const change = changeOf(side(counts), side(query.data), { kind, direction });
  return (
    <span className={classes.change} data-tone={change?.tone}>
      {change?.text ?? `Not compared: fewer than ${minComparedCalls}`}
    </span>
  );
}

/** The days that the figures of a summary are compared with. */
export function ComparedWith({ comparison }: { comparison: ScopeComparison }) {
  const days = comparedDaysOf(comparison);
  return (
    <p className={classes.days}>
      {days === null
        ? 'These dates have not begun: nothing to compare with'
        : `Compared with ${daysInWords(days)}`}
    </p>
  );
}
