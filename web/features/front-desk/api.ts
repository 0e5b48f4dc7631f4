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
import { call } from '../../platform/api.ts';
import { asksTheSame } from '../../platform/same-request.ts';
import type { ScopeState } from '../scope/index.ts';
import type { LeaderboardState } from './front-desk-address.ts';

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

/** How many members of staff are requested and listed at a time. */
export const staffPerPage = 50;

/** Whether a query is of a scope: its rows may stay while others of that scope are loaded. */
const isOfScope = (query: { queryKey: readonly unknown[] } | undefined, scope: ScopeOfRequest) =>
  asksTheSame(query?.queryKey[2], scope);

/** A page of the leaderboard of a scope. While another page or order is loaded, the rows of the same scope stay. */
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

/** A page of the staff with a conversion, the highest rate first, and who leads all of them. */
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

/** Which members of staff of a metric are requested. */
export interface StaffRequest {
  scope: ScopeOfRequest;
  /** From 1. */
  page: number;
}

/** A page of a metric by member of staff, converted to what its drawer displays. The previous page stays until it is loaded. */
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
