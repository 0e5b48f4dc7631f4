import {
  callOnHoldMetrics,
  type LeaderboardSort,
  officeHandlingRate,
  pricingRelatedAnswer,
  type StaffMetricKey,
  staffMetrics,
  teamLeaderboard,
} from '@mailcall/contract/front-desk.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import type { ScopeState } from '../scope/index.ts';

/** The scope's part of every request of the Front Desk. */
export type ScopeOfRequest = ScopeState['query'];

/** The response of the leaderboard: members of staff, ranked, and their totals. */
export type Leaderboard = RouteReply<typeof teamLeaderboard>;
/** The response about callers placed on hold. */
export type HoldMetrics = RouteReply<typeof callOnHoldMetrics>['metrics'];
/** The answers to questions about the price. */
export type PricingAnswers = RouteReply<typeof pricingRelatedAnswer>;
/** The response of a metric by member of staff. */
export type StaffMetricReply<Key extends StaffMetricKey> = RouteReply<(typeof staffMetrics)[Key]>;

/** The leaderboard of a scope. While it is ranked again, the rows of the same scope stay. */
export const leaderboardQuery = (scope: ScopeOfRequest, sortBy: LeaderboardSort) =>
  queryOptions({
    queryKey: ['front-desk', 'leaderboard', scope, sortBy] as const,
    queryFn: ({ signal }): Promise<Leaderboard> =>
      call(teamLeaderboard, { query: { ...scope, sortBy } }, { signal }),
    placeholderData: (before, query) =>
      JSON.stringify(query?.queryKey[2]) === JSON.stringify(scope) ? before : undefined,
  });

/** How the front desks of a scope handle calls, all staff together. */
export const handlingRateQuery = (scope: ScopeOfRequest) =>
  queryOptions({
    queryKey: ['front-desk', 'handling', scope],
    queryFn: ({ signal }) => call(officeHandlingRate, { query: scope }, { signal }),
  });

/** What was answered to questions about the price. */
export const pricingQuery = (scope: ScopeOfRequest) =>
  queryOptions({
    queryKey: ['front-desk', 'pricing', scope],
    queryFn: ({ signal }): Promise<PricingAnswers> =>
      call(pricingRelatedAnswer, { query: scope }, { signal }),
  });

/** How often staff placed callers on hold, and how long. */
export const holdMetricsQuery = (scope: ScopeOfRequest) =>
  queryOptions({
    queryKey: ['front-desk', 'on-hold', scope],
    queryFn: ({ signal }) => call(callOnHoldMetrics, { query: scope }, { signal }),
  });

/** A metric by member of staff, converted to what its drawer displays; two drawers can use the same response. */
export function staffMetricQuery<Key extends StaffMetricKey, Displayed>(
  key: Key,
  scope: ScopeOfRequest,
  read: (reply: StaffMetricReply<Key>) => Displayed,
) {
  const route: (typeof staffMetrics)[StaffMetricKey] = staffMetrics[key];
  return queryOptions({
    queryKey: ['front-desk', 'metric', key, scope],
    queryFn: ({ signal }): Promise<unknown> => call(route, { query: scope }, { signal }),
    select: (reply) => read(reply as StaffMetricReply<Key>),
  });
}
