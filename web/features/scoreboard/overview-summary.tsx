import { useQuery } from '@tanstack/react-query';
import { Failed, useDrawnAnswer } from '../../ui/answer.tsx';
import { SummaryCards, summaryQuery } from '../calls/index.ts';
import { type ScopeState, useComparison } from '../scope/index.ts';

export function OverviewSummary({ scope }: { scope: ScopeState }) {
  const query = useQuery(summaryQuery(scope.query));
  const comparison = useComparison(scope);
  const counts = useDrawnAnswer(query.data);
  if (query.isError) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  return <SummaryCards counts={counts} countsOf={scope.query} comparison={comparison} />;
}
