import {
  type BreakdownKey,
  breakdowns,
  callSummaryCount,
  callsByWeekHour,
  callsPerDay,
} from '@mailcall/contract/scoreboard.ts';
import type { ScopeFilters } from '@mailcall/contract/scope/scope.ts';
import type { VersionMeta } from '@mailcall/contract/wire/page.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import type { RawBuilder } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import type { Viewer } from '../identity/index.ts';
import { queryInScope, type CheckedScope, checkScope } from '../scope/index.ts';
import { type BreakdownFilters, breakdownQueries, presentBreakdown } from './breakdowns.ts';
import { presentHours } from './calls-by-hour.ts';
import { presentWeekHours } from './calls-by-week-hour.ts';
import { hourQuery, type SummaryRow, summaryQuery, weekHourQuery } from './queries.ts';

const nothingCounted: SummaryRow = {
  all_calls_count: 0,
  all_appointment_set_by_staff_count: 0,
  opportunity_calls_by_staff_count: 0,
  opportunity_calls_count: 0,
  appointment_calls_count: 0,
  calls_with_Appointments_count: 0,
  missed_calls_count: 0,
  non_opportunity_calls_count: 0,
  non_opportunity_with_audio_count: 0,
  followup_opportunity_calls_count: 0,
  missed_and_followup_count: 0,
  unscored_calls_count: 0,
};

/** The figures of a row, without the other columns of the statement. */
function figuresOf(row: SummaryRow): SummaryRow {
  const figures = { ...nothingCounted };
  for (const name of Object.keys(figures) as (keyof SummaryRow)[]) figures[name] = row[name];
  return figures;
}

/** The figures of the summary for a scope, with the version of the data; the campaigns screen shows the same figures. */
export async function summaryOf(
  database: Queryable,
  scope: CheckedScope,
  now: Date,
): Promise<SummaryRow & { meta: VersionMeta }> {
  const { rows, meta } = await queryInScope(database, scope, summaryQuery, now);
  return { ...figuresOf(rows[0] ?? nothingCounted), meta };
}

/** Opportunity and missed calls of a scope by the hour of the day, with the version of the data. */
export async function callsByHourOf(
  database: Queryable,
  scope: CheckedScope,
  now: Date,
): Promise<RouteReply<typeof callsPerDay>> {
  const { rows, meta } = await queryInScope(database, scope, hourQuery, now);
  return { ...presentHours(rows), meta };
}

/** Serves the figures of the Overview: the summary, the breakdowns, the calls by hour and by hour of the week. */
export function serveScoreboard(
  routes: RouteServer<Viewer>,
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
): void {
  const runQuery = <Row extends object>(
    scope: CheckedScope,
    query: (scope: CheckedScope) => RawBuilder<Row>,
  ) => queryInScope(database.kysely, scope, query, clock.now());

  routes.serve(callSummaryCount, async ({ viewer, query }) => {
    const now = clock.now();
    return summaryOf(database.kysely, await checkScope(database.kysely, viewer, query, now), now);
  });

  routes.serve(callsPerDay, async ({ viewer, query }) => {
    const now = clock.now();
    return callsByHourOf(database.kysely, await checkScope(database.kysely, viewer, query, now), now);
  });

  routes.serve(callsByWeekHour, async ({ viewer, query }) => {
    const scope = await checkScope(database.kysely, viewer, query, clock.now());
    const { rows, meta } = await runQuery(scope, weekHourQuery);
    return { ...presentWeekHours(rows), meta };
  });

  for (const key of Object.keys(breakdowns) as BreakdownKey[]) {
    routes.serve(breakdowns[key], async ({ viewer, query }) => {
      const filters: BreakdownFilters & ScopeFilters = query.filters ?? {};
      const scope = await checkScope(database.kysely, viewer, query, clock.now());
      const { rows, meta } = await runQuery(scope, (checked) => breakdownQueries[key](checked, filters));
      return { ...presentBreakdown(rows, key), meta };
    });
  }
}
