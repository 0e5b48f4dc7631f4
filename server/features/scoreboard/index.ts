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
import type { Dependencies } from '../../dependencies.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import type { Viewer } from '../identity/index.ts';
import { clientLeft } from '../../platform/http/client-left.ts';
import {
  type CheckedScope,
  checkScope,
  type QueryEngine,
  queryInScope,
  type QueryOptions,
} from '../scope/index.ts';
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
  engine: QueryEngine,
  scope: CheckedScope,
  now: Date,
  options: Pick<QueryOptions, 'signal'> = {},
): Promise<SummaryRow & { meta: VersionMeta }> {
  const { rows, meta } = await queryInScope(engine, scope, summaryQuery, now, options);
  return { ...figuresOf(rows[0] ?? nothingCounted), meta };
}

/** Opportunity and missed calls of a scope by the hour of the day, with the version of the data. */
export async function callsByHourOf(
  engine: QueryEngine,
  scope: CheckedScope,
  now: Date,
  options: Pick<QueryOptions, 'signal'> = {},
): Promise<RouteReply<typeof callsPerDay>> {
  const { rows, meta } = await queryInScope(engine, scope, hourQuery, now, options);
  return { ...presentHours(rows), meta };
}

/** Breakdowns that read the inquiries: over many calls they take longest. */
const slowBreakdowns: ReadonlySet<BreakdownKey> = new Set(['offer', 'service', 'insurance']);

/** Serves the figures of the Overview: the summary, the breakdowns, the calls by hour and by hour of the week. */
export function serveScoreboard(
  routes: RouteServer<Viewer>,
  {
    database,
    clock,
    environment,
    readModel,
  }: Pick<Dependencies, 'database' | 'clock' | 'environment'> & { readModel: QueryEngine },
): void {
  routes.serve(callSummaryCount, async ({ viewer, query, reply }) => {
    const now = clock.now();
    const scope = await checkScope(database.kysely, viewer, query, { now, dayMode: environment.dayMode });
    return summaryOf(readModel, scope, now, { signal: clientLeft(reply) });
  });

  routes.serve(callsPerDay, async ({ viewer, query, reply }) => {
    const now = clock.now();
    const scope = await checkScope(database.kysely, viewer, query, { now, dayMode: environment.dayMode });
    return callsByHourOf(readModel, scope, now, { signal: clientLeft(reply) });
  });

  routes.serve(callsByWeekHour, async ({ viewer, query, reply }) => {
    const now = clock.now();
    const scope = await checkScope(database.kysely, viewer, query, { now, dayMode: environment.dayMode });
    const { rows, meta } = await queryInScope(readModel, scope, weekHourQuery, now, {
      signal: clientLeft(reply),
    });
    return { ...presentWeekHours(rows), meta };
  });

  for (const key of Object.keys(breakdowns) as BreakdownKey[]) {
    routes.serve(breakdowns[key], async ({ viewer, query, reply }) => {
      const now = clock.now();
      const filters: BreakdownFilters & ScopeFilters = query.filters ?? {};
      const scope = await checkScope(database.kysely, viewer, query, { now, dayMode: environment.dayMode });
      const { rows, meta } = await queryInScope(
        readModel,
        scope,
        (checked) => breakdownQueries[key](checked, filters),
        now,
        { signal: clientLeft(reply), slow: slowBreakdowns.has(key) },
      );
      return { ...presentBreakdown(rows, key), meta };
    });
  }
}
