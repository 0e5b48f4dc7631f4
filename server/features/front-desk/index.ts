import {
  callOnHoldMetrics,
  officeHandlingRate,
  pricingRelatedAnswer,
  staffMetrics,
} from '@mailcall/contract/front-desk.ts';
import { teamLeaderboard } from '@mailcall/contract/leaderboard.ts';
import type { ScopeQuery } from '@mailcall/contract/scope/scope.ts';
import type { OptionalPageMeta } from '@mailcall/contract/wire/page.ts';
import type { RawBuilder } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import { pageOfRows, requestedPage } from '../../platform/paging.ts';
import type { Viewer } from '../identity/index.ts';
import { type CheckedScope, checkScope, queryInScope, recordEngine } from '../scope/index.ts';
import type { HandlingCount } from './handling.ts';
import { leaderboardCounts, presentLeaderboard } from './leaderboard.ts';
import { countsOf, holdCounts, officeCounts, presentHolds, presentOffice, presentPrices } from './office.ts';
import { officeQuery, priceQuery, staffQuery } from './queries.ts';
import * as metrics from './staff-metrics.ts';

/** A request of the Front Desk. */
interface FrontDeskRequest {
  viewer: Viewer;
  query: ScopeQuery & { page?: number | undefined; pageSize?: number | undefined };
}

/** Serves the Front Desk: the leaderboard, the figures of all staff together, and the metrics by member of staff. */
export function serveFrontDesk(
  routes: RouteServer<Viewer>,
  { database, clock, environment }: Pick<Dependencies, 'database' | 'clock' | 'environment'>,
): void {
  const runQuery = async <Row extends object>(
    { viewer, query }: FrontDeskRequest,
    queryOf: (scope: CheckedScope) => RawBuilder<Row>,
  ) => {
    const now = clock.now();
    const scope = await checkScope(database.kysely, viewer, query, { now, dayMode: environment.dayMode });
    // the columnar copy answers these many counts too, but more slowly
    return queryInScope(recordEngine(database.kysely), scope, queryOf, now);
  };
  const byStaff = async <Count extends HandlingCount, Person, Everybody>(
    request: FrontDeskRequest,
    metric: metrics.StaffMetric<Count, Person, Everybody>,
    listedBy?: NoInfer<Count>,
  ): Promise<metrics.StaffMetricResult<Person, Everybody> & { meta: OptionalPageMeta }> => {
    const { rows, meta } = await runQuery(request, (scope) => staffQuery(scope, metric.counts));
    const { summary, records } = metrics.presentMetric(metric, rows, listedBy);
    const page = pageOfRows(records, requestedPage(request.query));
    return { summary, records: page.records, meta: { ...meta, ...page.position } };
  };

  routes.serve(teamLeaderboard, async (request) => {
    const { rows, meta } = await runQuery(request, (scope) => staffQuery(scope, leaderboardCounts));
    const { records, ...answer } = presentLeaderboard(rows, request.query);
    const page = pageOfRows(records, requestedPage(request.query));
    return { records: page.records, ...answer, meta: { ...meta, ...page.position } };
  });

  routes.serve(officeHandlingRate, async (request) => {
    const { rows, meta } = await runQuery(request, (scope) => officeQuery(scope, officeCounts));
    return { records: [presentOffice(countsOf(officeCounts, rows[0]))], meta };
  });

  routes.serve(callOnHoldMetrics, async (request) => {
    const { rows, meta } = await runQuery(request, (scope) => officeQuery(scope, holdCounts));
    return { metrics: presentHolds(countsOf(holdCounts, rows[0])), meta };
  });

  routes.serve(pricingRelatedAnswer, async (request) => {
    const { rows, meta } = await runQuery(request, priceQuery);
    return { ...presentPrices(rows), meta };
  });

  routes.serve(staffMetrics.goodImpression, (request) => byStaff(request, metrics.goodImpression));
  routes.serve(staffMetrics.askedForSource, (request) => byStaff(request, metrics.askedForSource));
  routes.serve(staffMetrics.askedForAppointment, (request) => byStaff(request, metrics.askedForAppointment));
  routes.serve(staffMetrics.askedForAdditionalAppointment, (request) =>
    byStaff(request, metrics.askedForAdditionalAppointment),
  );
  routes.serve(staffMetrics.holdCount, (request) =>
    byStaff(request, metrics.holdCount, request.query.placedOnHold ? 'placedOnHold' : undefined),
  );
  routes.serve(staffMetrics.holdTime, (request) => byStaff(request, metrics.holdTime));
}
