import {
  callOnHoldMetrics,
  officeHandlingRate,
  pricingRelatedAnswer,
  staffMetrics,
  teamLeaderboard,
} from '@mailcall/contract/front-desk.ts';
import type { ScopeQuery } from '@mailcall/contract/scope/scope.ts';
import type { VersionMeta } from '@mailcall/contract/wire/page.ts';
import type { RawBuilder } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import type { Viewer } from '../identity/index.ts';
import { askInScope, type CheckedScope, checkScope } from '../scope/index.ts';
import type { HandlingCount } from './handling.ts';
import { leaderboardCounts, presentLeaderboard } from './leaderboard.ts';
import { countsOf, holdCounts, officeCounts, presentHolds, presentOffice, presentPrices } from './office.ts';
import { officeQuestion, priceQuestion, staffQuestion } from './questions.ts';
import * as metrics from './staff-metrics.ts';

/** What a request of the Front Desk brings. */
interface Asked {
  viewer: Viewer;
  query: ScopeQuery;
}

/** Serves the Front Desk: the leaderboard, the figures of all staff together, and the metrics by member of staff. */
export function serveFrontDesk(
  routes: RouteServer<Viewer>,
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
): void {
  const ask = async <Row extends object>(
    { viewer, query }: Asked,
    question: (scope: CheckedScope) => RawBuilder<Row>,
  ) => {
    const now = clock.now();
    const scope = await checkScope(database.kysely, viewer, query, now);
    return askInScope(database.kysely, scope, question, now);
  };
  const byStaff = async <Count extends HandlingCount, Person, Everybody>(
    asked: Asked,
    metric: metrics.StaffMetric<Count, Person, Everybody>,
  ): Promise<metrics.StaffMetricShown<Person, Everybody> & { meta: VersionMeta }> => {
    const { rows, meta } = await ask(asked, (scope) => staffQuestion(scope, metric.counts));
    return { ...metrics.presentMetric(metric, rows), meta };
  };

  routes.serve(teamLeaderboard, async (asked) => {
    const { rows, meta } = await ask(asked, (scope) => staffQuestion(scope, leaderboardCounts));
    return { ...presentLeaderboard(rows, asked.query.sortBy), meta };
  });

  routes.serve(officeHandlingRate, async (asked) => {
    const { rows, meta } = await ask(asked, (scope) => officeQuestion(scope, officeCounts));
    return { records: [presentOffice(countsOf(officeCounts, rows[0]))], meta };
  });

  routes.serve(callOnHoldMetrics, async (asked) => {
    const { rows, meta } = await ask(asked, (scope) => officeQuestion(scope, holdCounts));
    return { metrics: presentHolds(countsOf(holdCounts, rows[0])), meta };
  });

  routes.serve(pricingRelatedAnswer, async (asked) => {
    const { rows, meta } = await ask(asked, priceQuestion);
    return { ...presentPrices(rows), meta };
  });

  routes.serve(staffMetrics.goodImpression, (asked) => byStaff(asked, metrics.goodImpression));
  routes.serve(staffMetrics.askedForSource, (asked) => byStaff(asked, metrics.askedForSource));
  routes.serve(staffMetrics.askedForAppointment, (asked) => byStaff(asked, metrics.askedForAppointment));
  routes.serve(staffMetrics.askedForAdditionalAppointment, (asked) =>
    byStaff(asked, metrics.askedForAdditionalAppointment),
  );
  routes.serve(staffMetrics.holdCount, (asked) => byStaff(asked, metrics.holdCount));
  routes.serve(staffMetrics.holdTime, (asked) => byStaff(asked, metrics.holdTime));
}
