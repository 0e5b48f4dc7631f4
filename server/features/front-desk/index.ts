/*
 * Front Desk: how an office answers its calls, by office, staff member and reason.
 *   office, staff-metrics, leaderboard    the tables and cards of the screen; the room figures counts
 *   staff                                 members of staff among counted rows, and their order
 *   pro-tips/                             training pages for the staff, drawn as pictures and PDF in a thread
 * Tables: none; it counts calls.
 * Routes: /get-office-handling-rate, /get-call-on-hold-metrics, /get-pricing-related-answer, /get-team-leaderboard, the staff
 * metrics, and /pro-tips.
 */
import {
  callOnHoldMetrics,
  officeHandlingRate,
  pricingRelatedAnswer,
  staffMetrics,
} from '@mailcall/contract/front-desk.ts';
import type { Provider } from '@mailcall/contract/provider.ts';
import { teamLeaderboard } from '@mailcall/contract/leaderboard.ts';
import type { OptionalPageMeta } from '@mailcall/contract/wire/page.ts';
import type { AnyRoute } from '@mailcall/contract/wire/route.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import { pageOfRows, requestedPage } from '../../platform/paging.ts';
import type { Viewer } from '../identity/index.ts';
import {
  answeredByStaff,
  type HandlingCount,
  priceStatement,
  type QueryEngine,
  queryInScope,
  type RepeatedAnswers,
  type ScopedRequest,
  staffStatement,
  sumOfCounts,
} from '../figures/index.ts';
import { presentLeaderboard } from './leaderboard.ts';
import { presentHolds, presentOffice, presentPrices } from './office.ts';
import * as metrics from './staff-metrics.ts';
export { serveProTips } from './pro-tips/serve-pro-tips.ts';

type FrontDeskRequest = ScopedRequest & {
  query: { page?: number | undefined; pageSize?: number | undefined };
};

export function serveFrontDesk(
  routes: RouteServer<Viewer>,
  {
    readModel,
    answers,
    provider,
  }: { readModel: QueryEngine; answers: RepeatedAnswers; provider: Pick<Provider, 'grades'> },
): void {
  const holdCount = metrics.holdCount(provider.grades);
  const byStaff = <Person, Everybody>(
    route: AnyRoute,
    request: FrontDeskRequest,
    metric: metrics.StaffMetric<Person, Everybody>,
    listedBy?: HandlingCount,
  ) =>
    answers.inScope(
      route,
      request,
      async (
        scope,
        now,
        options,
      ): Promise<metrics.StaffMetricResult<Person, Everybody> & { meta: OptionalPageMeta }> => {
        const { rows, meta } = await queryInScope(readModel, scope, staffStatement, now, options);
        const { summary, records } = metrics.presentMetric(metric, answeredByStaff(rows), listedBy);
        const page = pageOfRows(records, requestedPage(request.query));
        return { summary, records: page.records, meta: { ...meta, ...page.position } };
      },
    );

  routes.serve(teamLeaderboard, (request) =>
    answers.inScope(teamLeaderboard, request, async (scope, now, options) => {
      const { rows, meta } = await queryInScope(readModel, scope, staffStatement, now, options);
      const page = requestedPage(request.query);
      const { position, ...answer } = presentLeaderboard(answeredByStaff(rows), request.query, page);
      return { ...answer, meta: { ...meta, ...position } };
    }),
  );

  routes.serve(officeHandlingRate, (request) =>
    answers.inScope(officeHandlingRate, request, async (scope, now, options) => {
      const { rows, meta } = await queryInScope(readModel, scope, staffStatement, now, options);
      return { records: [presentOffice(sumOfCounts(rows))], meta };
    }),
  );

  routes.serve(callOnHoldMetrics, (request) =>
    answers.inScope(callOnHoldMetrics, request, async (scope, now, options) => {
      const { rows, meta } = await queryInScope(readModel, scope, staffStatement, now, options);
      return { metrics: presentHolds(sumOfCounts(rows)), meta };
    }),
  );

  routes.serve(pricingRelatedAnswer, (request) =>
    answers.inScope(pricingRelatedAnswer, request, async (scope, now, options) => {
      const { rows, meta } = await queryInScope(readModel, scope, priceStatement, now, options);
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
    return byStaff(staffMetrics.holdCount, request, holdCount, listedBy);
  });
  routes.serve(staffMetrics.holdTime, (request) => byStaff(staffMetrics.holdTime, request, metrics.holdTime));
}
