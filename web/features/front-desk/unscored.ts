import { isMostlyUnscored, unscoredText } from '@mailcall/contract/rules/sample-size.ts';
import { useQuery } from '@tanstack/react-query';
import { scoredCalls, summaryQuery } from '../calls/index.ts';
import type { ScopeOfRequest } from './api.ts';

/**
 * How many calls of a scope are not scored yet, where that is more than half of them: then no rate of the Front Desk is shown, because
 * it would be one of the few calls that are. Null otherwise, and while it is not known.
 */
export function useUnscoredText(scope: ScopeOfRequest): string | null {
  const summary = useQuery({ ...summaryQuery(scope), retryOnMount: false }).data;
  const calls = summary && scoredCalls(summary);
  return calls && isMostlyUnscored(calls) ? unscoredText(calls) : null;
}
