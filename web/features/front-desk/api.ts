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

/** The leaderboard's answer: members of staff, ranked, and what they add up to. */
export type Leaderboard = RouteReply<typeof teamLeaderboard>;
/** The answer about callers placed on hold. */
export type HoldMetrics = RouteReply<typeof callOnHoldMetrics>['metrics'];
/** The answers to questions about the price. */
export type PricingAnswers = RouteReply<typeof pricingRelatedAnswer>;
/** A metric by member of staff, as the server answers it. */
export type StaffMetricReply<Key extends StaffMetricKey> = RouteReply<(typeof staffMetrics)[Key]>;

/** The leaderboard of a scope. While it is ranked anew, the rows of the same scope stay. */
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

/** A metric by member of staff, read the way its drawer shows it; two drawers can read the same answer. */
export function staffMetricQuery<Key extends StaffMetricKey, Shown>(
  key: Key,
  scope: ScopeOfRequest,
  read: (reply: StaffMetricReply<Key>) => Shown,
) {
  const route: (typeof staffMetrics)[StaffMetricKey] = staffMetrics[key];
  return queryOptions({
    queryKey: ['front-desk', 'metric', key, scope],
    queryFn: ({ signal }): Promise<unknown> => call(route, { query: scope }, { signal }),
    select: (reply) => read(reply as StaffMetricReply<Key>),
  });
}
