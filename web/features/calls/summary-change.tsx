import type { Compared, ComparisonRule } from '@mailcall/contract/rules/change.ts';
import type { FigureName } from '@mailcall/contract/rules/figure-texts.ts';
import { conversionRate, displayedConversionRate } from '@mailcall/contract/rules/rates.ts';
import { useQuery } from '@tanstack/react-query';
import { ChangeLine, comparedScope, ComparedWith } from '../comparison/index.ts';
import type { ScopeComparison } from '../scope/index.ts';
import { summaryQuery } from './api.ts';
import { scoredCalls, type SummaryCounts } from './summary-figures.ts';

export { ComparedWith };

/** Compared figures: value, sample and meaning of more. Follow-ups are missing, because they always cover the last 30 days. */
const compared: Partial<
  Record<
    FigureName,
    {
      value: (counts: SummaryCounts) => number;
      /** Sample; the value itself if absent. */
      of?: (counts: SummaryCounts) => number;
      /** Whether calls can be in it that are not scored yet. */
      anyCalls?: true;
      rule: ComparisonRule;
    }
  >
> = {
  all: {
    value: (counts) => counts.all_calls_count,
    anyCalls: true,
    rule: { kind: 'count', direction: 'more is good' },
  },
  opportunity: {
    value: (counts) => counts.opportunity_calls_count,
    rule: { kind: 'count', direction: 'more is good' },
  },
  appointments: {
    value: (counts) => counts.appointment_calls_count,
    anyCalls: true,
    rule: { kind: 'count', direction: 'more is good' },
  },
  conversion: {
    value: (counts) =>
      displayedConversionRate(
        conversionRate(counts.all_appointment_set_by_staff_count, counts.opportunity_calls_by_staff_count),
      ),
    of: (counts) => counts.opportunity_calls_by_staff_count,
    rule: { kind: 'percent', direction: 'more is good', noun: 'opportunities' },
  },
  missed: {
    value: (counts) => counts.missed_calls_count,
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
  if (!known) return null;
  const { value, of = value, anyCalls, rule } = known;
  const sideOf = (summary: SummaryCounts): Compared => ({
    value: value(summary),
    of: of(summary),
    ...(!anyCalls && { over: scoredCalls(summary) }),
  });
  return <ChangeLine before={before} now={sideOf(counts)} sideOf={sideOf} rule={rule} />;
}
