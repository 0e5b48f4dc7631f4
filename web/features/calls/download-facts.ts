import type { Today } from '@mailcall/contract/scope/date-range.ts';
import { campaignSummary, type Scope, labeledDateRangeOf } from '@mailcall/contract/scope/scope.ts';
import { followUpDaysText } from '@mailcall/contract/rules/outcome.ts';
import { formatDay } from '@mailcall/contract/time/date-format.ts';
import type { DownloadFact } from '../exports/index.ts';
import { ignoresDates } from './list-facts.ts';
import type { ListState } from './list-address.ts';
import type { ActiveFilter } from './active-filters.ts';
import { listLabel } from './sub-tabs.ts';

function formatDates(list: ListState, scope: Scope, now: Today): string {
  if (ignoresDates(list.kind)) return followUpDaysText;
  const { startDate, endDate } = labeledDateRangeOf(scope, now);
  return startDate === endDate ? formatDay(startDate) : `${formatDay(startDate)} – ${formatDay(endDate)}`;
}

export function downloadFacts(
  list: ListState,
  scope: Scope,
  activeFilters: readonly Pick<ActiveFilter, 'name' | 'value'>[],
  now: Today,
): DownloadFact[] {
  const byName = Map.groupBy(activeFilters, ({ name }) => name);
  return [
    { name: 'List', value: listLabel(list.kind) },
    { name: 'Dates', value: formatDates(list, scope, now) },
    { name: 'Campaigns', value: campaignSummary(scope) },
    ...[...byName].map(([name, same]) => ({ name, value: same.map(({ value }) => value).join(', ') })),
  ];
}
