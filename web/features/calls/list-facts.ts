import {
  followUpDaysText,
  lastThirtyDaysFilters,
  type OutcomeFilter,
} from '@mailcall/contract/rules/outcome.ts';
import type { Today } from '@mailcall/contract/scope/date-range.ts';
import {
  campaignSummary,
  dateChoiceLabels,
  labeledDateRangeOf,
  type Scope,
} from '@mailcall/contract/scope/scope.ts';
import { daysInWords } from '../../ui/days-in-words.ts';
import { type ListKind, listLabel } from './sub-tabs.ts';

/** Whether a list covers the last 30 days instead of the date range. */
export const ignoresDates = (kind: ListKind) =>
  (lastThirtyDaysFilters as readonly string[]).includes(kind satisfies OutcomeFilter | 'appointments');

const allTime = 'All time';

export function dateFacts(kind: ListKind, scope: Scope, now: Today): string {
  if (ignoresDates(kind)) return followUpDaysText;
  const { startDate, endDate } = labeledDateRangeOf(scope, now);
  const days = daysInWords({ startDate, endDate });
  return `${scope.preset === 'all' ? allTime : dateChoiceLabels[scope.preset]}: ${days}`;
}

export function listFacts(kind: ListKind, scope: Scope, now: Today): string[] {
  return [listLabel(kind), dateFacts(kind, scope, now), campaignSummary(scope)];
}
