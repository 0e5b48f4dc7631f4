import type { Today } from '@mailcall/contract/scope/date-range.ts';
import { campaignSummary, type Scope } from '@mailcall/contract/scope/scope.ts';
import type { DownloadFact } from '../exports/index.ts';
import { dateFacts } from './list-facts.ts';
import type { ListState } from './list-address.ts';
import type { ActiveFilter } from './active-filters.ts';
import { listLabel } from './sub-tabs.ts';

/** The facts about a download of a list: outcome, dates, campaigns, and each filter with its values. */
export function downloadFacts(
  list: ListState,
  scope: Scope,
  activeFilters: readonly Pick<ActiveFilter, 'name' | 'value'>[],
  now: Today,
): DownloadFact[] {
  const byName = Map.groupBy(activeFilters, ({ name }) => name);
  return [
    { name: 'List', value: listLabel(list.kind) },
    { name: 'Dates', value: dateFacts(list.kind, scope, now) },
    { name: 'Campaigns', value: campaignSummary(scope) },
    ...[...byName].map(([name, same]) => ({ name, value: same.map(({ value }) => value).join(', ') })),
  ];
}
