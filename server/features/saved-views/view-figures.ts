import { figuresText } from '@mailcall/contract/rules/period-figures.ts';
import { conversionRate, displayedConversionRate, missedRate } from '@mailcall/contract/rules/rates.ts';
import { isMostlyUnscored, minRatedCalls } from '@mailcall/contract/rules/sample-size.ts';
import { callFilterParameters, scopeOfView } from '@mailcall/contract/rules/view-address.ts';
import type { SavedView } from '@mailcall/contract/saved-views.ts';
import { scopeFiltersSchema, scopeToQuery } from '@mailcall/contract/scope/scope.ts';
import { daysAt } from '@mailcall/contract/time/days.ts';
import type { Queryable } from '../../platform/database.ts';
import { recordEngine, type SummaryFigures } from '../figures/index.ts';
import type { Viewer } from '../identity/index.ts';
import { checkScope, dayZonesOf, type ScopeTime } from '../scope/index.ts';
import { summaryOf } from '../scoreboard/index.ts';

type Counts = Pick<
  SummaryFigures,
  | 'all_calls_count'
  | 'calls_with_Appointments_count'
  | 'missed_calls_count'
  | 'opportunity_calls_count'
  | 'unscored_calls_count'
>;

/** '61 calls, 48 booked, 9 missed. 80% of opportunities booked, 13% of new-business calls missed.' No rates for few or mostly unscored calls. */
export function viewFiguresText(counts: Counts): string {
  const { opportunity_calls_count: opportunities, calls_with_Appointments_count: booked } = counts;
  const { all_calls_count: calls, missed_calls_count: missed, unscored_calls_count: unscored } = counts;
  const text = `${figuresText({ calls, booked, missed })}.`;
  if (opportunities < minRatedCalls || isMostlyUnscored({ calls, unscored })) return text;
  const conversion = displayedConversionRate(conversionRate(booked, opportunities));
  return `${text} ${conversion}% of opportunities booked, ${missedRate(missed, opportunities)}% of new-business calls missed.`;
}

/** Whether the view's calls are those of its accounts and dates: filters show fewer, and other screens have no dates. */
const hasFigures = ({ path, address }: SavedView): boolean =>
  (path === '/scoreboard' || path === '/campaigns') &&
  address['q'] === undefined &&
  callFilterParameters.every((name) => address[name] === undefined);

/** Null for a view whose figures would differ from its screen. */
export async function figuresOfView(
  database: Queryable,
  viewer: Viewer,
  view: SavedView,
  { now, dayMode }: ScopeTime,
): Promise<string | null> {
  if (!hasFigures(view)) return null;
  const today = daysAt(now, await dayZonesOf(database, dayMode, [...viewer.accountIds]));
  const { filters, ...accounts } = scopeToQuery(scopeOfView(view.address), today);
  const scope = await checkScope(
    database,
    viewer,
    { ...accounts, filters: scopeFiltersSchema.parse(filters) },
    { now, dayMode },
  );
  return viewFiguresText(await summaryOf(recordEngine(database), scope, now));
}
