import { campaignSummary, type Scope, spanOf } from '@mailcall/contract/scope/scope.ts';
import { followUpDays } from '@mailcall/contract/rules/outcome.ts';
import { dayInWords } from '../../ui/dates.ts';
import type { DownloadFact } from '../exports/index.ts';
import { ignoresDates } from './list-facts.ts';
import type { ListState } from './list-address.ts';
import type { Narrowing } from './narrowings.ts';
import { listLabel } from './sub-tabs.ts';

function datesInWords(list: ListState, scope: Scope, now: Date): string {
  if (ignoresDates(list.kind)) return `Last ${followUpDays} days`;
  const { startDate, endDate } = spanOf(scope, now);
  return startDate === endDate ? dayInWords(startDate) : `${dayInWords(startDate)} - ${dayInWords(endDate)}`;
}

/** What a download of a list is of: outcome, dates, campaigns, and each filter with its values (spec 2 §2 and §7). */
export function downloadFacts(
  list: ListState,
  scope: Scope,
  narrowings: readonly Pick<Narrowing, 'name' | 'value'>[],
  now: Date,
): DownloadFact[] {
  const byName = Map.groupBy(narrowings, ({ name }) => name);
  return [
    { name: 'List', value: listLabel(list.kind) },
    { name: 'Dates', value: datesInWords(list, scope, now) },
    { name: 'Campaigns', value: campaignSummary(scope) },
    ...[...byName].map(([name, same]) => ({ name, value: same.map(({ value }) => value).join(', ') })),
  ];
}
