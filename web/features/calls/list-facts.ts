import { lastThirtyDaysFilters, followUpDays, type OutcomeFilter } from '@mailcall/contract/rules/outcome.ts';
import { datePresetLabels } from '@mailcall/contract/scope/date-range.ts';
import { campaignSummary, type Scope, spanOf } from '@mailcall/contract/scope/scope.ts';
import { dayInNumbers } from '../../ui/dates.ts';
import { type ListKind, listLabel } from './sub-tabs.ts';

/** Whether a list looks at the last 30 days instead of the date range. */
export const ignoresDates = (kind: ListKind) =>
  (lastThirtyDaysFilters as readonly string[]).includes(kind satisfies OutcomeFilter | 'appointments');

/** The kind of range that holds everything, as the summary of filters writes it. */
const allTime = 'All time';

/** The words of a list's dates: the kind of range and its days. */
export function dateFacts(kind: ListKind, scope: Scope, now: Date): string {
  if (ignoresDates(kind)) return `Last ${followUpDays} days`;
  const { startDate, endDate } = spanOf(scope, now);
  const days =
    startDate === endDate ? dayInNumbers(startDate) : `${dayInNumbers(startDate)} - ${dayInNumbers(endDate)}`;
  return `${scope.preset === 'all' ? allTime : datePresetLabels[scope.preset]}: ${days}`;
}

/** What a list shows, in a few words each: the outcome, the dates, the campaigns. */
export function listFacts(kind: ListKind, scope: Scope, now: Date): string[] {
  return [listLabel(kind), dateFacts(kind, scope, now), campaignSummary(scope)];
}
