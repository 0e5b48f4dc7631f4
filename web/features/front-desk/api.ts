import {
  callOnHoldMetrics,
  officeHandlingRate,
  pricingRelatedAnswer,
  type StaffMetricKey,
  staffMetrics,
} from '@mailcall/contract/front-desk.ts';
import { teamLeaderboard } from '@mailcall/contract/leaderboard.ts';
import type { RouteInput, RouteReply } from '@mailcall/contract/wire/route.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { isSameRequest, call } from '../../platform/api.ts';
import type { ScopeState } from '../scope/index.ts';
import { maxBars } from './figure-texts.ts';
import type { LeaderboardState } from './front-desk-address.ts';

export type ScopeOfRequest = ScopeState['query'];

export type Leaderboard = RouteReply<typeof teamLeaderboard>;
export type HoldMetrics = RouteReply<typeof callOnHoldMetrics>['metrics'];
export type PricingAnswers = RouteReply<typeof pricingRelatedAnswer>;
export type StaffMetricReply<Key extends StaffMetricKey> = RouteReply<(typeof staffMetrics)[Key]>;

/** The chart shows the first page. */
export const staffPerPage = maxBars;

/** Whether a query has this scope; its rows may stay while others of the scope load. */
const isOfScope = (query: { queryKey: readonly unknown[] } | undefined, scope: ScopeOfRequest) =>
  isSameRequest(query?.queryKey[2], scope);

export const leaderboardQuery = (scope: ScopeOfRequest, { rankedBy, order, page }: LeaderboardState) =>
  queryOptions({
    queryKey: ['front-desk', 'leaderboard', scope, rankedBy, order, page] as const,
    queryFn: ({ signal }): Promise<Leaderboard> =>
      call(
        teamLeaderboard,
        {
          query: { ...scope, sortBy: rankedBy, sort: order.by, dir: order.dir, page, pageSize: staffPerPage },
        },
        { signal },
      ),
    placeholderData: (before, query) => (isOfScope(query, scope) ? before : undefined),
  });

/** A page of staff with a conversion, highest rate first, with the leader of all. */
export const conversionQuery = (scope: ScopeOfRequest, page: number) =>
  queryOptions({
    queryKey: ['front-desk', 'conversion', scope, page] as const,
    queryFn: ({ signal }): Promise<Leaderboard> =>
      call(
        teamLeaderboard,
        { query: { ...scope, sortBy: 'conversionRate', converting: true, page, pageSize: staffPerPage } },
        { signal },
      ),
    placeholderData: (before, query) => (isOfScope(query, scope) ? before : undefined),
  });

export const handlingRateQuery = (scope: ScopeOfRequest) =>
  queryOptions({
    queryKey: ['front-desk', 'handling', scope],
    queryFn: ({ signal }) => call(officeHandlingRate, { query: scope }, { signal }),
  });

export const pricingQuery = (scope: ScopeOfRequest) =>
  queryOptions({
    queryKey: ['front-desk', 'pricing', scope],
    queryFn: ({ signal }): Promise<PricingAnswers> =>
      call(pricingRelatedAnswer, { query: scope }, { signal }),
  });

export const holdMetricsQuery = (scope: ScopeOfRequest) =>
  queryOptions({
    queryKey: ['front-desk', 'on-hold', scope],
    queryFn: ({ signal }) => call(callOnHoldMetrics, { query: scope }, { signal }),
  });

export interface StaffRequest {
  scope: ScopeOfRequest;
  /** From 1. */
  page: number;
}

export function staffMetricQuery<Key extends StaffMetricKey, Displayed>(
  key: Key,
  { scope, page }: StaffRequest,
  read: (reply: StaffMetricReply<Key>) => Displayed,
  listed?: RouteInput<(typeof staffMetrics)[Key]>['query'],
) {
  const route: (typeof staffMetrics)[StaffMetricKey] = staffMetrics[key];
  const query = { ...scope, ...listed, page, pageSize: staffPerPage };
  return queryOptions({
    queryKey: ['front-desk', 'metric', key, scope, listed, page],
    queryFn: ({ signal }): Promise<unknown> => call(route, { query }, { signal }),
    select: (reply) => read(reply as StaffMetricReply<Key>),
    placeholderData: keepPreviousData,
  });
}
