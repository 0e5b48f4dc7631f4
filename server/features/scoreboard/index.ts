/*
 * Scoreboard: the figures of calls on the Overview: cards, breakdowns, calls per day, hour and week, counted by the room figures.
 * Tables: none.
 * Routes: /call-summary-count, /calls-per-day, the other charts, and the breakdowns.
 */
import {
  type Breakdown,
  type BreakdownKey,
  breakdowns,
  callSummaryCount,
  callsByWeekHour,
  callsOverTime,
  callsPerDay,
  listBreakdowns,
} from '@mailcall/contract/scoreboard.ts';
import { type InquiryFilter, inquiryFilters } from '@mailcall/contract/call-filters.ts';
import type { PeriodLength } from '@mailcall/contract/time/periods.ts';
import type { ScopeFilters } from '@mailcall/contract/scope/scope.ts';
import type { VersionMeta } from '@mailcall/contract/wire/page.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import {
  breakdownsStatement,
  dayStatement,
  hoursStatement,
  inquiriesStatement,
  type QueryEngine,
  queryInScope,
  type RepeatedAnswers,
  type RequestOptions,
  type SummaryFigures,
  type SummaryRow,
  summaryStatement,
} from '../figures/index.ts';
import type { Viewer } from '../identity/index.ts';
import type { CheckedScope } from '../scope/index.ts';
import { type BreakdownFilters, presentBreakdown, presentInquiries } from './breakdowns.ts';
import { presentHours, presentWeekHours } from './calls-by-hour.ts';
import { presentPeriods } from './calls-over-time.ts';

const nothingCounted: SummaryFigures = {
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
const recentFigures = ['followup_opportunity_calls_count', 'missed_and_followup_count'] as const;

/** Figures of the last 30 days come from their own rows. */
function presentSummary(rows: readonly SummaryRow[], { followUpsFrom }: CheckedScope): SummaryFigures {
  const figures = { ...nothingCounted };
  const [row] = rows;
  if (!row) return figures;
  for (const name of Object.keys(figures) as (keyof SummaryFigures)[]) figures[name] = row[name];
  const recent = rows.filter(({ time }) => time === null || time >= followUpsFrom);
  // a row without follow-ups lacks their counts
  for (const name of recentFigures)
    figures[name] = recent.reduce((sum, counted) => sum + (counted[name] ?? 0), 0);
  return figures;
}

export async function summaryOf(
  engine: QueryEngine,
  scope: CheckedScope,
  now: Date,
  options: RequestOptions = {},
): Promise<SummaryFigures & { meta: VersionMeta }> {
  const { rows, meta } = await queryInScope(engine, scope, summaryStatement, now, options);
  return { ...presentSummary(rows, scope), meta };
}

export async function callsByHourOf(
  engine: QueryEngine,
  scope: CheckedScope,
  now: Date,
  options: RequestOptions = {},
): Promise<RouteReply<typeof callsPerDay>> {
  const { rows, meta } = await queryInScope(engine, scope, hoursStatement, now, options);
  return { ...presentHours(rows), meta };
}

export async function callsByWeekHourOf(
  engine: QueryEngine,
  scope: CheckedScope,
  now: Date,
  options: RequestOptions = {},
): Promise<RouteReply<typeof callsByWeekHour>> {
  const { rows, meta } = await queryInScope(engine, scope, hoursStatement, now, options);
  return { ...presentWeekHours(rows), meta };
}

async function callsOverTimeOf(
  engine: QueryEngine,
  scope: CheckedScope,
  per: PeriodLength,
  now: Date,
  options: RequestOptions = {},
): Promise<RouteReply<typeof callsOverTime>> {
  const { rows, meta } = await queryInScope(engine, scope, dayStatement, now, options);
  return { ...presentPeriods(rows, per), meta };
}

/** Inquiries are the slowest over many calls. */
const isOfInquiries = (key: BreakdownKey): key is InquiryFilter =>
  (inquiryFilters as readonly string[]).includes(key);

export async function breakdownsOf(
  engine: QueryEngine,
  scope: CheckedScope,
  { keys, filters }: { keys: readonly BreakdownKey[]; filters: BreakdownFilters },
  now: Date,
  options: RequestOptions = {},
): Promise<{ breakdowns: Partial<Record<BreakdownKey, Omit<Breakdown, 'meta'>>>; meta: VersionMeta }> {
  const [calls, inquiries] = await Promise.all([
    keys.every(isOfInquiries) ? null : queryInScope(engine, scope, breakdownsStatement, now, options),
    keys.some(isOfInquiries)
      ? queryInScope(engine, scope, inquiriesStatement, now, { ...options, slow: true })
      : null,
  ]);
  const present = (key: BreakdownKey) =>
    isOfInquiries(key)
      ? presentInquiries(inquiries?.rows ?? [], key)
      : presentBreakdown(calls?.rows ?? [], key, filters);
  const versions = [calls, inquiries].flatMap((counted) => counted?.meta.version ?? []);
  return {
    breakdowns: Object.fromEntries([...new Set(keys)].map((key) => [key, present(key)])),
    meta: { version: Math.min(...versions), asOf: now.toISOString() },
  };
}

export function serveScoreboard(
  routes: RouteServer<Viewer>,
  { readModel, answers }: { readModel: QueryEngine; answers: RepeatedAnswers },
): void {
  routes.serve(callSummaryCount, (request) =>
    answers.inScope(
      callSummaryCount,
      request,
      (scope, now, options) => summaryOf(readModel, scope, now, options),
      { lastThirtyDays: true },
    ),
  );

  routes.serve(callsPerDay, (request) =>
    answers.inScope(callsPerDay, request, (scope, now, options) =>
      callsByHourOf(readModel, scope, now, options),
    ),
  );

  routes.serve(callsByWeekHour, (request) =>
    answers.inScope(callsByWeekHour, request, (scope, now, options) =>
      callsByWeekHourOf(readModel, scope, now, options),
    ),
  );

  routes.serve(callsOverTime, (request) =>
    answers.inScope(callsOverTime, request, (scope, now, options) =>
      callsOverTimeOf(readModel, scope, request.query.per, now, options),
    ),
  );

  routes.serve(listBreakdowns, (request) =>
    answers.inScope(listBreakdowns, request, (scope, now, options) => {
      const { keys, filters = {} } = request.query;
      return breakdownsOf(readModel, scope, { keys, filters }, now, options);
    }),
  );

  for (const key of Object.keys(breakdowns) as BreakdownKey[]) {
    routes.serve(breakdowns[key], (request) =>
      answers.inScope(breakdowns[key], request, async (scope, now, options) => {
        const filters: BreakdownFilters & ScopeFilters = request.query.filters ?? {};
        const counted = await breakdownsOf(readModel, scope, { keys: [key], filters }, now, options);
        return { ...(counted.breakdowns[key] as Omit<Breakdown, 'meta'>), meta: counted.meta };
      }),
    );
  }
}
