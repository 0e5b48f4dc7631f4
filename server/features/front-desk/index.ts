import {
  callOnHoldMetrics,
  officeHandlingRate,
  pricingRelatedAnswer,
  staffMetrics,
} from '@mailcall/contract/front-desk.ts';
import { teamLeaderboard } from '@mailcall/contract/leaderboard.ts';
import type { OptionalPageMeta, VersionMeta } from '@mailcall/contract/wire/page.ts';
import type { AnyRoute } from '@mailcall/contract/wire/route.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import { pageOfRows, requestedPage } from '../../platform/paging.ts';
import type { Viewer } from '../identity/index.ts';
import {
  type QueryEngine,
  querySharedInScope,
  recordStatement,
  type RepeatedAnswers,
  type RequestOptions,
  type ScopedRequest,
} from '../figures/index.ts';
import type { CheckedScope } from '../scope/index.ts';
import type { HandlingCount } from './handling.ts';
import { leaderboardCounts, presentLeaderboard } from './leaderboard.ts';
import { countsOf, holdCounts, officeCounts, presentHolds, presentOffice, presentPrices } from './office.ts';
import {
  officeQuery,
  type OfficeRow,
  priceQuery,
  type PriceRow,
  staffQuery,
  type StaffRow,
} from './queries.ts';
import {
  officePart,
  sharedPriceQuery,
  type StaffCounts,
  staffCountsInRecordQuery,
  staffCountsQuery,
  staffPart,
} from './shared-counts.ts';
import * as metrics from './staff-metrics.ts';

/** A request of the Front Desk. */
type FrontDeskRequest = ScopedRequest & {
  query: { page?: number | undefined; pageSize?: number | undefined };
};

const allStaffCounts = {
  shared: staffCountsQuery,
  sharedInRecord: recordStatement(staffCountsInRecordQuery),
};

/** The counts of the members of staff of a scope, with the version of the data. */
export const staffCountsOf = <Count extends HandlingCount>(
  engine: QueryEngine,
  scope: CheckedScope,
  counts: readonly Count[],
  now: Date,
  options: RequestOptions = {},
): Promise<{ rows: StaffRow<Count>[]; meta: VersionMeta }> => {
  const single = (checked: CheckedScope) => staffQuery(checked, counts);
  const query = { ...allStaffCounts, part: staffPart, single };
  return querySharedInScope<StaffCounts, StaffRow<Count>>(engine, scope, query, now, options);
};

/** The counts of all staff of a scope together, in one row, with the version of the data. */
export const officeCountsOf = <Count extends HandlingCount>(
  engine: QueryEngine,
  scope: CheckedScope,
  counts: readonly Count[],
  now: Date,
  options: RequestOptions = {},
): Promise<{ rows: OfficeRow<Count>[]; meta: VersionMeta }> => {
  const single = (checked: CheckedScope) => officeQuery(checked, counts);
  const query = { ...allStaffCounts, part: officePart, single };
  return querySharedInScope<StaffCounts, OfficeRow<Count>>(engine, scope, query, now, options);
};

/** Calls of a scope by their answer about the price, with the version of the data. */
export const pricesOf = (
  engine: QueryEngine,
  scope: CheckedScope,
  now: Date,
  options: RequestOptions = {},
): Promise<{ rows: PriceRow[]; meta: VersionMeta }> => {
  const part = (rows: readonly PriceRow[]) => [...rows];
  const query = { shared: sharedPriceQuery, part, single: priceQuery };
  return querySharedInScope(engine, scope, query, now, options);
};

/** Serves the Front Desk: the leaderboard, the figures of all staff together, and the metrics by member of staff. */
export function serveFrontDesk(
  routes: RouteServer<Viewer>,
  { readModel, answers }: { readModel: QueryEngine; answers: RepeatedAnswers },
): void {
  const byStaff = <Count extends HandlingCount, Person, Everybody>(
    route: AnyRoute,
    request: FrontDeskRequest,
    metric: metrics.StaffMetric<Count, Person, Everybody>,
    listedBy?: NoInfer<Count>,
  ) =>
    answers.inScope(
      route,
      request,
      async (
        scope,
        now,
        options,
      ): Promise<metrics.StaffMetricResult<Person, Everybody> & { meta: OptionalPageMeta }> => {
        const { rows, meta } = await staffCountsOf(readModel, scope, metric.counts, now, options);
        const { summary, records } = metrics.presentMetric(metric, rows, listedBy);
        const page = pageOfRows(records, requestedPage(request.query));
        return { summary, records: page.records, meta: { ...meta, ...page.position } };
      },
    );

  routes.serve(teamLeaderboard, (request) =>
    answers.inScope(teamLeaderboard, request, async (scope, now, options) => {
      const { rows, meta } = await staffCountsOf(readModel, scope, leaderboardCounts, now, options);
      const page = requestedPage(request.query);
      const { position, ...answer } = presentLeaderboard(rows, request.query, page);
      return { ...answer, meta: { ...meta, ...position } };
    }),
  );

  routes.serve(officeHandlingRate, (request) =>
    answers.inScope(officeHandlingRate, request, async (scope, now, options) => {
      const { rows, meta } = await officeCountsOf(readModel, scope, officeCounts, now, options);
      return { records: [presentOffice(countsOf(officeCounts, rows[0]))], meta };
    }),
  );

  routes.serve(callOnHoldMetrics, (request) =>
    answers.inScope(callOnHoldMetrics, request, async (scope, now, options) => {
      const { rows, meta } = await officeCountsOf(readModel, scope, holdCounts, now, options);
      return { metrics: presentHolds(countsOf(holdCounts, rows[0])), meta };
    }),
  );

  routes.serve(pricingRelatedAnswer, (request) =>
    answers.inScope(pricingRelatedAnswer, request, async (scope, now, options) => {
      const { rows, meta } = await pricesOf(readModel, scope, now, options);
      return { ...presentPrices(rows), meta };
    }),
  );

  routes.serve(staffMetrics.goodImpression, (request) =>
    byStaff(staffMetrics.goodImpression, request, metrics.goodImpression),
  );
  routes.serve(staffMetrics.askedForSource, (request) =>
    byStaff(staffMetrics.askedForSource, request, metrics.askedForSource),
  );
  routes.serve(staffMetrics.askedForAppointment, (request) =>
    byStaff(staffMetrics.askedForAppointment, request, metrics.askedForAppointment),
  );
  routes.serve(staffMetrics.askedForAdditionalAppointment, (request) =>
    byStaff(staffMetrics.askedForAdditionalAppointment, request, metrics.askedForAdditionalAppointment),
  );
  routes.serve(staffMetrics.holdCount, (request) => {
    const listedBy = request.query.placedOnHold ? 'placedOnHold' : undefined;
    return byStaff(staffMetrics.holdCount, request, metrics.holdCount, listedBy);
  });
  routes.serve(staffMetrics.holdTime, (request) => byStaff(staffMetrics.holdTime, request, metrics.holdTime));
}
